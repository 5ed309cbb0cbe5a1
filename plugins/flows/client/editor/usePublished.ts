import { useDeferredValue, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';
import type { FlowVersionDetail, FlowVersionRow } from '../../graph/wire.ts';
import { readDocument, type FlowDocument } from '../document/document.ts';
import { useEditorState } from './context.ts';
import { countChanges, type Changes } from './count-changes.ts';

export const versionsKey = (flowId: number | undefined) => ['flows', 'versions', flowId] as const;

export const useVersions = (flowId: number | undefined) =>
  useQuery({
    queryKey: versionsKey(flowId),
    queryFn: async ({ signal }) =>
      (await api.get<{ versions: FlowVersionRow[] }>(`/flow/${flowId ?? 0}/versions`, {}, { signal })).versions,
    enabled: flowId !== undefined,
  });

export const useVersion = (flowId: number | undefined, versionId: number | undefined) =>
  useQuery({
    queryKey: ['flows', 'version', flowId, versionId],
    queryFn: ({ signal }) =>
      api.get<FlowVersionDetail>(`/flow/${flowId ?? 0}/versions/${versionId ?? 0}`, {}, { signal }),
    enabled: flowId !== undefined && versionId !== undefined,
    staleTime: Infinity,
  });

export interface Published {
  /** Number of the next version. */
  next: number;
  /** How far the draft is from the published version; undefined: none is published, or it is not known yet. */
  changes: Changes | undefined;
}

/** Compares the draft with the published version. `own`: what this page published last. */
export const usePublished = (
  flowId: number | undefined,
  liveNumber: number | null,
  own: { number: number; document: FlowDocument } | undefined,
): Published => {
  const { data: versions } = useVersions(flowId);
  const live = versions?.find(({ number }) => number === liveNumber);
  const isOwn = own !== undefined && own.number === liveNumber;
  const { data: version } = useVersion(flowId, isOwn ? undefined : live?.id);
  const from = useMemo(
    () => (isOwn ? own.document : version && liveNumber !== null ? readDocument('', version.data) : undefined),
    [isOwn, own, version, liveNumber],
  );
  // Counting must not hold up typing.
  const to = useDeferredValue(useEditorState(({ history }) => history.present));
  const changes = useMemo(() => from && countChanges(from, to), [from, to]);
  return { next: Math.max(liveNumber ?? 0, versions?.[0]?.number ?? 0) + 1, changes };
};
