import { sql, z, type Scope, type Sql } from '@balcao/sdk/server';
import { contacts } from '@balcao/contacts/contract';
import { recipientStates, type RecipientState, type ReportCard, type ShippingView } from '../../contract.ts';

const at = z.string().nullable();
export const shippingOutput = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string(),
  contact: z.object({ id: z.number(), name: z.string() }).nullable(),
  ticketId: z.number().nullable(),
  ticketUuid: z.string().nullable(),
  state: z.enum(recipientStates),
  reason: z.string().nullable(),
  variant: z.number(),
  confirmationRequestedAt: at,
  confirmedAt: at,
  sentAt: at,
  deliveredAt: at,
  readAt: at,
  answeredAt: at,
  optedOutAt: at,
  answer: z.string().nullable(),
});

/**
 * The states of the recipients that a card of the report lists; undefined: every one. `opted-out` are those who were
 * left out because they had opted out before, `left` those who opted out of this campaign, and `wanted` those who
 * answered it and stayed. A recipient is called shipping in the API, as the specification does.
 */
export const statesOf: Record<ReportCard, readonly RecipientState[] | undefined> = {
  all: undefined,
  pending: ['waiting', 'confirmed', 'released'],
  asked: ['asked'],
  confirmed: ['confirmed', 'released', 'sent', 'delivered', 'read', 'answered'],
  sent: ['sent', 'delivered', 'read', 'answered'],
  delivered: ['delivered', 'read', 'answered'],
  read: ['read', 'answered'],
  answered: ['answered'],
  wanted: ['answered'],
  failed: ['failed', 'uncertain'],
  skipped: ['skipped'],
  'opted-out': ['skipped'],
  left: undefined,
};

export interface ShippingFilter {
  card?: ReportCard | undefined;
  state?: RecipientState | undefined;
  variant?: number | undefined;
  /** Only this reason of a failure. */
  reason?: string | undefined;
  /** Every reason but these. */
  notReasons?: readonly string[] | undefined;
  search?: string | undefined;
}

const conditions = ({ card = 'all', variant, reason, notReasons, search = '' }: ShippingFilter): Sql => {
  const parts = [sql`true`];
  if (card === 'opted-out') parts.push(sql`r.reason = 'opted-out'`);
  if (card === 'left') parts.push(sql`r.opted_out_at is not null`);
  if (card === 'wanted') parts.push(sql`r.opted_out_at is null`);
  if (reason !== undefined) parts.push(sql`r.reason = ${reason}`);
  if (notReasons !== undefined) parts.push(sql`coalesce(r.reason, '') <> all(${[...notReasons]}::text[])`);
  if (card === 'confirmed') parts.push(sql`r.confirmed_at is not null`);
  if (variant !== undefined) parts.push(sql`r.variant = ${variant}`);
  if (search !== '') {
    const digits = search.replace(/\D/g, '');
    const named = sql`kernel.normalise(r.name) like kernel.like_pattern(${search})`;
    parts.push(digits.length < 4 ? named : sql`(${named} or position(${digits} in r.number) > 0)`);
  }
  return sql.join(parts, sql` and `);
};

/**
 * Ids of recipients in their order, after a position. Each state is read by its own part of the index, so that the first
 * page of a million costs as little as that of a hundred.
 */
const idsSql = (campaignId: number, filter: ShippingFilter, after: number, limit: number): Sql => {
  const states = filter.state ? [filter.state] : statesOf[filter.card ?? 'all'];
  const where = conditions(filter);
  if (!states)
    return sql`select r.id, r.position from campaigns.recipient r
                where r.campaign_id = ${campaignId} and r.position > ${after} and ${where} order by r.position limit ${limit}`;
  return sql`select y.id, y.position from unnest(${[...states]}::text[]) s (state),
                lateral (select r.id, r.position from campaigns.recipient r
                          where r.campaign_id = ${campaignId} and r.state = s.state and r.position > ${after} and ${where}
                          order by r.position limit ${limit}) y
              order by y.position limit ${limit}`;
};

