import { conflict, invalid, sql, userRoom, type Scope } from '@balcao/sdk/server';
import type { SignedIn } from '../reader.ts';
import { assertMayOpen, ticketById } from '../ticket/find-ticket.ts';

/** Maximum number of pins. */
const maxPins = 20;
const maxSnoozes = 500;
const maxSnoozeMs = 366 * 24 * 60 * 60_000;

export interface Marks {
  /** In the order of pinning. */
  pinned: number[];
  /** `isBack`: the time is over or the customer wrote, and the person has not opened it since. */
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

export const pin = async (scope: SignedIn, ticketId: number): Promise<void> => {
  assertMayOpen(scope, await ticketById(scope, ticketId));
  const me = scope.user.id;
  await serialized(scope, async (inner) => {
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
  if (row.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  const inMs = until.getTime() - Date.now();
  if (inMs <= 0 || inMs > maxSnoozeMs) throw invalid({ until: 'ERR_SNOOZE_TIME' });
  const me = scope.user.id;
  await serialized(scope, async (inner) => {
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
