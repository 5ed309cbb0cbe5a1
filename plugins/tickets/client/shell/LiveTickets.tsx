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
import type { TicketRowView, TicketView } from '../../contract.ts';
import { useWaking } from '../data/marks.ts';
import { holdsUnsent } from '../model/unsent.ts';
import { showAllAtom } from '../data/showAll.ts';
import {
  catchUp,
  contactNews,
  listAgain,
  refiltered,
  startListening,
  ticketGone,
  ticketNews,
  ticketRead,
} from '../data/ticketCache.ts';
import { customerTypes } from '../data/typing.ts';
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
      update({ ticket }: { ticket: TicketRowView }) {
        // Whoever has written does not go on typing.
        if (ticket.lastMessageAck === null) customerTypes(ticket.id, 'paused');
        ticketNews(ticket, user);
      },
      delete: ({ ticketId }: { ticketId: number }) => ticketGone(ticketId, of),
      updateUnread: ({ ticketId }: { ticketId: number }) => ticketRead(ticketId),
      presence: ({ ticketId, state }: { ticketId: number; state: string }) => customerTypes(ticketId, state),
      refilter: ({ param }: { param: string }) => refiltered(param),
    },
    { onJoined: (again, missed) => (again ? catchUp() : listAgain(missed)) },
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
    { queryKeys: [directoryKeys.queues] },
  );
  const connectionsChanged = () => void queryClient.invalidateQueries({ queryKey: directoryKeys.connections });
  useRoom(
    connectionsRoom,
    {},
    { update: connectionsChanged, delete: connectionsChanged },
    { queryKeys: [directoryKeys.connections] },
  );
  useRoom(
    contactsRoom,
    {},
    { update: (news: { contactId: number; isNew: boolean }) => !news.isNew && contactNews(news.contactId) },
  );
  return null;
}

/** A colleague hands something over: said at once, whatever page is open. */
function TransferNews() {
  const { user, isOn } = useSession();
  const t = useT();
  const toasts = useToasts();
  useRoom(
    userRoom,
    { userId: user.id },
    {
      'ticket-marks': catchUp,
      'ticket-transferred': ({ ticket, by }: { ticket: TicketView; by: { name: string } }) =>
        // Whoever has notifications is told by them, and as they chose.
        !isOn('notifications') && toasts.info(t('transfer.received', { user: by.name, name: ticket.contact.name })),
      'tickets-transferred': ({ count, by }: { count: number; by: { name: string } }) =>
        !isOn('notifications') && toasts.info(t('bulk.received', { user: by.name, count })),
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
  useWaking();
  useEffect(() => {
    // Nothing is fetched for it where nothing waits.
    if (connection === 'online' && holdsUnsent(user.id))
      void import('../data/outboxes.ts').then(({ outboxOf }) => outboxOf(user.id).resume());
  }, [connection, user.id]);
  // Where nothing live comes through, numbers are worth having all the same.
  useEffect(() => {
    const timer = setTimeout(startListening, 3_000);
    return () => clearTimeout(timer);
  }, []);
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
