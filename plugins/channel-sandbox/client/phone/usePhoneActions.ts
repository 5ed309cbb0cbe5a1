import { useMemo } from 'react';
import { api, useToasts } from '@balcao/sdk/client';

export interface PhoneActions {
  /** An empty emoji takes the reaction back. */
  react(id: string, emoji: string): void;
  edit(id: string, body: string): void;
  remove(id: string): void;
}

/** What the person with the phone does to messages that are there; the phone's room shows what came of it. */
export function usePhoneActions(connectionId: number, number: string): PhoneActions {
  const toasts = useToasts();
  return useMemo(() => {
    const door = `/sandbox/${connectionId}`;
    const tell = (call: Promise<unknown>): void => void call.catch(toasts.error);
    const at = (id: string): string => `${door}/messages/${encodeURIComponent(id)}`;
    return {
      react: (id, emoji) => tell(api.post(`${door}/reactions`, { from: number, id, emoji })),
      edit: (id, body) => tell(api.put(at(id), { from: number, body })),
      remove: (id) => tell(api.delete(`${at(id)}?from=${number}`)),
    };
  }, [connectionId, number, toasts]);
}
