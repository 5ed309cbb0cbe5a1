import { useRef } from 'react';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { drawnEvents, eventIdOf, focusEvent } from './event-focus.ts';

/** The notice with the button closes, and the focus it had goes elsewhere. */
const closingFrames = 30;

export interface Removable {
  id: number;
  title: string;
  version: number;
}

/** Deletes entries, and brings the last one back: by the notice's button, or by `z`. */
export const useUndoableRemoval = (renew: () => Promise<unknown>, say: (text: string) => void) => {
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const last = useRef<() => void>(undefined);

  const restore = async (id: number, title: string, version: number): Promise<void> => {
    try {
      await api.post(`/scheduleforms/${id}/restore`, { version });
      await renew();
      toasts.success(t('entry.restored', { title }));
      focusEvent(String(id), closingFrames);
    } catch (failure) {
      toasts.error(textOf(failure));
    }
  };
  const remove = async ({ id, title, version }: Removable): Promise<boolean> => {
    // The entry that takes the focus.
    const ids = [...new Set(drawnEvents().flatMap((element) => eventIdOf(element) ?? []))];
    const at = ids.indexOf(String(id));
    const neighbour = ids[at + 1] ?? ids[at - 1];
    try {
      const removed = await api.delete<{ version: number }>(`/scheduleforms/${id}?version=${version}`);
      const text = t('entry.removedTitle', { title });
      let isUsed = false;
      const undo = (): void => {
        if (isUsed) return;
        isUsed = true;
        last.current = undefined;
        void restore(id, title, removed.version);
      };
      last.current = undo;
      toasts.undo(text, undo);
      say(text);
      await renew();
      if (at >= 0 && neighbour !== undefined) focusEvent(neighbour);
      return true;
    } catch (failure) {
      toasts.error(textOf(failure));
      return false;
    }
  };
  return { remove, undo: () => last.current?.(), mayUndo: () => last.current !== undefined };
};