interface Row {
  id: number;
  position: number;
  name: string;
  number: string;
  contactId: number | null;
  contactName: string | null;
  ticketId: number | null;
  ticketUuid: string | null;
  state: RecipientState;
  reason: string | null;
  variant: number;
  askedAt: Date | null;
  confirmedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  readAt: Date | null;
  answeredAt: Date | null;
  optedOutAt: Date | null;
  answer: string | null;
}

const read = (scope: Scope, ids: Sql): Promise<Row[]> =>
  scope.sql.rows<Row>(
    sql`select r.id, r.position, r.name, r.number, c.id as "contactId", c.name as "contactName", r.ticket_id as "ticketId",
               t.uuid::text as "ticketUuid", r.state, r.reason, r.variant, r.asked_at as "askedAt", r.confirmed_at as "confirmedAt",
               r.sent_at as "sentAt", r.delivered_at as "deliveredAt", r.read_at as "readAt", r.answered_at as "answeredAt",
               r.opted_out_at as "optedOutAt",
               case when m.is_deleted then null else left(m.body, 200) end as answer
          from (${ids}) i join campaigns.recipient r on r.id = i.id
          left join contacts.public_contact c on c.company_id = r.company_id and c.id = r.contact_id
          left join tickets.public_ticket t on t.company_id = r.company_id and t.id = r.ticket_id
          left join tickets.public_message m on m.company_id = r.company_id and m.id = r.answer_message_id
         order by i.position`,
  );

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const shown = (scope: Scope, row: Row): ShippingView => {
  const service = scope.use(contacts);
  const masked = (name: string): string => (name === row.number ? service.visibleNumber(row.number) : name);
  return {
    id: row.id,
    name: masked(row.name || (row.contactName ?? '')),
    number: service.visibleNumber(row.number),
    contact: row.contactId === null ? null : { id: row.contactId, name: masked(row.contactName ?? '') },
    ticketId: row.ticketId,
    ticketUuid: row.ticketUuid,
    state: row.state,
    reason: row.reason,
    variant: row.variant,
    confirmationRequestedAt: iso(row.askedAt),
    confirmedAt: iso(row.confirmedAt),
    sentAt: iso(row.sentAt),
    deliveredAt: iso(row.deliveredAt),
    readAt: iso(row.readAt),
    answeredAt: iso(row.answeredAt),
    optedOutAt: iso(row.optedOutAt),
    answer: row.answer,
  };
};

export const perPage = 20;

/** A page of recipients in the order of the audience. */
export const shippingPage = async (
  scope: Scope,
  campaignId: number,
  filter: ShippingFilter,
  page = 1,
): Promise<{ records: ShippingView[]; hasMore: boolean }> => {
  const ids = idsSql(campaignId, filter, -1, page * perPage + 1);
  const rows = await read(scope, sql`select * from (${ids}) p order by p.position offset ${(page - 1) * perPage}`);
  return { records: rows.slice(0, perPage).map((row) => shown(scope, row)), hasMore: rows.length > perPage };
};

/** All recipients of a card, read in parts: an export of a million is never in memory. */
export async function* shippingRows(
  scope: Scope,
  campaignId: number,
  filter: ShippingFilter,
  size = 2000,
): AsyncGenerator<ShippingView> {
  let after = -1;
  for (;;) {
    const rows = await read(scope, idsSql(campaignId, filter, after, size));
    for (const row of rows) yield shown(scope, row);
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.position;
  }
}

/**
 * The people of a card as a contact list stores them, unmasked: for lists made from a report. People whose data was
 * erased have no number and are left out.
 */
export async function* peopleOf(
  scope: Scope,
  campaignId: number,
  filter: ShippingFilter,
  size = 2000,
): AsyncGenerator<{ name: string; number: string }> {
  let after = -1;
  for (;;) {
    const rows = await scope.sql.rows<{ name: string; number: string; position: number }>(
      sql`select r.name, r.number, r.position from (${idsSql(campaignId, filter, after, size)}) i
            join campaigns.recipient r on r.id = i.id order by r.position`,
    );
    for (const { name, number } of rows) if (number !== '') yield { name, number };
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.position;
  }
}
