import { AppError, sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { storedCampaign, type Campaign } from '../campaign/campaign-view.ts';
import { dayOf } from '../pace/window.ts';
import { isHeld } from './pause.ts';
import { RecipientFault, skip, type DueRecipient, type ReleaseContext, type StoredRelease } from './recipients.ts';
import { storeMessages } from './store-messages.ts';

export const takeSql = (
  campaignId: number,
  openZones: readonly number[],
  limit: number,
  { key, connection }: Pick<ReleaseContext, 'key' | 'connection'>,
) =>
  sql`select t.id, t.position, t.variant, t.contact_id as "contactId", t.name, t.number, t.number_key as "numberKey", t.address, t.variables,
             t.attended_since as "attendedSince", t.opted_out as "optedOut", t.checked, t.checked_value as "checkedValue"
        from campaigns.take(${campaignId}::int, ${[...openZones]}::smallint[], ${limit}::int, ${key}, ${connection.channel}) t`;

/** Writes down who was released, in one statement, and notes it in the log of each conversation. */
const writeDown = async (scope: Scope, campaign: Campaign, stored: readonly StoredRelease[]): Promise<void> => {
  if (stored.length === 0) return;
  await scope.sql.run(
    sql`update campaigns.recipient r
           set contact_id = j.contact, ticket_id = j.ticket, not_before = null, address = j.address,
               state = case j.what when 'ask' then 'asked' when 'main' then 'released' else 'sent' end,
               ask_message_id = case when j.what = 'ask' then j.message else r.ask_message_id end,
               asked_at = case when j.what = 'ask' then now() else r.asked_at end,
               message_id = case when j.what = 'main' then j.message else r.message_id end,
               released_at = case when j.what <> 'ask' then now() else r.released_at end,
               sent_at = case when j.what = 'flow' then now() else r.sent_at end,
               settled_at = case when j.what = 'flow' then now() else r.settled_at end
          from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
                 as j(id bigint, contact int, ticket int, address text, what text, message bigint)
         where r.company_id = kernel.current_company() and r.id = j.id`,
  );
  await scope.use(tickets).logAll(
    stored.map(({ ticket, what }) => ({
      ticketId: ticket,
      type: 'campaigns.sent',
      data: { campaignId: campaign.id, name: campaign.name, isQuestion: what === 'ask' },
      by: null,
    })),
  );
};

export interface Released {
  /** Messages that were stored. */
  released: number;
  /** Recipients that were taken; 0: nobody is left whose turn it may be now. */
  taken: number;
  /** The reason why nothing may leave now. */
  stop?: 'status' | 'pace' | 'cap';
  /** When the next one may leave, in milliseconds since 1970. */
  nextAt?: number;
}

/** The seconds that follow a message: up to a fifth more on channels of a paired device, where regularity stands out. */
const secondsAfter = ({ settings, adapter }: ReleaseContext, sentInRow: number): { seconds: number; row: number } => {
  const { messageInterval, longerIntervalAfter, greaterInterval } = settings;
  const isLong = longerIntervalAfter > 0 && sentInRow >= longerIntervalAfter;
  const seconds = isLong ? Math.max(greaterInterval, messageInterval) : messageInterval;
  const jitter = adapter.capabilities.qr === true ? 1 + Math.random() * 0.2 : 1;
  return { seconds: seconds * jitter, row: isLong ? 0 : sentInRow };
};

/** True where nothing but the channel sets a pace: then several parts may be released at the same time. */
export const hasNoPace = ({ settings, cap }: ReleaseContext): boolean =>
  settings.messageInterval === 0 && settings.longerIntervalAfter === 0 && cap === null;

/** The same as `storeMessages`, person by person, so that an error names its person. */
const storeSingly = async (
  scope: Scope,
  context: ReleaseContext,
  campaign: Campaign,
  people: readonly DueRecipient[],
): Promise<StoredRelease[]> => {
  const stored: StoredRelease[] = [];
  for (const person of people) {
    try {
      stored.push(...(await storeMessages(scope, context, campaign, [person])));
    } catch (error) {
      throw error instanceof AppError ? new RecipientFault(person.id, error) : error;
    }
  }
  return stored;
};

/**
 * Turns recipients into stored messages, in one transaction with their states and the pace of the connection: all or
 * nothing, whenever a node dies. The row of the pace makes nodes wait for each other; status, opt-outs and caps are
 * read under its lock. Without a pace nobody waits for anybody: each transaction locks its own recipients.
 */
export const release = (
  scope: Scope,
  context: ReleaseContext,
  campaignId: number,
  openZones: readonly number[],
  limit: number,
  /** One after the other, to find out for whom it fails. */
  isSingly = false,
): Promise<Released> =>
  scope.tx(async (inner) => {
    const isFree = hasNoPace(context);
    const pace = await inner.sql.one<{
      isDue: boolean;
      nextAt: Date;
      sentInRow: number;
      day: string | null;
      sentToday: number;
    }>(
      sql`select next_at <= clock_timestamp() as "isDue", greatest(next_at, 'epoch') as "nextAt", sent_in_row as "sentInRow", day::text as day,
                 sent_today as "sentToday" from campaigns.pace where connection_id = ${context.connection.id} ${isFree ? sql.empty : sql`for update`}`,
    );
    if (!pace) return { released: 0, taken: 0, stop: 'pace' };
    if (!pace.isDue) return { released: 0, taken: 0, stop: 'pace', nextAt: pace.nextAt.getTime() };
    const campaign = await storedCampaign(inner, campaignId, isFree ? 'share' : true);
    // It may have been moved to another connection, or held by a guard, a moment ago.
    if (
      campaign.status !== 'EM_ANDAMENTO' ||
      campaign.frozenAt === null ||
      isHeld(campaign) ||
      campaign.connectionId !== context.connection.id
    )
      return { released: 0, taken: 0, stop: 'status' };
    const today = dayOf(Date.now(), inner.company.timeZone);
    const sentToday = pace.day === today ? pace.sentToday : 0;
    const room = context.cap === null ? limit : Math.min(limit, context.cap - sentToday);
    if (room <= 0) return { released: 0, taken: 0, stop: 'cap' };
    // A part that the longer pause ends in time.
    const { longerIntervalAfter } = context.settings;
    const inRow = longerIntervalAfter > 0 ? Math.max(1, longerIntervalAfter - pace.sentInRow) : room;
    const people = await inner.sql.rows<DueRecipient>(takeSql(campaignId, openZones, Math.min(room, inRow), context));
    const stored = isSingly
      ? await storeSingly(inner, context, campaign, people)
      : await storeMessages(inner, context, campaign, people);
    await writeDown(inner, campaign, stored);
    const released = stored.length;
    if (released > 0 && !isFree) {
      const { seconds, row } = secondsAfter(context, pace.sentInRow + released);
      await inner.sql.run(
        sql`update campaigns.pace
               set next_at = clock_timestamp() + make_interval(secs => ${seconds}::float8), gap = ${seconds}::float8, is_on_the_way = true,
                   sent_in_row = ${row}, day = ${today}::date, sent_today = ${sentToday + released}
             where connection_id = ${context.connection.id}`,
      );
      await inner.sql.run(sql`update campaigns.campaign set last_release_at = now() where id = ${campaignId}`);
    }
    return { released, taken: people.length };
  });

/** Writes down that one person's message cannot be sent, outside the transaction that was undone. */
export const failRecipient = (scope: Scope, id: number, code: string): Promise<number> =>
  code === 'ERR_WAPP_INVALID_CONTACT'
    ? skip(scope, id, 'invalid')
    : scope.sql.run(
        sql`update campaigns.recipient set state = 'failed', reason = ${code}, settled_at = now(), not_before = null
             where id = ${id} and state in ('waiting', 'confirmed')`,
      );
