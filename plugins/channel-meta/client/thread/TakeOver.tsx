import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { StatusPill } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import type { ThreadView } from '../../contract.ts';
import { threadKey, useThread } from './useThread.ts';

/** Shows that another app has the conversation, and takes it over. */
export default function TakeOver({ ticket }: { ticket: TicketView }) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { data } = useThread(ticket, ticket.status !== 'closed');
  if (!data?.isElsewhere) return null;
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      const taken = await api.post<Pick<ThreadView, 'isElsewhere'>>(`/meta/tickets/${ticket.id}/take`);
      queries.setQueryData<ThreadView>(threadKey(ticket.id), (known) => known && { ...known, ...taken });
      toasts.success(t('thread.taken'));
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <StatusPill tone="warn">{t('thread.elsewhere')}</StatusPill>
      <Button size="small" disabledFocusable={isBusy} onClick={() => void take()}>
        {t('thread.take')}
      </Button>
    </>
  );
}
