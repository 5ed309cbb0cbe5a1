import { useEffect, useRef } from 'react';
import { useRoom, useSession, useT, useToasts } from '@balcao/sdk/client';
import { api } from '@balcao/sdk/client';
import { flowRoom } from '../../contract.ts';
import type { FlowDetail } from '../../graph/wire.ts';
import type { OtherEditor, EditorStore } from './store.ts';
import type { Saving } from './useSaving.ts';

const every = 20_000;

interface Draft {
  draftRev: number;
  by: { id: number; name: string } | null;
}
interface Options {
  store: EditorStore;
  saving: Saving;
  /** Number of the published version that this page knows; null: none. */
  liveNumber: number | null;
  /** `number` is null when the flow was taken down. */
  onPublished(published: { number: number | null; isOwn: boolean }): void;
  onDeleted(): void;
}

/** Tells others that this editor is open and at which node, shows where they are, and follows what they store. */
export const useOthers = ({ store, saving, liveNumber, onPublished, onDeleted }: Options): void => {
  const { user } = useSession();
  const t = useT();
  const toasts = useToasts();
  const { flowId, saver, takeOver } = saving;
  const follow = async (draft: Draft) => {
    // Skips changes that this page stored itself, and those that the next attempt to store will report.
    if (flowId === undefined || draft.draftRev <= (saver.draftRev ?? 0) || !saver.isClean) return;
    const flow = await api.get<FlowDetail>(`/flow/${flowId}`).catch(() => undefined);
    if (!flow || flow.draftRev <= (saver.draftRev ?? 0) || !saver.isClean) return;
    takeOver(flow.title, flow.data, flow.draftRev);
    if (draft.by) toasts.info(t('editor.othersSaved', { name: draft.by.name }));
  };
  // Fetches what others published between the loading of the page and the joining of the room, or while it was interrupted.
  const catchUp = async () => {
    const flow = await api.get<FlowDetail>(`/flow/${flowId ?? 0}`).catch(() => undefined);
    if (!flow) return;
    if (flow.liveNumber !== liveNumber) onPublished({ number: flow.liveNumber, isOwn: false });
    if (flow.draftRev > (saver.draftRev ?? 0) && saver.isClean) takeOver(flow.title, flow.data, flow.draftRev);
  };
  const { send, joined } = useRoom(
    flowRoom,
    flowId === undefined ? null : { flowId },
    {
      draft: (draft: Draft) => void follow(draft),
      published: ({ number, by }: { number: number | null; by: number | null }) =>
        onPublished({ number, isOwn: by === user.id }),
      deleted: () => onDeleted(),
      editors: ({ users }: { users: OtherEditor[] }) => store.set({ others: users.filter(({ id }) => id !== user.id) }),
    },
    { onJoined: () => void catchUp() },
  );
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!joined) return undefined;
    const tell = () => {
      const { nodes } = store.get();
      last.current = nodes.size === 1 ? ([...nodes][0] ?? null) : null;
      send('here', { nodeId: last.current });
    };
    tell();
    const timer = window.setInterval(tell, every);
    let soon: number | undefined;
    const stop = store.subscribe(() => {
      const { nodes } = store.get();
      const now = nodes.size === 1 ? ([...nodes][0] ?? null) : null;
      if (now === last.current) return;
      window.clearTimeout(soon);
      soon = window.setTimeout(tell, 400);
    });
    return () => {
      window.clearInterval(timer);
      window.clearTimeout(soon);
      stop();
      send('left', {});
    };
  }, [joined, send, store]);
};
