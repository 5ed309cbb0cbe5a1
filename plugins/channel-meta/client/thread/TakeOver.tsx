import { Button } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { StatusPill } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { isMetaChannel } from '../../contract.ts';

interface Thread {
  isElsewhere: boolean;
}

/** Shows that another app has the conversation, and takes it over. */
export default function TakeOver({ ticket }: { ticket: TicketView }) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const key = ['meta', 'thread', ticket.id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Thread>(`/meta/tickets/${ticket.id}`, {}, { signal }),
    enabled: isMetaChannel(ticket.channel) && ticket.status !== 'closed',
  });
  if (!data?.isElsewhere) return null;
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      queries.setQueryData(key, await api.post<Thread>(`/meta/tickets/${ticket.id}/take`));
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
