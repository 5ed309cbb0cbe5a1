import path from 'node:path';
import { inject } from 'vitest';
import { eventually, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { sql, type Delivery } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage, type InboundResult } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';
import type { MessageView, TicketView } from '../contract.ts';
import { forgetCalls } from './channel/provider.ts';

export type TicketAnswer = TicketView & {
  error?: string;
  context?: Record<string, unknown>;
  fields?: Record<string, string>;
};
export interface ListAnswer {
  tickets: TicketView[];
  hasMore: boolean;
  count: number;
}

/** A delivery that a test makes itself, for a message of the conversation. */
export const deliveryOf = (ticketId: number): Delivery => ({
  id: 'by hand',
  key: `ticket:${ticketId}`,
  attempt: 1,
  last: false,
  createdAt: new Date(),
  stopping: new AbortController().signal,
});

/** Starts the whole server with the plugins of attendance and a test channel. */
export const startAttendance = (sameDatabaseAs?: TestHost, further: readonly string[] = []): Promise<TestHost> => {
  if (!sameDatabaseAs) forgetCalls();
  return startTestHost({
    databaseUrl: inject('databaseUrl'),
    // So many plugins at once take longer on a busy machine.
    importLimitMs: 60_000,
    plugins: [
      'users',
      'queues',
      'contacts',
      'connections',
      'tickets',
      path.join(import.meta.dirname, 'channel'),
      ...further,
    ],
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });
};

/** A company with a connection, and customers who write to it. */
export class Attendance {
  readonly company: TestCompany;
  readonly connectionId: number;
  #number = 5_511_900_000_000;
  #message = 0;

  private constructor(company: TestCompany, connectionId: number) {
    this.company = company;
    this.connectionId = connectionId;
  }

  static async of(host: TestHost, settings: Record<string, string> = {}): Promise<Attendance> {
    // Plugins that are not first-party are off until a company switches them on.
    const company = await host.company({ settings: { 'plugin:test-channel': 'enabled', ...settings } });
    return new Attendance(company, await connectionOf(company));
  }

  get admin(): Person {
    return this.company.admin;
  }

  number(): string {
    this.#number += 1;
    return String(this.#number);
  }

  async queue(name: string, greeting = ''): Promise<number> {
    this.#message += 1;
    const row = await this.company
      .scope('queues')
      .sql.one<{ id: number }>(
        sql`insert into queues.queue (name, color, greeting_message) values (${name}, ${`#${String(100_000 + this.#message)}`}, ${greeting}) returning id`,
      );
    return row?.id ?? 0;
  }

  /** Creates a person who works in these queues. */
  async attendant(
    name: string,
    queueIds: number[] = [],
    profile: 'user' | 'gestor' | 'admin' = 'user',
  ): Promise<Person> {
    const person = await this.company.person(profile, name);
    await this.company.scope('queues').use(queues).assign(person.id, queueIds);
    return person;
  }

  /** With one queue, the connection puts new tickets there. */
  async routeTo(...queueIds: number[]): Promise<void> {
    const { sql: run } = this.company.scope('connections');
    await run.run(sql`delete from connections.connection_queue where connection_id = ${this.connectionId}`);
    for (const id of queueIds) {
      await run.run(
        sql`insert into connections.connection_queue (connection_id, queue_id) values (${this.connectionId}, ${id})`,
      );
    }
  }

  async reopenWithin(minutes: number): Promise<void> {
    await this.company
      .scope('connections')
      .sql.run(
        sql`update connections.connection set time_create_new_ticket = ${minutes} where id = ${this.connectionId}`,
      );
  }

  arrives(number: string, body: string, more: Partial<InboundMessage> = {}): Promise<InboundResult> {
    this.#message += 1;
    return this.company
      .scope('tickets')
      .use(channelInbox)
      .message(this.connectionId, {
        externalId: `in-${this.connectionId}-${this.#message}`,
        from: { channel: 'test', scope: '', kind: 'phone', value: number },
        name: `Cliente ${number.slice(-4)}`,
        number,
        body,
        sentAt: new Date(),
        ...more,
      });
  }

  /** Waits until the rules for new conversations have run; they change the ticket too. */
  async routed(ticketId: number): Promise<void> {
    await eventually(() =>
      this.company
        .scope('tickets')
        .sql.one(sql`select 1 as done from tickets.ticket where id = ${ticketId} and routing = 'done'`),
    );
  }

  /** Creates a conversation that this person has accepted. */
  async accepted(person: Person, body = 'Bom dia'): Promise<InboundResult> {
    const ticket = await this.arrives(this.number(), body);
    const { status } = await person.put(`/tickets/${ticket.ticketId}`, { status: 'open', userId: person.id });
    if (status !== 200) throw new Error(`accepting answered ${status}`);
    return ticket;
  }

  async messages(ticketId: number, of: Person = this.admin): Promise<MessageView[]> {
    const { body } = await of.get<{ messages: MessageView[] }>(`/messages/${ticketId}`);
    return body.messages;
  }
}

const connectionOf = async (company: TestCompany): Promise<number> => {
  const row = await company.scope('connections').sql.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status, is_default, completion_message)
        values ('Principal', 'test', 'CONNECTED', true, 'Obrigado pelo contato!') returning id`,
  );
  return row?.id ?? 0;
};
