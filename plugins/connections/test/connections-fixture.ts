import path from 'node:path';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';

/** A third-party channel, with a state that tests fill. */
export const archive = path.join(import.meta.dirname, 'archive');

export const startFixtures = (databaseUrl: string): Promise<TestHost> =>
  startTestHost({
    databaseUrl,
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-sandbox', archive],
  });

export interface Answer extends Record<string, unknown> {
  id: number;
  status: string;
  isDefault: boolean;
  error?: string;
  fields?: Record<string, string>;
  importProgress: { state: string; done: number; total: number | null; reason: string | null } | null;
}

/** A company with one queue and the third-party channel. */
export class ConnectionsFixture {
  readonly company: TestCompany;
  readonly queueId: number;
  private constructor(company: TestCompany, queueId: number) {
    this.company = company;
    this.queueId = queueId;
  }
  static async open(host: TestHost, settings: Record<string, string> = {}): Promise<ConnectionsFixture> {
    const company = await host.company({ settings: { 'plugin:archive': 'enabled', ...settings } });
    const { body } = await company.admin.post<Answer>('/queue', { name: 'Comercial', color: '#803b83' });
    return new ConnectionsFixture(company, body.id);
  }
  get admin(): Person {
    return this.company.admin;
  }
  async line(fields: object = {}): Promise<Answer> {
    const line = { name: 'Linha', channel: 'archive', keyWordQueueId: this.queueId, ...fields };
    return (await this.admin.post<Answer>('/whatsapp', line)).body;
  }
  async show(id: number): Promise<Answer> {
    return (await this.admin.get<Answer>(`/whatsapp/${id}`)).body;
  }
}
