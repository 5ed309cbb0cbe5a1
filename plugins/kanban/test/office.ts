import path from 'node:path';
import { inject } from 'vitest';
import { service } from '@balcao/sdk/contract';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { BoardState, LaneState } from '../client/board/board-data.ts';

/** The service by which channels deliver messages. */
const channelInbox = service<{ message(connectionId: number, message: object): Promise<unknown> }>('channels.inbox');

const connections = service<{ setStatus(id: number, change: { status: string }): Promise<void> }>(
  'connections.connections',
);
/** Refusals of the provider of the test channel, by the message's text. */
const refusals = (): Map<string, { failure: string; times: number }> =>
  (globalThis as unknown as Record<symbol, { refusals: Map<string, { failure: string; times: number }> }>)[
    Symbol.for('balcao.test-channel')
  ]?.refusals ?? new Map();

export const plugins = ['companies', 'users', 'queues', 'contacts', 'connections', 'tickets', 'tags', 'kanban'];
const channel = path.join(import.meta.dirname, '../../tickets/test/channel');
const dayChannel = path.join(import.meta.dirname, 'window-channel');

/** `more`: further plugins. */
export const startOffice = (sameDatabaseAs?: TestHost, more: readonly string[] = []): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins: [...plugins, ...more, channel, dayChannel],
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });

export type Failure = { error: string; context?: Record<string, unknown> };
let counter = 0;

/** A company with a board, a queue and customers. */
export class Office {
  readonly company: TestCompany;
  readonly host: TestHost;
  readonly connectionId: number;
  readonly queueId: number;
  readonly kanbanId: number;
  private constructor(
    host: TestHost,
    company: TestCompany,
    ids: { connection: number; queue: number; kanban: number },
  ) {
    this.host = host;
    this.company = company;
    this.connectionId = ids.connection;
    this.queueId = ids.queue;
    this.kanbanId = ids.kanban;
  }

  static async of(host: TestHost, settings: Record<string, string | boolean> = {}): Promise<Office> {
    const company = await host.company({
      settings: {
        kanbanEnabled: true,
        'plugin:test-channel': 'enabled',
        'plugin:day-channel': 'enabled',
        kanbanFollowUpHours: 'always',
        ...settings,
      },
    });
    const connection = await company
      .scope('tickets')
      .sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel, status) values ('Recepção', 'test', 'CONNECTED') returning id`,
      );
    const queue = (await company.admin.post<{ id: number }>('/queue', { name: 'Cível', color: '#4e8ce6' })).body.id;
    const { kanbanId: kanban } = (await company.admin.get<{ kanbanId: number }>('/kanban-lanes')).body;
    return new Office(host, company, { connection: connection?.id ?? 0, queue, kanban });
  }

  /** Adds a connection of a channel whose reply window closes a day after the customer's message. */
  async withWindow(): Promise<number> {
    const row = await this.company
      .scope('tickets')
      .sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel, status) values ('Oficial', 'day', 'CONNECTED') returning id`,
      );
    return row?.id ?? 0;
  }

  get admin(): Person {
    return this.company.admin;
  }

  sql(): ReturnType<TestCompany['scope']>['sql'] {
    return this.company.scope('kanban').sql;
  }

  /** Creates a conversation that a person attends. */
  async attended(by: Person, name: string): Promise<number> {
    counter += 1;
    const contact = await this.admin.post<{ id: number }>('/contacts', {
      name,
      number: String(5_511_950_010_000 + counter),
    });
    const { body } = await this.admin.post<{ id: number }>('/tickets', {
      contactId: contact.body.id,
      whatsappId: this.connectionId,
      queueId: this.queueId,
      status: 'pending',
    });
    await this.admin.put(`/tickets/${body.id}`, { status: 'open', userId: by.id, queueId: this.queueId });
    return body.id;
  }

  /** Creates many open conversations at once. */
  async many(by: Person, count: number): Promise<number[]> {
    counter += 1;
    const rows = await this.company.scope('tickets').sql.rows<{ id: number }>(sql`
      with people as (
        insert into contacts.contact (name, number)
        select 'Cliente ' || n, '55118' || lpad(${counter}::text, 4, '0') || lpad(n::text, 4, '0')
          from generate_series(1, ${count}) n returning id)
      insert into tickets.ticket (status, contact_id, whatsapp_id, channel, queue_id, user_id)
      select 'open', p.id, ${this.connectionId}, 'test', ${this.queueId}, ${by.id} from people p returning id`);
    return rows.map(({ id }) => id);
  }

  /** The connection is down: a message with this text cannot leave. */
  async goesDown(text: string): Promise<void> {
    refusals().set(text, { failure: 'disconnected', times: Infinity });
    await this.company.scope('tickets').use(connections).setStatus(this.connectionId, { status: 'DISCONNECTED' });
  }
  async comesBack(text: string): Promise<void> {
    refusals().delete(text);
    await this.company.scope('tickets').use(connections).setStatus(this.connectionId, { status: 'CONNECTED' });
  }

  /** The customer writes in the conversation. */
  async answers(ticketId: number, body: string, on: TestHost = this.host): Promise<void> {
    // Taken before anything is awaited: several customers answer at once.
    const externalId = `kanban-${(counter += 1)}`;
    const row = await this.company.scope('tickets').sql.one<{ number: string }>(sql`
      select c.number from tickets.ticket t join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
       where t.id = ${ticketId}`);
    const number = row?.number ?? '';
    await on.kernel
      .scope(this.company.id, 'tickets')
      .use(channelInbox)
      .message(this.connectionId, {
        externalId,
        from: { channel: 'test', scope: '', kind: 'phone', value: number },
        name: 'Cliente',
        number,
        body,
        sentAt: new Date(),
      });
  }

  async board(reader: Person, query = ''): Promise<BoardState> {
    return (await reader.get<BoardState>(`/kanban-boards/${this.kanbanId}${query}`)).body;
  }
  async lane(reader: Person, id: string, query = ''): Promise<LaneState> {
    const found = (await this.board(reader, query)).lanes.find((lane) => lane.id === id);
    if (!found) throw new Error(`no lane ${id}`);
    return found;
  }
  move(by: Person, ticketId: number, targetLaneId: string, more: object = {}) {
    return by.put<{ version: number } & Failure>(`/kanban-tickets/${this.kanbanId}`, {
      ticketId,
      targetLaneId,
      ...more,
    });
  }
  /** The conversations of a lane in the order of the database. */
  async order(laneId: string): Promise<number[]> {
    const rows = await this.sql().rows<{ id: number }>(
      sql`select ticket_id as id from kanban.card where lane_id = ${laneId} and rank is not null order by rank`,
    );
    return rows.map(({ id }) => id);
  }
}
