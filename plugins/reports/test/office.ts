import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { sql, type Scope } from '@balcao/sdk/server';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { plugins } from './plugins.ts';

export const startOffice = (more: readonly string[] = [], sameDatabaseAs?: TestHost): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins: [...plugins, ...more],
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });

/** Waits for effects after a response: listeners run asynchronously. */
export const eventually = async <T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 1200; tries += 1) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await sleep(25);
  }
  throw new Error('it did not happen');
};

let counter = 0;

/** A company with queues, people and a connection, whose past is written into its tables. */
export class Office {
  readonly company: TestCompany;
  readonly connectionId: number;
  readonly queueIds: number[] = [];
  readonly people: Person[] = [];

  private constructor(company: TestCompany, connectionId: number) {
    this.company = company;
    this.connectionId = connectionId;
  }

  static async of(host: TestHost, settings: Record<string, string> = {}): Promise<Office> {
    const company = await host.company({ settings: { 'plugin:test-channel': 'enabled', ...settings } });
    const row = await company
      .scope('tickets')
      .sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel, status, is_default) values ('Recepção', 'test', 'CONNECTED', true) returning id`,
      );
    const office = new Office(company, row?.id ?? 0);
    for (const [name, color] of [
      ['Previdenciário', '#4e8ce6'],
      ['Trabalhista', '#c17d1d'],
    ])
      office.queueIds.push((await company.admin.post<{ id: number }>('/queue', { name, color })).body.id);
    for (const name of ['Marina Azevedo', 'Paulo Menezes']) office.people.push(await company.person('user', name));
    return office;
  }

  get admin(): Person {
    return this.company.admin;
  }
  get scope(): Scope {
    return this.company.scope('reports');
  }
  get sql(): Scope['sql'] {
    return this.scope.sql;
  }

  async contact(name?: string): Promise<number> {
    counter += 1;
    const row = await this.sql.one<{ id: number }>(
      sql`insert into contacts.contact (name, number) values (${name ?? `Cliente ${counter}`}, ${String(5_511_940_000_000 + counter)}) returning id`,
    );
    return row?.id ?? 0;
  }

  /** Closed attendances of one hour of the past, each in a transaction of its own. */
  async closed(amount: number): Promise<void> {
    const contactId = await this.contact();
    for (let one = 0; one < amount; one += 1)
      await this.sql.run(sql`
        with made as (
          insert into tickets.ticket (contact_id, whatsapp_id, status, channel)
          values (${contactId}, ${this.connectionId}, 'closed', 'test') returning id)
        insert into reports.attendance
          (ticket_id, no, opened_at, closed_at, opened_by, contact_id, connection_id, channel, is_new_contact, first_log_id)
        select m.id, 1, '2026-11-02T12:00:00Z', '2026-11-02T12:20:00Z', 'customer', ${contactId}, ${this.connectionId}, 'test', false, 1
          from made m`);
  }
}
