import { useEffect, useRef } from 'react';
import { useRoom, useSession, type Missed } from '@balcao/sdk/client';
import { room } from '@balcao/sdk/contract';
import { queuesRoom } from '@balcao/queues/contract';
import { ticketListRoom, type TicketRowView } from '@balcao/tickets/contract';
import { usersRoom } from '@balcao/users/contract';
import type { Panel } from '../../panel.ts';
import type { PanelStore } from './panel-store.ts';

const companyRoom = room('kernel.company');
/** People, departments and permissions are changed one after another; the panel is read once. */
const settles = 1_000;

interface RoomsProps {
  store: PanelStore;
  panel: Panel;
  /** Reads the panel again. */
  again(): void;
  /** A room was joined, perhaps later than the panel was read. */
  onJoined(missed: Missed): void;
}

/** Joins what keeps the panel current: one room of all conversations, or for people who see few, the rooms of those. */
export function PanelRooms({ store, panel, again, onJoined }: RoomsProps) {
  const { user } = useSession();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      again();
    }, settles);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useRoom(
    companyRoom,
    {},
    {
      presence: ({ userId, online }: { userId: number; online: boolean }) => store.receivePresence(userId, online),
      // Another part of the conversations may be shown now.
      permission: later,
    },
    { onJoined: (isAgain, missed) => (isAgain ? again() : onJoined(missed)) },
  );
  const options = { onJoined: (_again: boolean, missed: Missed) => onJoined(missed) };
  useRoom(usersRoom, {}, { update: later, delete: later }, options);
  useRoom(queuesRoom, {}, { update: later, delete: later, members: later }, options);
  const own = panel.people.find(({ id }) => id === user.id)?.queueIds ?? [];
  const rooms = panel.seesAll
    ? [{ all: true }]
    : [{ userId: user.id }, { queueId: 0 }, ...own.map((queueId) => ({ queueId }))];
  return rooms.map((params) => (
    <ListRoom key={JSON.stringify(params)} params={params} store={store} onJoined={onJoined} />
  ));
}

interface ListRoomProps {
  params: { all?: boolean; userId?: number; queueId?: number };
  store: PanelStore;
  onJoined(missed: Missed): void;
}

function ListRoom({ params, store, onJoined }: ListRoomProps) {
  useRoom(
    ticketListRoom,
    params,
    {
      update: ({ ticket }: { ticket: TicketRowView }) => store.receive(ticket.id, { ticket }),
      delete: ({ ticketId }: { ticketId: number }) => store.receive(ticketId, { isGone: true }),
      updateUnread: ({ ticketId }: { ticketId: number }) => store.receive(ticketId, { isRead: true }),
      presence: ({ ticketId, state }: { ticketId: number; state: string }) =>
        store.receive(ticketId, { isTyping: state === 'composing' || state === 'recording' }),
    },
    { onJoined: (_again, missed) => onJoined(missed) },
  );
  return null;
}
