import { Button, Dialog, DialogSurface, Input } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, Exposed, useT } from '@balcao/sdk/client';
import { Page, Spinner } from '@balcao/sdk/ui';
import { ticketCard, ticketConversation, ticketPeek, type TicketView } from '@balcao/tickets/contract';

/** Pending conversations as cards: one is opened in a dialog, another beside them, and each can be previewed. */
export default function DeskPage() {
  const t = useT();
  const [over, setOver] = useState<string>();
  const [beside, setBeside] = useState<string>();
  const [peeked, setPeeked] = useState<number>();
  const [typed, setTyped] = useState('');
  const { data } = useQuery({
    queryKey: ['acme-desk'],
    queryFn: ({ signal }) => api.get<{ tickets: TicketView[] }>('/tickets', { status: 'pending' }, { signal }),
    staleTime: Infinity,
  });
  const tickets = data?.tickets.slice(0, 4) ?? [];
  return (
    <Page title={t('manifest.title')}>
      <Input aria-label={t('uuid')} value={typed} onChange={(_, { value }) => setTyped(value)} />
      <Button onClick={() => setOver(typed)}>{t('open')}</Button>
      <ul aria-label={t('waiting')}>
        {tickets.map(({ id, uuid }) => (
          <li key={id}>
            <Exposed of={ticketCard} props={{ ticketId: id, onOpen: (ticket) => setOver(ticket.uuid) }} />
            <Button onClick={() => setPeeked(id)}>{t('peek')}</Button>
            <Button onClick={() => setBeside(uuid)}>{t('beside')}</Button>
          </li>
        ))}
      </ul>
      {beside !== undefined && (
        <div style={{ height: 500 }}>
          <Exposed
            of={ticketConversation}
            props={{ uuid: beside, onClose: () => setBeside(undefined) }}
            fallback={<Spinner />}
          />
        </div>
      )}
      {peeked !== undefined && (
        <Exposed
          of={ticketPeek}
          props={{ ticketId: peeked, onClose: () => setPeeked(undefined) }}
          empty={<p>{t('noPeek')}</p>}
        />
      )}
      <Dialog open={over !== undefined} onOpenChange={(_, { open }) => !open && setOver(undefined)}>
        <DialogSurface
          aria-label={t('dialog')}
          style={{ width: '90vw', maxWidth: 1100, height: '85vh', maxHeight: '85vh', padding: 0 }}
        >
          {over !== undefined && (
            <Exposed
              of={ticketConversation}
              props={{ uuid: over, onClose: () => setOver(undefined), panel: true }}
              fallback={<Spinner />}
            />
          )}
        </DialogSurface>
      </Dialog>
    </Page>
  );
}
