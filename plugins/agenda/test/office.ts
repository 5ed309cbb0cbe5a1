import { inject } from 'vitest';
import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import type { ScheduleView } from '../contract.ts';
import { plugins } from './plugins.ts';

export const startServer = (sameDatabaseAs?: TestHost, further: readonly string[] = []): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins: [...plugins, ...further],
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });

export type Failure = { error?: string; fields?: Record<string, string>; context?: Record<string, unknown> };
export type Answer = ScheduleView & Failure;

export const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

/** A company with two connections, whose people schedule. */
export class Office {
  readonly company: TestCompany;
  readonly connectionId: number;
  readonly windowedId: number;
  #number = 0;

  private constructor(company: TestCompany, connectionId: number, windowedId: number) {
    this.company = company;
    this.connectionId = connectionId;
    this.windowedId = windowedId;
  }

  static async of(host: TestHost, settings: Record<string, string> = {}): Promise<Office> {
    const company = await host.company({ settings: { 'plugin:test-phones': 'enabled', ...settings } });
    const connect = async (name: string, channel: string, isDefault: boolean): Promise<number> => {
      const row = await company.scope('connections').sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel, status, is_default)
            values (${name}, ${channel}, 'CONNECTED', ${isDefault}) returning id`,
      );
      return row?.id ?? 0;
    };
    return new Office(
      company,
      await connect('Recepção', 'test-phones', true),
      await connect('Oficial', 'test-windowed', false),
    );
  }

  get scope(): Scope {
    return this.company.scope('agenda');
  }

  /** A new contact in São Paulo. */
  async contact(name = 'Maria Aparecida dos Santos'): Promise<{ id: number; number: string }> {
    this.#number += 1;
    const number = `551198${String(1_000_000 + this.company.id * 10_000 + this.#number)}`;
    const { id } = await this.company.scope('contacts').use(contacts).create({ name, number });
    return { id, number };
  }

  schedule(fields: object): Promise<{ status: number; body: Answer }> {
    return this.company.admin.post<Answer>('/schedules', { body: 'Bom dia, {nome}!', sendAt: hours(2), ...fields });
  }

  /** Makes a message due, as if its time had come some minutes ago. */
  async makeDue(id: number, minutesAgo = 0): Promise<void> {
    await this.scope.sql.run(
      sql`update agenda.schedule set send_at = now() - make_interval(mins => ${minutesAgo}::int) where id = ${id}`,
    );
  }

  async message(id: number): Promise<Answer> {
    return (await this.company.admin.get<Answer>(`/schedules/${id}`)).body;
  }

  /** The query for the number of messages in the conversations of a number. */
  messagesTo(number: string): Sql {
    return sql`select count(*)::int as count from tickets.public_message m
                 join tickets.public_ticket t on t.company_id = m.company_id and t.id = m.ticket_id
                 join contacts.public_contact c on c.company_id = t.company_id and c.id = t.contact_id
                where c.number = ${number} and m.from_me`;
  }

  /** The customer writes, which opens the reply window. */
  async arrives(number: string, connectionId = this.windowedId): Promise<void> {
    await this.company
      .scope('tickets')
      .use(channelInbox)
      .message(connectionId, {
        externalId: `in-${connectionId}-${number}`,
        from: {
          channel: connectionId === this.windowedId ? 'test-windowed' : 'test-phones',
          scope: '',
          kind: 'phone',
          value: number,
        },
        name: 'Maria',
        number,
        body: 'oi',
        sentAt: new Date(),
      });
  }
}
