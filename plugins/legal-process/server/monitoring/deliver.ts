import { AppError, localClock, localDate, sql, type Scope } from '@balcao/sdk/server';
import { connections } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import { tickets } from '@balcao/tickets/contract';
import type { NewStep } from '../cases/store-steps.ts';
import { publishChange } from './changed.ts';
import { filledTemplate, templateOf, templateValues } from './template.ts';
import { letterPartsOf, messageOf } from './words.ts';

/** Notices reach people between these hours of the company's zone. */
const firstHour = 8;
const lastHour = 20;

type Waiting = Pick<NewStep, 'key' | 'at' | 'title' | 'code' | 'kind'> & { monitoringId: number; cnj: string };

const waitingSteps = (
  inner: Scope,
  channel: 'email' | 'whatsapp',
  monitoringIds: readonly number[],
): Promise<Waiting[]> =>
  inner.sql.rows<Waiting>(
    sql`select n.monitoring_id as "monitoringId", k.cnj, s.key, s.at, s.title, s.code, s.kind
          from legal_process.notice n
          join legal_process.step s on s.company_id = n.company_id and s.id = n.step_id
          join legal_process.legal_case k on k.company_id = s.company_id and k.id = s.case_id
         where n.channel = ${channel} and n.monitoring_id = any(${[...monitoringIds]}::int[])
         order by s.at desc, s.id desc`,
  );

const settle = async (
  inner: Scope,
  channel: 'email' | 'whatsapp',
  ids: readonly number[],
  trouble: string | null,
): Promise<void> => {
  await inner.sql.run(
    sql`delete from legal_process.notice where channel = ${channel} and monitoring_id = any(${[...ids]}::int[])`,
  );
  // A letter after a closed window does not make the window's trouble undone.
  const isSent = trouble === null;
  await inner.sql.run(
    sql`update legal_process.monitoring
           set notified_at = case when ${isSent}::boolean then now() else notified_at end,
               trouble = case when ${isSent}::boolean and ${channel}::text = 'email' and trouble <> 'no-email' then trouble else ${trouble}::text end
         where id = any(${[...ids]}::int[])`,
  );
  publishChange(inner, ids);
};

interface Watcher {
  id: number;
  contactId: number;
  connectionId: number | null;
}

/** The connection of the monitoring, else the contact's last one, else the company's preferred one. */
const connectionFor = async (inner: Scope, { connectionId, contactId }: Watcher): Promise<number> => {
  if (connectionId !== null) return connectionId;
  const last = await inner.sql.one<{ id: number }>(
    sql`select t.connection_id as id from tickets.public_ticket t
          join connections.public_connection k on k.company_id = t.company_id and k.id = t.connection_id
         where t.contact_id = ${contactId} order by t.updated_at desc, t.id desc limit 1`,
  );
  const found = last?.id ?? (await inner.use(connections).preferred())?.id;
  if (found === undefined) throw new AppError(404, 'ERR_NO_DEF_WAPP_FOUND');
  return found;
};

/**
 * Stores one message with everything that a contact is to hear of a case. The message and the end of its notices are
 * one transaction: a node that dies leaves either nothing or all of it.
 */
const sendMessage = (scope: Scope, id: number, asTemplate = false): Promise<void> =>
  scope.tx(async (inner) => {
    const watcher = await inner.sql.one<Watcher>(
      sql`select id, contact_id as "contactId", connection_id as "connectionId" from legal_process.monitoring
           where id = ${id} for update skip locked`,
    );
    const [newest, ...older] = watcher ? await waitingSteps(inner, 'whatsapp', [id]) : [];
    const person = watcher && (await inner.use(contacts).find(watcher.contactId));
    if (!watcher || !newest || !person) return;
    const service = inner.use(tickets);
    const connectionId = await connectionFor(inner, watcher);
    const ticket = await service.begin({ contactId: watcher.contactId, connectionId, listed: false });
    const steps = [newest, ...older] as const;
    const template = asTemplate ? await templateOf(inner, connectionId) : undefined;
    // Nobody chose one for this connection.
    if (asTemplate && !template) throw new AppError(409, 'ERR_WINDOW_CLOSED');
    await service.send(ticket.id, {
      ...(template
        ? { body: '', template: filledTemplate(template, await templateValues(inner, person.name, newest.cnj, steps)) }
        : { body: await messageOf(inner, person.name, newest.cnj, steps) }),
      by: null,
      clientId: `legal:${id}:${newest.key.slice(0, 40)}`,
    });
    await settle(inner, 'whatsapp', [id], null);
  });

