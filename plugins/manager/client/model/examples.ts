import type { TicketRowView } from '@balcao/tickets/contract';
import { firstRows, type Desk, type Panel } from '../../panel.ts';
import { byWait, entryOf, rowOf } from './entry.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
export const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString();

/** A running conversation as live lists carry it. */
export const ticket = (id: number, part: Partial<TicketRowView> = {}): TicketRowView => ({
  id,
  uuid: `uuid-${id}`,
  status: (part.userId ?? null) === null ? 'pending' : 'open',
  channel: 'whatsapp',
  unreadMessages: 0,
  lastMessage: 'Bom dia',
  lastMessageAck: null,
  lastMessageType: 'text',
  updatedAt: at(id),
  createdAt: at(0),
  waitingSince: null,
  unsentMessages: 0,
  isGroup: false,
  queueId: 7,
  userId: null,
  whatsappId: 3,
  contactId: id,
  contact: { id, name: `Cliente ${id}`, number: '', profilePicUrl: null, email: '' },
  queue: { id: 7, name: 'Vendas', color: '#1f9d55' },
  user: null,
  whatsapp: { id: 3, name: 'Recepção', status: 'CONNECTED' },
  isAutomaticService: false,
  chatbot: false,
  flow: null,
  summary: null,
  ...part,
});

/** Returns the server's answer about these conversations. */
export const panelOf = (tickets: readonly TicketRowView[]): Panel => {
  const running = tickets.filter(({ status }) => status !== 'closed').map((each) => entryOf(rowOf(each)));
  const owners = [...new Set(running.map(({ ownerId }) => ownerId))];
  const desks = owners.map((ownerId): Desk => {
    const own = running.filter((entry) => entry.ownerId === ownerId).toSorted(byWait);
    const waits = own.map(({ waitingAt }) => waitingAt).filter((time) => time > 0);
    return {
      userId: ownerId === 0 ? null : ownerId,
      total: own.length,
      waiting: waits.length,
      unread: own.reduce((sum, { unread }) => sum + unread, 0),
      oldestWaitAt: waits.length > 0 ? new Date(Math.min(...waits)).toISOString() : null,
      tickets: own.slice(0, firstRows).flatMap(({ row }) => row ?? []),
      others: own.slice(firstRows).map(({ id, unread, waitingAt, updatedAt }) => [id, unread, waitingAt, updatedAt]),
    };
  });
  return { seesAll: true, people: [], desks };
};
