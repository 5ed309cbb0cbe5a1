import { useCallback } from 'react';
import { api, ApiError } from '@balcao/sdk/client';
import { useTicketDialogs } from '../../dialogs/ticket-dialogs.ts';
import { useViewScope } from '../../view/page-scope.ts';

const contactWith = async (digits: string): Promise<{ id: number } | undefined> => {
  try {
    return await api.get<{ id: number }>(`/contacts/get-by-number/${digits}`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** Opens the running conversation with a number, or the dialog to begin one. */
export function useOpenByNumber(): (name: string, number: string) => Promise<void> {
  const dialogs = useTicketDialogs();
  const scope = useViewScope();
  return useCallback(
    async (name, number) => {
      const digits = number.replace(/\D/g, '');
      const contact = await contactWith(digits);
      if (!contact) return dialogs.open({ kind: 'new', fresh: { name, number: digits } });
      const running = await api.get<{ uuid?: string } | undefined>(`/tickets/${contact.id}/show`);
      if (running?.uuid) scope.open({ uuid: running.uuid });
      else dialogs.open({ kind: 'new', contactId: contact.id });
    },
    [dialogs, scope],
  );
}
