import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import {
  queryClient,
  reloadSession,
  useConnectionState,
  useRoom,
  useSession,
  useT,
  useToasts,
} from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { connectionsRoom } from '@balcao/connections/contract';
import { contactsRoom } from '@balcao/contacts/contract';
import { queuesRoom } from '@balcao/queues/contract';
import { ticketListRoom } from '../../contract.ts';
import type { TicketView } from '../../contract.ts';
import { outboxOf } from '../data/outboxes.ts';
import { showAllAtom } from '../data/showAll.ts';
import { catchUp, knownTicket, ticketChanged, ticketGone, ticketRead } from '../data/ticketCache.ts';
import { directoryKeys, useOwnQueues } from '../data/useDirectory.ts';
import { TitleCount } from './TitleCount.tsx';

type ListRoom = { queueId?: number; userId?: number; all?: boolean };
const userRoom = room<{ userId: number }>('kernel.user');

/** One room of list news; it draws nothing. */
function ListNews({ of }: { of: ListRoom }) {
  const { user } = useSession();
  useRoom(
    ticketListRoom,
    of,
    {
      update: ({ ticket }: { ticket: TicketView }) => ticketChanged(ticket, user),
      delete: ({ ticketId }: { ticketId: number }) => ticketGone(ticketId, of),
      updateUnread: ({ ticketId }: { ticketId: number }) => ticketRead(ticketId),
    },
    { onJoined: (again) => again && catchUp() },
  );
  return null;
}

/** What tickets show of others' things: names and colours of queues, connections, people. */
function DirectoryNews() {
  const { user } = useSession();
  const queuesChanged = () => {
    void queryClient.invalidateQueries({ queryKey: directoryKeys.queues });
    catchUp();
  };
  useRoom(
    queuesRoom,
    {},
    {
      update: queuesChanged,
      delete: queuesChanged,
      members: ({ userId }: { userId: number }) => {
        if (userId === user.id) void reloadSession().then(catchUp, () => undefined);
      },
    },
  );
  const connectionsChanged = () => void queryClient.invalidateQueries({ queryKey: directoryKeys.connections });
  useRoom(connectionsRoom, {}, { update: connectionsChanged, delete: connectionsChanged });
  useRoom(
    contactsRoom,
    {},
    {
      update: ({ contactId }: { contactId: number }) => {
        if (knownTicket((ticket) => ticket.contactId === contactId)) catchUp();
      },
    },
  );
  return null;
}

/** A colleague hands something over: said at once, whatever page is open. */
function TransferNews() {
  const { user } = useSession();
  const t = useT();
  const toasts = useToasts();
  useRoom(
    userRoom,
    { userId: user.id },
    {
      'ticket-transferred': ({ ticket, by }: { ticket: TicketView; by: { name: string } }) =>
        toasts.info(t('transfer.received', { user: by.name, name: ticket.contact.name })),
    },
  );
  return null;
}

/** Keeps lists, badges and what waits to be sent going, wherever in the product the person is. */
export default function LiveTickets() {
  const { user, can } = useSession();
  const queues = useOwnQueues();
  const showAll = useAtomValue(showAllAtom);
  const connection = useConnectionState();
  useEffect(() => {
    if (connection === 'online') outboxOf(user.id).resume();
  }, [connection, user.id]);
  return (
    <>
      <ListNews of={{ userId: user.id }} />
      <ListNews of={{ queueId: 0 }} />
      {queues.map((queue) => (
        <ListNews key={queue.id} of={{ queueId: queue.id }} />
      ))}
      {showAll && can('tickets-manager:showall') && <ListNews of={{ all: true }} />}
      <DirectoryNews />
      <TransferNews />
      <TitleCount />
    </>
  );
}
