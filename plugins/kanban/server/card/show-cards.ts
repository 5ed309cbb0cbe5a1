import { z, type Scope } from '@balcao/sdk/server';
import { tickets, type TicketView } from '@balcao/tickets/contract';
import type { CardRow, Cursor } from './lane-cards.ts';

const named = z.object({ name: z.string(), color: z.string() });

/** A card as boards show it. */
export const shownCard = z.object({
  id: z.number(),
  uuid: z.string(),
  laneId: z.string(),
  version: z.number(),
  contact: z.object({ id: z.number(), name: z.string(), profilePicUrl: z.string().nullable() }),
  channel: z.string(),
  status: z.enum(['open', 'pending', 'closed']),
  queue: named.nullable(),
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  tags: z.array(named),
  lastMessage: z.string(),
  lastMessageType: z.string(),
  updatedAt: z.string(),
  unread: z.number(),
  waitingSince: z.string().nullable(),
  valueCents: z.number(),
  inLaneSince: z.string(),
  followUp: z
    .object({
      state: z.enum(['waiting', 'window', 'done', 'ended']),
      dueAt: z.string().nullable(),
      step: z.number(),
      sentAt: z.string().nullable(),
    })
    .nullable(),
});
export type ShownCard = z.output<typeof shownCard>;

const shown = (row: CardRow, ticket: TicketView): ShownCard => ({
  id: row.id,
  uuid: ticket.uuid,
  laneId: row.laneId,
  version: row.version,
  contact: { id: ticket.contact.id, name: ticket.contact.name, profilePicUrl: ticket.contact.profilePicUrl },
  channel: ticket.channel,
  status: ticket.status,
  queue: ticket.queue && { name: ticket.queue.name, color: ticket.queue.color },
  user: ticket.user,
  tags: ticket.tags.map(({ name, color }) => ({ name, color })),
  lastMessage: ticket.lastMessage.slice(0, 120),
  lastMessageType: ticket.lastMessageType,
  updatedAt: ticket.updatedAt,
  unread: ticket.unreadMessages,
  waitingSince: ticket.waitingSince,
  valueCents: row.cents,
  inLaneSince: row.movedAt?.toISOString() ?? ticket.createdAt,
  followUp: row.followUp as ShownCard['followUp'],
});

/** Adds what lists show of the conversations, with the reader's permissions. */
export const showCards = async (scope: Scope, rows: readonly CardRow[]): Promise<ShownCard[]> => {
  const views = await scope.use(tickets).findAll(rows.map(({ id }) => id));
  const byId = new Map(views.map((view) => [view.id, view]));
  return rows.flatMap((row) => {
    const view = byId.get(row.id);
    return view ? [shown(row, view)] : [];
  });
};

export const writeCursor = ({ rank, at, id }: CardRow): string =>
  Buffer.from(JSON.stringify(rank === null ? { at, id } : { rank })).toString('base64url');

const cursor = z.union([
  z.strictObject({ at: z.string().max(40), id: z.number().int() }),
  z.strictObject({ rank: z.string().max(200) }),
]);
/** Reads a cursor that `writeCursor` made; anything else is refused. */
export const readCursor = z
  .string()
  .max(400)
  .transform((text, context): Cursor => {
    try {
      return cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    } catch {
      context.addIssue({ code: 'custom', message: 'ERR_INVALID_VALUE' });
      return z.NEVER;
    }
  });
