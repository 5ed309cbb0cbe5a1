import { inject } from 'vitest';
import { sql, type Scope } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { checkDue } from '../server/monitoring/check.ts';
import { deliverAll } from '../server/monitoring/deliver.ts';
import type { MonitoringView } from '../server/monitoring/monitoring-view.ts';
import { noon } from './noon.ts';
import { plugins } from './plugins.ts';

export const startServer = (sameDatabaseAs?: TestHost, further: readonly string[] = []): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins: [...plugins, ...further],
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });

export type Failure = { error?: string; fields?: Record<string, string>; context?: Record<string, unknown> };
export type Linked = MonitoringView & Failure;

/** A company that monitors cases, with a connection that has no reply window and one that has. */
export class LawOffice {
  readonly company: TestCompany;
  readonly connectionId: number;
  readonly windowedId: number;
  #number = 0;

  private constructor(company: TestCompany, connectionId: number, windowedId: number) {
    this.company = company;
    this.connectionId = connectionId;
    this.windowedId = windowedId;
  }

  static async of(host: TestHost, settings: Record<string, string> = {}): Promise<LawOffice> {
    const company = await host.company({
      name: 'Prado & Menezes Advocacia',
      settings: {
        legalProcess: 'enabled',
        'plugin:test-phones': 'enabled',
        'plugin:test-listener': 'enabled',
        ...settings,
      },
    });
    const connect = async (name: string, channel: string, isDefault: boolean): Promise<number> => {
      const row = await company.scope('connections').sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel, status, is_default)
            values (${name}, ${channel}, 'CONNECTED', ${isDefault}) returning id`,
      );
      return row?.id ?? 0;
    };
    return new LawOffice(
      company,
      await connect('Recepção', 'test-phones', true),
      await connect('Oficial', 'test-windowed', false),
    );
  }

  get scope(): Scope {
    return this.company.scope('legal-process');
  }
  get admin(): Person {
    return this.company.admin;
  }

  async contact(fields: { name?: string; email?: string } = {}): Promise<{ id: number; number: string }> {
    this.#number += 1;
    const number = `551198${String(1_000_000 + this.company.id * 10_000 + this.#number)}`;
    const name = fields.name ?? 'Maria Aparecida dos Santos';
    const { id } = await this.company
      .scope('contacts')
      .use(contacts)
      .create({ name, number, email: fields.email ?? '' });
    return { id, number };
  }

  link(cnj: string, contactId: number, fields: object = {}): Promise<{ status: number; body: Linked }> {
    return this.admin.post<Linked>('/legalProcessMonitoring', { cnj, contactId, ...fields });
  }

  /** Makes all cases due, and checks them, as the job of each minute does at their time. */
  async check(scope: Scope = this.scope): Promise<void> {
    await this.scope.sql.run(sql`update legal_process.legal_case set next_at = now() - interval '1 second'`);
    while ((await checkDue(scope, 0)) > 0);
  }

  deliver(at = noon()): Promise<void> {
    return deliverAll(this.scope, at);
  }

  /** The subjects and texts of the letters that wait for the mail server, oldest first. */
  async letters(host: TestHost): Promise<{ to: string; subject: string; text: string }[]> {
    const { rows } = await host.kernel.database.owner.query<{ to: string; subject: string; text: string }>(
      `select recipient as "to", subject, text from kernel.mail where company_id = $1 order by id`,
      [this.company.id],
    );
    return rows;
  }

  /** The customer writes, which opens the reply window. */
  async arrives(number: string, connectionId = this.windowedId): Promise<void> {
    const channel = connectionId === this.windowedId ? 'test-windowed' : 'test-phones';
    await this.company
      .scope('tickets')
      .use(channelInbox)
      .message(connectionId, {
        externalId: `in-${connectionId}-${number}`,
        from: { channel, scope: '', kind: 'phone', value: number },
        name: 'Maria',
        number,
        body: 'oi',
        sentAt: new Date(),
      });
  }
}
