import { sql, type Scope } from '@balcao/sdk/server';
import type { CalendarApi } from '../wire/calendar-api.ts';
import { GoogleError } from '../wire/google-error.ts';
import type { Claim } from './claim.ts';
import { markOf, messageProperty } from './message-echo.ts';
import { googleIdOfMessage } from './own-id.ts';

const lengthMs = 15 * 60_000;
/** Ids that were used up before it is given up: each time the messages were shown again. */
const maxNames = 20;

interface Row {
  scheduleId: number;
  sendAt: Date;
  contactName: string | null;
  /** Null: not at Google yet. */
  googleId: string | null;
  mark: string | null;
}
const isMissing = (error: unknown): boolean => error instanceof GoogleError && [404, 410].includes(error.status);

/** Returns the content of an event: no text of the message, which may be about a person’s case. */
const bodyOf = (scope: Scope, { scheduleId, sendAt, contactName }: Row) => {
  const time = (at: number) => ({ dateTime: new Date(at).toISOString(), timeZone: scope.company.timeZone });
  return {
    summary: `[${scope.t('event.message')}] ${contactName ?? ''}`.trim(),
    description: scope.t('event.messageText'),
    start: time(sendAt.getTime()),
    end: time(sendAt.getTime() + lengthMs),
    transparency: 'transparent',
    reminders: { useDefault: false },
    extendedProperties: { private: { [messageProperty]: String(scheduleId) } },
  };
};
type EventBody = ReturnType<typeof bodyOf>;

/** Shows one person’s scheduled messages at Google, one way: what is changed there is written again. */
export class MessageEvents {
  readonly #scope: Scope;
  readonly #claim: Claim;
  readonly #api: CalendarApi;
  readonly #userId: number;

  constructor(scope: Scope, claim: Claim, api: CalendarApi) {
    this.#scope = scope;
    this.#claim = claim;
    this.#api = api;
    this.#userId = claim.account.userId;
  }

  async run(): Promise<void> {
    for (const googleId of await this.#unwanted()) await this.#remove(googleId);
    if (!this.#claim.account.showsMessages) return;
    for (const row of await this.#wanted()) {
      const body = bodyOf(this.#scope, row);
      if (row.mark === markOf(body)) continue;
      await this.#write(row, body);
    }
  }

  /** Those that wait, and those at Google that were sent: what failed or was cancelled does not leave. */
  #wanted(): Promise<Row[]> {
    return this.#scope.sql.rows<Row>(
      sql`select m.id as "scheduleId", m.send_at as "sendAt", c.name as "contactName", e.google_id as "googleId", e.mark
            from agenda.public_message m
            left join google_calendar.message_event e on e.schedule_id = m.id and e.user_id = m.user_id
            left join contacts.public_contact c on c.company_id = m.company_id and c.id = m.contact_id
           where m.user_id = ${this.#userId} and e.state is distinct from 'gone'
             and (m.status in ('PENDENTE', 'ENVIANDO') or (m.status = 'ENVIADA' and e.schedule_id is not null))
           order by m.send_at, m.id`,
    );
  }
  async #unwanted(): Promise<string[]> {
    const rows = await this.#scope.sql.rows<{ id: string }>(
      sql`select e.google_id as id from google_calendar.message_event e
           where e.user_id = ${this.#userId}
             and (${!this.#claim.account.showsMessages}::boolean or not exists (
               select 1 from agenda.public_message m
                where m.id = e.schedule_id and m.user_id = e.user_id and m.status in ('PENDENTE', 'ENVIANDO', 'ENVIADA')))`,
    );
    return rows.map(({ id }) => id);
  }

  async #write({ scheduleId, googleId }: Row, body: EventBody): Promise<void> {
    const id = googleId ?? (await googleIdOfMessage(this.#scope, scheduleId));
    // Stored first: what arrives at Google before this node dies is recognised by its id.
    if (googleId === null) await this.#name(scheduleId, id);
    try {
      if (googleId === null) await this.#insert(scheduleId, id, body);
      else await this.#patch(id, body);
    } catch (error) {
      if (!(error instanceof GoogleError) || error.isQuota || error.endsConsent) throw error;
      if (![400, 403, 404, 410].includes(error.status)) throw error;
      // Deleted there, or refused: it is left alone.
      await this.#set(id, { mark: '', state: 'gone' });
    }
  }
  async #insert(scheduleId: number, id: string, body: EventBody): Promise<void> {
    let name = id;
    for (let names = 0; names < maxNames; names += 1) {
      try {
        await this.#api.insert({ id: name, ...body });
        return await this.#set(name, { mark: markOf(body), state: 'linked' });
      } catch (error) {
        if (!(error instanceof GoogleError) || error.status !== 409) throw error;
      }
      if ((await this.#api.get(name)).status !== 'cancelled') return this.#patch(name, body);
      // An id that was deleted there cannot be used again.
      name = `${name}v`;
      await this.#name(scheduleId, name);
    }
  }
  async #patch(id: string, body: EventBody): Promise<void> {
    await this.#api.patch(id, body, '');
    await this.#set(id, { mark: markOf(body), state: 'linked' });
  }
  async #remove(id: string): Promise<void> {
    await this.#api.delete(id, '').catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    await this.#claim.write(this.#scope, (inner) =>
      inner.sql.run(
        sql`delete from google_calendar.message_event where user_id = ${this.#userId} and google_id = ${id}`,
      ),
    );
  }

  async #name(scheduleId: number, id: string): Promise<void> {
    await this.#claim.write(this.#scope, (inner) =>
      inner.sql.run(
        sql`insert into google_calendar.message_event (user_id, email, google_id, schedule_id)
            values (${this.#userId}, ${this.#claim.account.email}, ${id}, ${scheduleId})
            on conflict (company_id, schedule_id, user_id) do update set google_id = excluded.google_id, mark = '', state = 'pushing'`,
      ),
    );
  }
  async #set(id: string, { mark, state }: { mark: string; state: 'linked' | 'gone' }): Promise<void> {
    await this.#claim.write(this.#scope, (inner) =>
      inner.sql.run(
        sql`update google_calendar.message_event set mark = ${mark}, state = ${state}
             where user_id = ${this.#userId} and google_id = ${id}`,
      ),
    );
  }
}

/** Deletes the messages of an account that is being disconnected, as far as Google still answers. */
export const removeMessages = async (scope: Scope, userId: number, api: CalendarApi): Promise<void> => {
  const rows = await scope.sql.rows<{ id: string }>(
    sql`select google_id as id from google_calendar.message_event where user_id = ${userId} order by schedule_id`,
  );
  const remove = async (id: string): Promise<void> => {
    try {
      await api.delete(id, '').catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      await scope.sql.run(
        sql`delete from google_calendar.message_event where user_id = ${userId} and google_id = ${id}`,
      );
    } catch (error) {
      // Those that stay are known, and deleted when the same account is connected again.
      if (!(error instanceof GoogleError)) throw error;
    }
  };
  for (let from = 0; from < rows.length; from += atOnce)
    await Promise.all(rows.slice(from, from + atOnce).map(({ id }) => remove(id)));
};
const atOnce = 8;
