import { inject } from 'vitest';
import { eventually, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { MessageView, TicketView } from '@balcao/tickets/contract';
import type { CheckResult, AccountView, Template } from '../contract.ts';
import { GraphSimulator, type Line } from './graph/graph.ts';

export const verifyToken = 'uma-palavra-da-empresa';

/** Starts the simulator to which the product sends Meta’s requests, until `stop`. */
export const startMeta = async (): Promise<{ meta: GraphSimulator; stop(): Promise<void> }> => {
  const meta = await GraphSimulator.start();
  const before = process.env['WHATSAPP_GRAPH_URL'];
  process.env['WHATSAPP_GRAPH_URL'] = meta.url;
  return {
    meta,
    async stop() {
      if (before === undefined) delete process.env['WHATSAPP_GRAPH_URL'];
      else process.env['WHATSAPP_GRAPH_URL'] = before;
      await meta.stop();
    },
  };
};

export const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-whatsapp-cloud'];

export const startFixtures = (more: { log?: (line: string) => void } = {}): Promise<TestHost> =>
  startTestHost({ databaseUrl: inject('databaseUrl'), plugins, env: { TRUST_PROXY: '1' }, ...more });

/** The form’s values for a simulated number. */
export const formOf = ({ phoneNumberId, wabaId, token, appSecret }: Line): object => ({
  phoneNumberId,
  wabaId,
  token,
  appSecret,
  verifyToken,
});

let desks = 0;

/** A company with a number on the official API, and the simulated Meta. */
export class CloudFixture {
  readonly host: TestHost;
  readonly meta: GraphSimulator;
  readonly company: TestCompany;
  readonly line: Line;
  readonly connectionId: number;
  webhook = '';

  private constructor(host: TestHost, meta: GraphSimulator, company: TestCompany, line: Line, connectionId: number) {
    this.host = host;
    this.meta = meta;
    this.company = company;
    this.line = line;
    this.connectionId = connectionId;
  }

  /** `fresh`: the account is not entered yet. */
  static async open(
    host: TestHost,
    meta: GraphSimulator,
    { fresh = false, company, line = meta.line() }: { fresh?: boolean; company?: TestCompany; line?: Line } = {},
  ): Promise<CloudFixture> {
    desks += 1;
    const at = company ?? (await host.company({ name: `Loja ${desks}` }));
    const queue = await at.admin.post<{ id: number }>('/queue', {
      name: `Fila ${desks}`,
      color: `#${300_000 + desks}`,
    });
    const queues = { queueIds: [queue.body.id], keyWordQueueId: queue.body.id };
    const made = await at.admin.post<{ id: number }>('/whatsapp', {
      name: `Oficial ${desks}`,
      channel: 'whatsapp-cloud',
      ...queues,
    });
    if (made.status !== 200)
      throw new Error(`creating the connection answered ${made.status} ${JSON.stringify(made.body)}`);
    const desk = new CloudFixture(host, meta, at, line, made.body.id);
    if (!fresh) await desk.setUp();
    return desk;
  }

  get admin(): Person {
    return this.company.admin;
  }
  get path(): string {
    return `/whatsapp-cloud/connections/${this.connectionId}`;
  }

  /** Enters the account, and pastes the webhook’s address at Meta. */
  async setUp(): Promise<void> {
    const saved = await this.admin.put<AccountView>(this.path, formOf(this.line));
    if (saved.status !== 200)
      throw new Error(`saving the account answered ${saved.status} ${JSON.stringify(saved.body)}`);
    this.webhook = `${this.host.url}${saved.body.webhookPath}`;
    const verified = await this.meta.webhooks.verify(this.line, this.webhook, verifyToken);
    if (verified !== 200) throw new Error(`verifying the webhook answered ${verified}`);
  }

  async account(): Promise<AccountView> {
    return (await this.admin.get<AccountView>(this.path)).body;
  }
  async status(): Promise<string> {
    return (await this.admin.get<{ status: string }>(`/whatsapp/${this.connectionId}`)).body.status;
  }
  /** Runs the test ("Testar"). Returns its results by check. */
  async check(): Promise<Record<string, CheckResult>> {
    const { status, body } = await this.admin.post<CheckResult[]>(`${this.path}/check`);
    if (status !== 200) throw new Error(`testing the account answered ${status} ${JSON.stringify(body)}`);
    return Object.fromEntries(body.map((line) => [line.check, line]));
  }
  async templates(): Promise<Template[]> {
    return (await this.admin.post<Template[]>(`${this.path}/templates/sync`)).body;
  }

  async tickets(): Promise<TicketView[]> {
    const lists = await Promise.all(
      ['pending', 'open'].map((status) =>
        this.admin.get<{ tickets: TicketView[] }>(`/tickets?showAll=true&status=${status}`),
      ),
    );
    return lists.flatMap(({ body }) => body.tickets);
  }
  async said(ticketId: number): Promise<MessageView[]> {
    return (await this.admin.get<{ messages: MessageView[] }>(`/messages/${ticketId}`)).body.messages;
  }
  /** Returns the only ticket, accepted by the administrator. */
  async conversation(): Promise<TicketView> {
    const ticket = await eventually(async () => (await this.tickets())[0]);
    if (ticket.status === 'pending')
      await this.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: this.admin.id });
    return ticket;
  }
  async write(ticketId: number, body: string, more: object = {}): Promise<MessageView> {
    const { status, body: message } = await this.admin.post<MessageView>(`/messages/${ticketId}`, { body, ...more });
    if (status !== 200) throw new Error(`writing a message answered ${status} ${JSON.stringify(message)}`);
    return message;
  }
  /** Returns the message once it was accepted, or failed. */
  settled(ticketId: number, id: number, seconds?: number): Promise<MessageView> {
    return eventually(async () => {
      const message = (await this.said(ticketId)).find((one) => one.id === id);
      return message && (message.ack > 0 || message.failure !== null) ? message : undefined;
    }, seconds);
  }
  /** Returns the messages that reached this company’s customers. */
  reached(): readonly { to: string; type: string; payload: Record<string, unknown> }[] {
    return this.meta.taken.filter(({ phoneNumberId }) => phoneNumberId === this.line.phoneNumberId);
  }
}
