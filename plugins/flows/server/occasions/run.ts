import { sql, type Scope } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import { runOccasion } from '../engine/jobs.ts';
import { fireTrigger } from '../engine/start.ts';
import { calendarTriggers, datePatterns, dateTrigger, isDue, localTime } from './calendar.ts';

interface DueOccasion {
  trigger: string;
  subject: string;
  day: string;
  /** The last conversation or contact that was looked at. */
  after: number;
}

/** Starts of one job, and the pause until the next: a channel is not flooded. */
const atOnce = 50;
const pauseMs = 20_000;

const schedule = (scope: Scope, occasion: DueOccasion, at?: Date): Promise<unknown> =>
  scope.jobs.schedule(runOccasion, occasion, {
    key: `occasion:${occasion.trigger}:${occasion.subject}:${occasion.day}:${occasion.after}`,
    ...(at && { at }),
  });

/** Occasions of the calendar `g` to which a published flow is attached. */
const attachedToCalendar = sql`flows.trigger g
  join flows.flow f on f.company_id = g.company_id and f.id = g.flow_id and f.live_id is not null
  where g.trigger = any(${[...calendarTriggers]}::text[])`;

/**
 * Selects the companies with such occasions, whatever their hour: it depends on the company's time zone, of which the
 * database may know fewer names, and an unknown one would fail the query for all companies.
 */
export const calendarDue = sql`select g.company_id from ${attachedToCalendar}`;

/** Finds the occasions that have come. Each is stored with its job, so that of many servers one runs it, once a day. */
export const lookAtCalendar = async (scope: Scope, now = new Date()): Promise<void> => {
  const attached = await scope.sql.rows<{ trigger: string; subject: string; since: Date }>(
    sql`select g.trigger, g.subject, g.since from ${attachedToCalendar}`,
  );
  const due = attached.filter((one) => isDue(one, now, scope.company.timeZone));
  if (due.length === 0) return;
  const { day } = localTime(now, scope.company.timeZone);
  for (const { trigger, subject } of due)
    await scope.tx(async (inner) => {
      const isNew = await inner.sql.run(
        sql`insert into flows.occasion (trigger, subject, day) values (${trigger}, ${subject}, ${day}::date) on conflict do nothing`,
      );
      if (isNew > 0) await schedule(inner, { trigger, subject, day, after: 0 });
    });
  await scope.sql.run(sql`delete from flows.occasion where day < ${day}::date - 7`);
};

/** Conversations that wait without a person and without a flow. */
const waiting = (scope: Scope, after: number): Promise<{ id: number }[]> =>
  scope.sql.rows<{ id: number }>(
    sql`select t.id from tickets.public_ticket t
         where t.status = 'pending' and t.user_id is null and not t.is_group and t.automatic_by is null and t.id > ${after}
         order by t.id limit ${atOnce}`,
  );

/** Contacts with the date of this day in the information of that name. */
const dated = (scope: Scope, { subject, day, after }: DueOccasion): Promise<{ id: number }[]> => {
  const { written, iso } = datePatterns(day);
  return scope.sql.rows<{ id: number }>(
    sql`select distinct c.id from contacts.public_extra_info e join contacts.public_contact c on c.id = e.contact_id
         where kernel.normalise(e.name) = kernel.normalise(${subject}) and (e.value ~ ${written} or e.value ~ ${iso})
           and c.merged_into is null and not c.is_group and c.id > ${after}
         order by c.id limit ${atOnce}`,
  );
};

/** The conversation with a contact, on the connection of the last one, else on the company's usual one. */
const conversationWith = async (scope: Scope, contactId: number): Promise<number | undefined> => {
  const found = await scope.sql.one<{ id: number | null }>(
    sql`select coalesce((select t.connection_id from tickets.public_ticket t
                          where t.contact_id = ${contactId} and t.connection_id is not null order by t.id desc limit 1),
                        (select c.id from connections.public_connection c order by c.is_default desc, c.id limit 1)) as id`,
  );
  if (found?.id == null) return undefined;
  return (await scope.use(tickets).begin({ contactId, connectionId: found.id })).id;
};

/** Starts the flow for one conversation or contact, once a day: the start and its mark are one transaction. */
const startOnce = (scope: Scope, { trigger, subject, day }: DueOccasion, target: number): Promise<void> =>
  scope.tx(async (inner) => {
    const isNew = await inner.sql.run(
      sql`insert into flows.occasion_start (trigger, subject, day, target) values (${trigger}, ${subject}, ${day}::date, ${target})
          on conflict do nothing`,
    );
    if (isNew === 0) return;
    const ticketId = trigger === dateTrigger ? await conversationWith(inner, target) : target;
    if (ticketId !== undefined) await fireTrigger(inner, trigger, subject, ticketId);
  });

/** Starts the flow of an occasion for a part of its conversations or contacts, and leaves the rest to a later job. */
export const startAtOccasion = async (occasion: DueOccasion, scope: Scope): Promise<void> => {
  const found = occasion.trigger === dateTrigger ? await dated(scope, occasion) : await waiting(scope, occasion.after);
  for (const { id } of found) {
    if (scope.signal.aborted) throw new Error('the server stops: another one continues');
    // One that cannot be reached holds up none of the others.
    await startOnce(scope, occasion, id).catch((err: unknown) =>
      scope.log.info({ err, target: id, trigger: occasion.trigger }, 'a flow was not started at its time'),
    );
  }
  const last = found.at(-1)?.id;
  if (found.length === atOnce && last !== undefined)
    await schedule(scope, { ...occasion, after: last }, new Date(Date.now() + pauseMs));
};
