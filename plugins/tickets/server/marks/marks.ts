import { conflict, invalid, sql, userRoom, type Scope, type Sql } from '@balcao/sdk/server';
import { readerOf, type SignedIn } from '../reader.ts';
import { assertMayOpen, ticketById } from '../ticket/find-ticket.ts';
import { isClosed } from '../ticket/unlisted.ts';
import type { Changed } from '../ticket/record.ts';

/** Maximum number of pins. */
const maxPins = 20;
const maxSnoozes = 500;
const maxSnoozeMs = 366 * 24 * 60 * 60_000;

export interface Marks {
  /** In the order of pinning. */
  pinned: number[];
  /**
   * Those of conversations that are not closed. `isBack`: the time is over or the customer wrote since; such a snooze
   * stays until the person opens the conversation in a browser, which then deletes it.
   */
  snoozed: { ticketId: number; until: Date; inMs: number; isBack: boolean }[];
}

export const marksOf = async (scope: SignedIn): Promise<Marks> => {
  const me = scope.user.id;
  const pinned = await scope.sql.rows<{ id: number }>(
    sql`select p.ticket_id as id from tickets.pin p where p.user_id = ${me} order by p.pinned_at, p.ticket_id`,
  );
  const snoozed = await scope.sql.rows<Marks['snoozed'][number]>(
    sql`select s.ticket_id as "ticketId", s.until, greatest(0, extract(epoch from s.until - now()) * 1000)::float8 as "inMs",
               s.until <= now() or coalesce(t.customer_wrote_at > s.since, false) as "isBack"
          from tickets.snooze s join tickets.ticket t on t.id = s.ticket_id
         where s.user_id = ${me} and t.status <> 'closed' order by s.until, s.ticket_id`,
  );
  return { pinned: pinned.map(({ id }) => id), snoozed };
};

/** Publishes to the person's other windows. */
const publishMarks = (scope: Scope, userId: number): void => scope.rooms.emit(userRoom, { userId }, 'ticket-marks', {});

/** Serializes the changes of one person, so that two windows cannot exceed the limit together. */
const serialized = async <T>(scope: SignedIn, work: (inner: Scope) => Promise<T>): Promise<T> => {
  const done = await scope.tx(async (inner) => {
    const name = `tickets.marks:${inner.company.id}:${scope.user.id}`;
    await inner.sql.rows(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    return work(inner);
  });
  publishMarks(scope, scope.user.id);
  return done;
};

/** The condition on a ticket `t` that this person may open it: the same as `mayOpen`. */
const isOpenTo = (scope: SignedIn): Sql => {
  const { id, seesAll, anyQueue } = readerOf(scope);
  if (seesAll) return sql`true`;
  const inQueue = anyQueue
    ? sql`true`
    : sql`(t.queue_id is null or t.queue_id in (select m.queue_id from queues.public_member m where m.user_id = ${id}))`;
  return sql`(t.owner_key = ${id} or (t.owner_key = 0 and ${inQueue}))`;
};

/** Deletes marks that show nowhere, which nobody can take away and which would count for ever. */
const deleteHidden = async (inner: Scope, table: Sql, userId: number, shows: Sql): Promise<void> => {
  await inner.sql.run(
    sql`delete from ${table} x using tickets.ticket t
         where x.user_id = ${userId} and t.company_id = x.company_id and t.id = x.ticket_id and not (${shows})`,
  );
};

/**
 * Ends the snoozes of whom a change concerns: of the new attendant, or of everybody where it waits. They hid the
 * conversation as it was then.
 */
export const endSnoozes = async (scope: Scope, { id, status, userId }: Changed): Promise<void> => {
  if (status === 'closed') return;
  const ended = await scope.sql.rows<{ userId: number }>(
    sql`delete from tickets.snooze where ticket_id = ${id} and (${status === 'pending'} or user_id = ${userId}::int)
        returning user_id as "userId"`,
  );
  for (const one of ended) publishMarks(scope, one.userId);
};

export const pin = async (scope: SignedIn, ticketId: number): Promise<void> => {
  assertMayOpen(scope, await ticketById(scope, ticketId));
  const me = scope.user.id;
  await serialized(scope, async (inner) => {
    await deleteHidden(inner, sql`tickets.pin`, me, isOpenTo(scope));
    const others = await inner.sql.one<{ amount: number }>(
      sql`select count(*)::int as amount from tickets.pin where user_id = ${me} and ticket_id <> ${ticketId}`,
    );
    if ((others?.amount ?? 0) >= maxPins) throw conflict('ERR_TOO_MANY_PINS', { max: maxPins });
    await inner.sql.run(
      sql`insert into tickets.pin (user_id, ticket_id) values (${me}, ${ticketId}) on conflict do nothing`,
    );
  });
};

export const unpin = (scope: SignedIn, ticketId: number): Promise<number> =>
  serialized(scope, (inner) =>
    inner.sql.run(sql`delete from tickets.pin where user_id = ${scope.user.id} and ticket_id = ${ticketId}`),
  );

export const snooze = async (scope: SignedIn, ticketId: number, until: Date): Promise<void> => {
  const row = await ticketById(scope, ticketId);
  assertMayOpen(scope, row);
  if (isClosed(row)) throw conflict('ERR_TICKET_CLOSED');
  const inMs = until.getTime() - Date.now();
  if (inMs <= 0 || inMs > maxSnoozeMs) throw invalid({ until: 'ERR_SNOOZE_TIME' });
  const me = scope.user.id;
  await serialized(scope, async (inner) => {
    await deleteHidden(inner, sql`tickets.snooze`, me, sql`t.status <> 'closed' and ${isOpenTo(scope)}`);
    const others = await inner.sql.one<{ amount: number }>(
      sql`select count(*)::int as amount from tickets.snooze where user_id = ${me} and ticket_id <> ${ticketId}`,
    );
    if ((others?.amount ?? 0) >= maxSnoozes) throw conflict('ERR_TOO_MANY_SNOOZES', { max: maxSnoozes });
    await inner.sql.run(
      sql`insert into tickets.snooze (user_id, ticket_id, until) values (${me}, ${ticketId}, ${until})
          on conflict (company_id, user_id, ticket_id) do update set until = excluded.until, since = clock_timestamp()`,
    );
  });
};

export const wake = (scope: SignedIn, ticketId: number): Promise<number> =>
  serialized(scope, (inner) =>
    inner.sql.run(sql`delete from tickets.snooze where user_id = ${scope.user.id} and ticket_id = ${ticketId}`),
  );
