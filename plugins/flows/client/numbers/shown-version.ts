import type { FlowVersionRow } from '../../graph/wire.ts';
import { useEditorState } from '../editor/context.ts';
import { useVersions } from '../editor/usePublished.ts';

/** The version that the numbers are of: the chosen one, else the published one, else the newest. */
export const useShownVersion = (flowId: number | undefined): FlowVersionRow | undefined => {
  const { data: versions = [] } = useVersions(flowId);
  const versionId = useEditorState(({ numbersOf }) => numbersOf.versionId);
  return versions.find(({ id }) => id === versionId) ?? versions.find(({ isLive }) => isLive) ?? versions[0];
};
