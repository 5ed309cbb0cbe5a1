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
import { contactDetailsKey } from '../contact/contact-details.ts';
import { useSnoozeTimer } from '../data/marks.ts';
import { holdsUnsent } from '../model/unsent.ts';
import { showAllAtom } from '../data/show-all.ts';
import {
  reloadTickets,
  contactUpdated,
  reloadLists,
  refiltered,
  startListening,
  ticketGone,
  ticketUpdated,
  ticketRead,
  ticketKeys,
} from '../data/ticket-cache.ts';
import { setCustomerTyping } from '../data/typing.ts';
import { directoryKeys, useOwnQueues } from '../data/useDirectory.ts';
import { TitleCount } from './TitleCount.tsx';

type ListRoom = { queueId?: number; userId?: number; all?: boolean };
const userRoom = room<{ userId: number }>('kernel.user');

/** Joins one room of live lists; it renders nothing. */
function ListUpdates({ of }: { of: ListRoom }) {
  const { user } = useSession();
  useRoom(
    ticketListRoom,
    of,
    {
      update({ ticket }: { ticket: TicketRowView }) {
        // The customer has sent the message, so is not typing any more.
        if (ticket.lastMessageAck === null) setCustomerTyping(ticket.id, 'paused');
        ticketUpdated(ticket, user);
      },
      delete: ({ ticketId }: { ticketId: number }) => ticketGone(ticketId, of),
      updateUnread: ({ ticketId }: { ticketId: number }) => ticketRead(ticketId),
      presence: ({ ticketId, state }: { ticketId: number; state: string }) => setCustomerTyping(ticketId, state),
      refilter: ({ param }: { param: string }) => refiltered(param),
    },
    { onJoined: (again, missed) => (again ? reloadTickets() : reloadLists(missed)) },
  );
  return null;
}

/** Live updates of what tickets show of other plugins: names and colours of queues, connections and people. */
function DirectoryUpdates() {
  const { user } = useSession();
  const queuesChanged = () => {
    void queryClient.invalidateQueries({ queryKey: directoryKeys.queues });
    reloadTickets();
  };
  useRoom(
    queuesRoom,
    {},
    {
      update: queuesChanged,
      delete: queuesChanged,
      members: ({ userId }: { userId: number }) => {
        if (userId === user.id) void reloadSession().then(reloadTickets, () => undefined);
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
    { update: (news: { contactId: number; isNew: boolean }) => !news.isNew && contactUpdated(news.contactId) },
    { queryKeys: [contactDetailsKey, ticketKeys.details] },
  );
  return null;
}

/** Shows transfers from colleagues at once, on any page. */
function TransferUpdates() {
  const { user, isOn } = useSession();
  const t = useT();
  const toasts = useToasts();
  useRoom(
    userRoom,
    { userId: user.id },
    {
      'ticket-marks': reloadTickets,
      'ticket-transferred': ({ ticket, by }: { ticket: TicketView; by: { name: string } }) =>
        // With the notifications plugin on, it shows them, by its own settings.
        !isOn('notifications') && toasts.info(t('transfer.received', { user: by.name, name: ticket.contact.name })),
      'tickets-transferred': ({ count, by }: { count: number; by: { name: string } }) =>
        !isOn('notifications') && toasts.info(t('bulk.received', { user: by.name, count })),
    },
  );
  return null;
}

/** Keeps lists, badges and the outbox up to date on every page. */
export default function LiveTickets() {
  const { user, can } = useSession();
  const queues = useOwnQueues();
  const showAll = useAtomValue(showAllAtom);
  const connection = useConnectionState();
  useSnoozeTimer();
  useEffect(() => {
    // The outbox is loaded only where messages wait.
    if (connection === 'online' && holdsUnsent(user.id))
      void import('../data/outboxes.ts').then(({ outboxOf }) => outboxOf(user.id).resume());
  }, [connection, user.id]);
  // Without a live connection the loads that wait for it begin all the same.
  useEffect(() => {
    const timer = setTimeout(startListening, 3_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <ListUpdates of={{ userId: user.id }} />
      <ListUpdates of={{ queueId: 0 }} />
      {queues.map((queue) => (
        <ListUpdates key={queue.id} of={{ queueId: queue.id }} />
      ))}
      {showAll && can('tickets-manager:showall') && <ListUpdates of={{ all: true }} />}
      <DirectoryUpdates />
      <TransferUpdates />
      <TitleCount />
    </>
  );
}
