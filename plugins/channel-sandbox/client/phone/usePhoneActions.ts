import { useMemo } from 'react';
import { api, useToasts } from '@balcao/sdk/client';

export interface PhoneActions {
  /** An empty emoji removes the reaction. */
  react(id: string, emoji: string): void;
  edit(id: string, body: string): void;
  remove(id: string): void;
}

/** Returns the person’s actions on existing messages; the result arrives in the phone’s room. */
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
