import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api } from '@balcao/sdk/client';
import type { FlowConflict, FlowDetail, SavedFlow, SaveFlow } from '../../graph/wire.ts';
import { flowListKey } from '../data/useNamed.ts';
import { readDocument } from '../document/document.ts';
import { Saver, type SaveStatus } from './saver.ts';
import type { EditorStore } from './store.ts';

const send = (flowId: number | undefined, body: SaveFlow): Promise<SavedFlow> =>
  flowId === undefined ? api.post<SavedFlow>('/flow', body) : api.put<SavedFlow>(`/flow/${flowId}`, body);

const conflictOf = (error: unknown): FlowConflict | undefined =>
  error instanceof ApiError && error.code === 'ERR_FLOW_CHANGED'
    ? (error.context as unknown as FlowConflict)
    : undefined;

export interface Saving {
  status: SaveStatus;
  flowId: number | undefined;
  saver: Saver;
  /** Takes the draft that somebody else stored, as one entry of the history. */
  takeOver(title: string, data: string, draftRev: number): void;
}

/** Stores the draft while people draw, and when they leave. */
export const useSaving = (
  store: EditorStore,
  flow: FlowDetail | undefined,
  onCreated: ((flowId: number) => void) | undefined,
): Saving => {
  const queries = useQueryClient();
  const [status, setStatus] = useState<SaveStatus>({ kind: 'saved', at: undefined });
  const [flowId, setFlowId] = useState(flow?.id);
  const created = useRef(onCreated);
  useEffect(() => {
    created.current = onCreated;
  });
  const [saver] = useState(
    () =>
      new Saver({
        flowId: flow?.id,
        draftRev: flow?.draftRev,
        stored: store.document,
        send,
        conflictOf,
        onStatus: setStatus,
        onSaved: ({ id }) => {
          setFlowId((known) => {
            if (known === undefined) created.current?.(id);
            return id;
          });
          void queries.invalidateQueries({ queryKey: flowListKey });
        },
      }),
  );

  useEffect(() => {
    let known = store.document;
    const stop = store.subscribe(() => {
      if (store.document === known) return;
      known = store.document;
      saver.changed(known);
    });
    const onHide = () => document.visibilityState === 'hidden' && void saver.flush().catch(() => undefined);
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!saver.isClean && store.document.title.trim() !== '') event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('beforeunload', onUnload);
      saver.close();
    };
  }, [store, saver]);

  const takeOver = useCallback(
    (title: string, data: string, draftRev: number) => {
      const next = readDocument(title, data);
      store.apply('others', () => next);
      saver.replaced(store.document, draftRev);
    },
    [store, saver],
  );
  return { status, flowId, saver, takeOver };
};
