import { AppError, notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { TicketStatus, TicketView } from '../../contract.ts';
import { isUnlisted } from './unlisted.ts';
import { maskedLive, readerOf, type SignedIn } from '../reader.ts';

/** The assignment and status of a ticket, which decide who may open it. */
export interface TicketAccess {
  queueId: number | null;
  /** See `owner_key`; 0 for none. */
  ownerKey: number;
  inOwnQueue: boolean;
}

export interface TicketRow extends TicketAccess {
  id: number;
  uuid: string;
  status: TicketStatus;
  channel: string;
  isGroup: boolean;
  contactId: number;
  whatsappId: number | null;
  userId: number | null;
  unread: number;
  /** The owner. */
  owner: { id: number; name: string | null } | null;
  queueName: string | null;
}

const rows = (scope: Scope, where: Sql): Promise<TicketRow[]> =>
  scope.sql.rows<TicketRow>(sql`
    select t.id, t.uuid, t.status, t.channel, t.is_group as "isGroup", t.contact_id as "contactId", t.whatsapp_id as "whatsappId", t.queue_id as "queueId",
           t.user_id as "userId", t.unread, t.owner_key as "ownerKey", q.name as "queueName",
           case when t.owner_key <> 0 then json_build_object('id', t.owner_key, 'name', u.name) end as owner,
           exists (select 1 from queues.public_member m where m.queue_id = t.queue_id and m.user_id = ${scope.user?.id ?? 0}) as "inOwnQueue"
      from tickets.ticket t
      left join queues.public_queue q on q.company_id = t.company_id and q.id = t.queue_id
      left join kernel."user" u on u.company_id = t.company_id and u.id = t.owner_key
     where ${where}`);

const orMissing = (row: TicketRow | undefined): TicketRow => {
  if (!row) throw notFound('ERR_NO_TICKET_FOUND');
  return row;
};

export const ticketById = async (scope: Scope, id: number): Promise<TicketRow> =>
  orMissing((await rows(scope, sql`t.id = ${id}`))[0]);
export const ticketByUuid = async (scope: Scope, uuid: string): Promise<TicketRow> =>
  orMissing((await rows(scope, sql`t.uuid = ${uuid}::uuid`))[0]);

/** Returns why this reader may not open it; undefined when they may. */
const refusal = (scope: SignedIn, row: TicketAccess): string | undefined => {
  const reader = readerOf(scope);
  const isOwn = row.ownerKey === reader.id;
  if (!isOwn && row.queueId !== null && !row.inOwnQueue && !reader.anyQueue) return 'ERR_TICKET_OTHER_QUEUE';
  if (!isOwn && row.ownerKey !== 0 && !reader.seesAll) return 'ERR_TICKET_OTHER_USER';
  return undefined;
};

export const mayOpen = (scope: SignedIn, row: TicketAccess): boolean => refusal(scope, row) === undefined;

/** True when this reader may read its messages, which more people may than may open it. */
export const mayRead = (scope: SignedIn, row: TicketAccess): boolean =>
  mayOpen(scope, row) || scope.can('tickets-manager:viewchats');

/** Throws 403 with the owner and queue, as far as they explain the refusal. */
export const assertMayOpen = (scope: SignedIn, row: TicketRow): void => {
  const code = refusal(scope, row);
  if (code === undefined) return;
  const { status, queueName: queue } = row;
  throw new AppError(403, code, { context: { status, queue, user: row.owner?.name ?? null } });
};

/** Returns those of many that the person of the scope may not open, with the reason; without a person only missing ones. */
export const unreadable = async (scope: Scope, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map();
  const found = new Map((await rows(scope, sql`t.id = any(${[...ids]}::int[])`)).map((row) => [row.id, row]));
  return new Map(
    ids.flatMap((id): [number, string][] => {
      const row = found.get(id);
      const code = row ? scope.user && refusal(scope as SignedIn, row) : 'ERR_NO_TICKET_FOUND';
      return code === undefined ? [] : [[id, code]];
    }),
  );
};

/** Without a person nothing is masked. */
const isMasked = (scope: Scope): boolean => scope.user !== undefined && readerOf(scope as SignedIn).masked;

/** An unlisted conversation is shown as closed. */
const asKnown = (view: TicketView): TicketView =>
  isUnlisted(view) ? { ...view, status: 'closed', isUnlisted: true } : view;

/** Returns many as lists show them, in the order of the ids: to the reader, or to everybody in a live room. */
export const ticketViews = async (
  scope: Scope,
  ids: readonly number[],
  whom: 'reader' | 'live' = 'reader',
): Promise<TicketView[]> => {
  if (ids.length === 0) return [];
  const masked = whom === 'live' ? maskedLive(scope) : isMasked(scope);
  const row = await scope.sql.one<{ views: string }>(
    sql`select tickets.list_json(${[...ids]}::int[], ${masked}) as views`,
  );
  const views = JSON.parse(row?.views ?? '[]') as TicketView[];
  return whom === 'live' ? views : views.map(asKnown);
};

/** Returns one ticket as lists show it: for the reader, or for everybody in a live room. */
export const ticketView = async (
  scope: Scope,
  id: number,
  whom: 'reader' | 'live',
): Promise<TicketView | undefined> => {
  const masked = whom === 'live' ? maskedLive(scope) : isMasked(scope);
  const row = await scope.sql.one<{ view: TicketView }>(
    sql`select tickets.ticket_view(t, ${masked}) as view from tickets.ticket t where t.id = ${id}`,
  );
  return row && whom === 'reader' ? asKnown(row.view) : row?.view;
};
