import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { api, useSession, useToasts } from '@balcao/sdk/client';

/**
 * Returns a function that opens a contact’s open ticket or the dialog for a new one; undefined while tickets are
 * disabled.
 */
export function useConversation(): ((contactId: number) => void) | undefined {
  const navigate = useNavigate();
  const toasts = useToasts();
  const { isOn } = useSession();
  const isBusy = useRef(false);
  if (!isOn('tickets')) return undefined;
  const open = async (contactId: number): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const running = await api.get<{ uuid?: string } | undefined>(`/tickets/${contactId}/show`);
      void navigate(running?.uuid ? `/tickets/${running.uuid}` : `/tickets?new=1&contact=${contactId}`);
    } catch (error) {
      toasts.error(error);
    } finally {
      isBusy.current = false;
    }
  };
  return (contactId) => void open(contactId);
}
