import { inject } from 'vitest';
import { sql, type Scope } from '@balcao/sdk/server';
import { channelInbox, type InboundResult } from '@balcao/connections/contract';
import { lists } from '@balcao/contact-lists/contract';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import type { CampaignCounts, CampaignSettings, CampaignView, ShippingView } from '../contract.ts';
import { startCampaign } from '../server/campaign/start.ts';
import { keepRunner } from '../server/release/wake.ts';
import { plugins, takeOverMs } from './plugins.ts';

export const startServer = (sameDatabaseAs?: TestHost): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    takeOverMs,
    plugins: plugins(),
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });

export type Failure = { error?: string; fields?: Record<string, string>; context?: Record<string, unknown> };
type Answer = CampaignView & { shipping: ShippingView[] } & Failure;

const connect = async (company: TestCompany, channel: string, name: string): Promise<number> => {
  const row = await company.scope('connections').sql.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status, is_default)
        values (${name}, ${channel}, 'CONNECTED', ${name === 'Principal'}) returning id`,
  );
  return row?.id ?? 0;
};

/** A company that sends campaigns, at any hour and without a pause unless a test sets them. */
export class Sender {
  readonly company: TestCompany;
  readonly connectionId: number;
  #number = 0;
  #message = 0;

  private constructor(company: TestCompany, connectionId: number) {
    this.company = company;
    this.connectionId = connectionId;
  }

  /** A company with a connection of its own. */
  static async on(company: TestCompany, connectionId: number): Promise<Sender> {
    const sender = new Sender(company, connectionId);
    await sender.set({
      messageInterval: 0,
      longerIntervalAfter: 0,
      windowFrom: '00:00',
      windowUntil: '24:00',
      windowDays: [0, 1, 2, 3, 4, 5, 6],
      checkNumbers: false,
      warmUp: false,
    });
    return sender;
  }

  static async of(host: TestHost, channel = 'test-phones'): Promise<Sender> {
    const company = await host.company({
      settings: { 'plugin:test-phones': 'enabled', campaignsEnabled: 'enabled' },
    });
    return Sender.on(company, await connect(company, channel, 'Principal'));
  }

  /** Another connected connection of the company. */
  another(channel = 'test-phones'): Promise<number> {
    return connect(this.company, channel, 'Reserva');
  }

  get scope(): Scope {
    return this.company.scope('campaigns');
  }

  async set(settings: Partial<CampaignSettings>): Promise<void> {
    const { status, body } = await this.company.admin.post('/campaign-settings', { settings });
    if (status !== 200) throw new Error(`settings answered ${status} ${JSON.stringify(body)}`);
  }

  /** A new number in São Paulo. */
  number(ddd = 11): string {
    this.#number += 1;
    return `55${ddd}9${String(80_000_000 + this.#number)}`;
  }

  /** A list with new people of one area code; each number twice where `twice`. */
  async list(
    count: number,
    { ddd = 11, name = 'Clientes' }: { ddd?: number; name?: string } = {},
  ): Promise<{ id: number; numbers: string[] }> {
    const numbers = Array.from({ length: count }, () => this.number(ddd));
    const { id } = await this.company
      .scope('contact-lists')
      .use(lists)
      .createFrom(
        name,
        numbers.map((number, index) => ({ name: `Pessoa ${index + 1}`, number })),
      );
    return { id, numbers };
  }

  create(fields: object): Promise<{ status: number; body: Answer }> {
    return this.company.admin.post<Answer>('/campaigns', {
      name: 'Promoção',
      whatsappId: this.connectionId,
      dddFilters: [11],
      message1: 'Olá {nome}',
      optOutFooter: false,
      ...fields,
    });
  }

  /** Creates a campaign and starts it at once, as the job of each minute does at its time. */
  async start(fields: object): Promise<number> {
    const { status, body } = await this.create(fields);
    if (status !== 200) throw new Error(`creating answered ${status} ${JSON.stringify(body)}`);
    await this.begin(body.id);
    return body.id;
  }

  async begin(id: number): Promise<void> {
    const { scope } = this;
    await scope.tx((inner) => startCampaign(inner, id, 'INATIVA'));
    await keepRunner(scope, this.connectionId);
  }

  async campaign(id: number): Promise<Answer> {
    return (await this.company.admin.get<Answer>(`/campaigns/${id}`)).body;
  }
  async counts(id: number): Promise<CampaignCounts> {
    return (await this.company.admin.get<CampaignCounts>(`/campaigns/${id}/counts`)).body;
  }
  async shipping(id: number, query = ''): Promise<ShippingView[]> {
    return (await this.company.admin.get<{ records: ShippingView[] }>(`/campaigns/${id}/shipping${query}`)).body
      .records;
  }
  ends(id: number): Promise<Answer> {
    return eventually(async () => {
      const campaign = await this.campaign(id);
      return campaign.status === 'FINALIZADA' && campaign;
    });
  }

  arrives(number: string, body: string, channel = 'test-phones'): Promise<InboundResult> {
    this.#message += 1;
    return this.company
      .scope('tickets')
      .use(channelInbox)
      .message(this.connectionId, {
        externalId: `in-${this.connectionId}-${this.#message}`,
        from: { channel, scope: '', kind: 'phone', value: number },
        name: `Cliente ${number.slice(-4)}`,
        number,
        body,
        sentAt: new Date(),
      });
  }
}
