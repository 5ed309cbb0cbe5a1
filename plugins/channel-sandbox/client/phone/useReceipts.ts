import { useEffect, useRef, useState } from 'react';
import { api } from '@balcao/sdk/client';
import type { PhoneMessage } from '../../contract.ts';
import { unread } from './thread.ts';

/** Sends a read receipt of a message. */
export const sendReadReceipt = (connectionId: number, id: string): Promise<unknown> =>
  api.post(`/sandbox/${connectionId}/acks`, { id, ack: 3 });

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return isVisible;
}

/** While enabled, visible messages are confirmed as read, oldest first. */
export function useReceipts(connectionId: number, messages: readonly PhoneMessage[] | undefined, isOn: boolean): void {
  const isVisible = useIsVisible();
  const sentReceipts = useRef(new Set<string>());
  useEffect(() => {
    if (!isOn || !isVisible || !messages) return;
    const fresh = unread(messages).filter(({ id }) => !sentReceipts.current.has(id));
    for (const { id } of fresh) sentReceipts.current.add(id);
    const sendAll = async (): Promise<void> => {
      for (const { id } of fresh) {
        // A receipt that fails is sent again with the next message.
        await sendReadReceipt(connectionId, id).catch(() => sentReceipts.current.delete(id));
      }
    };
    void sendAll();
  }, [connectionId, isOn, isVisible, messages]);
}
