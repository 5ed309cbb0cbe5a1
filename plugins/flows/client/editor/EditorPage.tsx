import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { api, useT } from '@balcao/sdk/client';
import { ErrorState, Page, SkeletonRows } from '@balcao/sdk/ui';
import type { FlowDetail } from '../../graph/wire.ts';
import { useNamesLoading } from '../data/useNamed.ts';
import { blankDocument, readDocument } from '../document/document.ts';
import { FlowEditor } from './FlowEditor.tsx';
import { EditorStore } from './store.ts';

export const flowKey = (flowId: number) => ['flows', 'flow', flowId] as const;

/** The editor of a flow: a new one without an id. */
export default function EditorPage() {
  const { flowId: param } = useParams();
  // A new flow receives its id while the page stays open: the page must not begin anew then.
  const [opened, setOpened] = useState({ param, created: undefined as string | undefined });
  if (param !== opened.param) {
    const isCreated = opened.param === undefined && param !== undefined && param === opened.created;
    setOpened(isCreated ? { ...opened, param } : { param, created: undefined });
  }
  const isNew = opened.param === undefined || opened.created !== undefined;
  const flowId = Number(param);
  return isNew ? (
    <NewFlow key="new" onCreated={(id) => setOpened(({ param: former }) => ({ param: former, created: String(id) }))} />
  ) : (
    <StoredFlow key={flowId} flowId={flowId} />
  );
}

function NewFlow({ onCreated }: { onCreated(flowId: number): void }) {
  const [store] = useState(() => {
    const made = new EditorStore(blankDocument());
    const start = made.document.nodes[0];
    if (start) made.select([start.id]);
    return made;
  });
  return <FlowEditor store={store} flow={undefined} onCreated={onCreated} />;
}

function StoredFlow({ flowId }: { flowId: number }) {
  const t = useT();
  const areNamesLoading = useNamesLoading();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: flowKey(flowId),
    queryFn: ({ signal }) => api.get<FlowDetail>(`/flow/${flowId}`, {}, { signal }),
    // The editor holds the drawing from here on; a later reading would not be shown.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error && !data)
    return (
      <Page title={t('list.title')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  // Names that are read again later must not close the editor.
  if (data && !areNamesLoading && !isOpen) setOpen(true);
  if (!data || !isOpen)
    return (
      <Page title={t('list.title')}>
        <SkeletonRows rows={6} />
      </Page>
    );
  return <LoadedFlow flow={data} />;
}

function LoadedFlow({ flow }: { flow: FlowDetail }) {
  const [store] = useState(() => new EditorStore(readDocument(flow.title, flow.data)));
  const [first] = useState(flow);
  return <FlowEditor store={store} flow={first} />;
}