/** The channel refuses: the contact hears of it by e-mail, if it has an address, and the monitoring says so. */
const fallBack = (scope: Scope, id: number, trouble: string): Promise<void> =>
  scope.tx(async (inner) => {
    await inner.sql.run(
      sql`insert into legal_process.notice (monitoring_id, step_id, channel)
          select n.monitoring_id, n.step_id, 'email'
            from legal_process.notice n
            join legal_process.monitoring m on m.company_id = n.company_id and m.id = n.monitoring_id
            join contacts.public_contact c on c.company_id = m.company_id and c.id = m.contact_id
           where n.monitoring_id = ${id} and n.channel = 'whatsapp' and c.email <> ''
              on conflict do nothing`,
    );
    await settle(inner, 'whatsapp', [id], trouble);
  });

const deliverMessage = async (scope: Scope, id: number): Promise<void> => {
  const refusal = async (asTemplate: boolean): Promise<string | undefined> => {
    try {
      await sendMessage(scope, id, asTemplate);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return error.code;
    }
  };
  let code = await refusal(false);
  // The reply window is closed: the template leaves instead, if the company chose one.
  if (code === 'ERR_WINDOW_CLOSED') code = await refusal(true);
  if (code !== undefined) await fallBack(scope, id, code === 'ERR_WINDOW_CLOSED' ? 'window' : code);
};

/** Stores the letter of the day to a contact, about all its cases. */
const deliverLetter = (scope: Scope, contactId: number, day: string): Promise<void> =>
  scope.tx(async (inner) => {
    const watchers = await inner.sql.rows<{ id: number }>(
      sql`select id from legal_process.monitoring where contact_id = ${contactId} order by id for update`,
    );
    const ids = watchers.map(({ id }) => id);
    const steps = await waitingSteps(inner, 'email', ids);
    if (steps.length === 0) return;
    const concerned = [...new Set(steps.map(({ monitoringId }) => monitoringId))];
    const person = await inner.use(contacts).find(contactId);
    if (!person || person.email === '') return settle(inner, 'email', concerned, 'no-email');
    const isFirst = await inner.sql.run(
      sql`insert into legal_process.letter (contact_id, day) values (${contactId}, ${day}::date) on conflict do nothing`,
    );
    if (isFirst === 0) return;
    const about = await Promise.all(
      concerned.map((id) => {
        const own = steps.filter(({ monitoringId }) => monitoringId === id);
        return letterPartsOf(inner, own[0]?.cnj ?? '', own);
      }),
    );
    await inner.mail.send({
      to: person.email,
      subject: inner.t('mail.subject', { company: inner.company.name }),
      title: inner.t('mail.title', { name: person.name }),
      parts: [...about.flat(), { text: inner.t('mail.foot', { company: inner.company.name }), quiet: true }],
    });
    await settle(inner, 'email', concerned, null);
  });

const each = async (scope: Scope, ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> => {
  for (const id of ids) {
    scope.signal.throwIfAborted();
    try {
      await work(id);
    } catch (error) {
      // One notice that fails must not stop the others; it waits for the next turn.
      scope.log.warn({ err: error }, 'a notice about a case could not be stored');
    }
  }
};

/** SQL: the companies in which notices wait. */
export const companiesToTell = sql`select c.id as company_id from kernel.company c
  where exists (select from legal_process.notice n where n.company_id = c.id)`;

/** Sends the notices that wait, in the hours in which people may be disturbed. Safe on many nodes at once. */
export const deliverAll = async (scope: Scope, now: Date): Promise<void> => {
  const { timeZone } = scope.company;
  const hour = localClock(now, timeZone).getUTCHours();
  if (hour < firstHour || hour >= lastHour) return;
  const messages = await scope.sql.rows<{ id: number }>(
    sql`select distinct monitoring_id as id from legal_process.notice where channel = 'whatsapp' limit 500`,
  );
  await each(
    scope,
    messages.map(({ id }) => id),
    (id) => deliverMessage(scope, id),
  );
  const day = localDate(now, timeZone);
  const letters = await scope.sql.rows<{ id: number }>(
    sql`select distinct m.contact_id as id from legal_process.notice n
          join legal_process.monitoring m on m.company_id = n.company_id and m.id = n.monitoring_id
         where n.channel = 'email'
           and not exists (select from legal_process.letter l where l.contact_id = m.contact_id and l.day = ${day}::date)
         limit 500`,
  );
  await each(
    scope,
    letters.map(({ id }) => id),
    (id) => deliverLetter(scope, id, day),
  );
};
