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
    const path = `/sandbox/${connectionId}`;
    const run = (call: Promise<unknown>): void => void call.catch(toasts.error);
    const at = (id: string): string => `${path}/messages/${encodeURIComponent(id)}`;
    return {
      react: (id, emoji) => run(api.post(`${path}/reactions`, { from: number, id, emoji })),
      edit: (id, body) => run(api.put(at(id), { from: number, body })),
      remove: (id) => run(api.delete(`${at(id)}?from=${number}`)),
    };
  }, [connectionId, number, toasts]);
}
