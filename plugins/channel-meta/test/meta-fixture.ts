import { inject } from 'vitest';
import { eventually, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { MessageView, TicketView } from '@balcao/tickets/contract';
import type { ConnectResult, LoginView, MetaChannel } from '../contract.ts';
import { MetaSimulator, type AcceptedMessage, type SimulatedPage, type SimulatedPerson } from './meta/simulator.ts';
import { entry, type WireEvent } from './meta/vectors.ts';

export const verifyToken = 'uma-palavra-de-verificacao';
export const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-meta'];
const address = 'http://localhost:3000';

/** Starts the simulator, and points the product’s client to it. */
export const startMeta = async (): Promise<{ meta: MetaSimulator; stop: () => Promise<void> }> => {
  const before = process.env['META_GRAPH_URL'];
  const meta = await MetaSimulator.start();
  process.env['META_GRAPH_URL'] = meta.url;
  return {
    meta,
    async stop() {
      if (before === undefined) delete process.env['META_GRAPH_URL'];
      else process.env['META_GRAPH_URL'] = before;
      await meta.stop();
    },
  };
};

export const startFixtures = (more: { log?: (line: string) => void } = {}): Promise<TestHost> =>
  startTestHost({ databaseUrl: inject('databaseUrl'), plugins, env: { TRUST_PROXY: '1' }, ...more });

/** Enters the installation’s app, as its settings do, and registers its webhook at Meta. */
export const enterApp = async (host: TestHost, meta: MetaSimulator, company: TestCompany): Promise<void> => {
  const { secrets } = company.scope('channel-meta');
  await secrets.set('app-id', meta.state.app.appId);
  await secrets.set('app-secret', meta.state.app.appSecret);
  await secrets.set('verify-token', verifyToken);
  await secrets.set('instagram-app-id', meta.state.instagramApp.appId);
  await secrets.set('instagram-app-secret', meta.state.instagramApp.appSecret);
  const status = await meta.webhooks.verify(`${host.url}/api/meta/webhook`, verifyToken);
  if (status !== 200) throw new Error(`verifying the webhook answered ${status}`);
};

/** Logs in at the simulated Meta as a person. */
export const logIn = async (admin: Person, meta: MetaSimulator, person: SimulatedPerson): Promise<LoginView> => {
  const started = await admin.post<{ url: string }>('/meta/login', { origin: address });
  if (started.status !== 200)
    throw new Error(`starting the login answered ${started.status} ${JSON.stringify(started.body)}`);
  const state = new URL(started.body.url).searchParams.get('state');
  const finished = await admin.post<LoginView>('/meta/login/finish', { state, code: meta.code(person) });
  if (finished.status !== 200)
    throw new Error(`the login answered ${finished.status} ${JSON.stringify(finished.body)}`);
  return finished.body;
};

let count = 0;

/** A company with a page, or an Instagram account, at the simulated Meta. */
export class MetaFixture {
  readonly host: TestHost;
  readonly meta: MetaSimulator;
  readonly company: TestCompany;
  readonly channel: MetaChannel;
  readonly page: SimulatedPage;
  readonly person: SimulatedPerson;
  connectionId = 0;
  queueId = 0;

  private constructor(
    host: TestHost,
    meta: MetaSimulator,
    company: TestCompany,
    channel: MetaChannel,
    page: SimulatedPage,
    person: SimulatedPerson,
  ) {
    this.host = host;
    this.meta = meta;
    this.company = company;
    this.channel = channel;
    this.page = page;
    this.person = person;
  }

  /** `hasComments`: the login gives the permissions of comments. */
  static async open(
    host: TestHost,
    meta: MetaSimulator,
    channel: MetaChannel = 'facebook',
    { hasComments = false }: { hasComments?: boolean } = {},
  ): Promise<MetaFixture> {
    count += 1;
    const company = await host.company({ name: `Loja ${count}` });
    const page = meta.page();
    if (hasComments) meta.state.commentGrants.add(page.pageId);
    const fixture = new MetaFixture(host, meta, company, channel, page, meta.person('Marina Azevedo', [page]));
    await enterApp(host, meta, company);
    const queue = await company.admin.post<{ id: number }>('/queue', {
      name: `Fila ${count}`,
      color: `#${300_000 + count}`,
    });
    fixture.queueId = queue.body.id;
    await fixture.connect();
    return fixture;
  }

  get admin(): Person {
    return this.company.admin;
  }
  /** The id by which Meta names the account in events. */
  get account(): string {
    return this.channel === 'instagram' ? this.page.igId : this.page.pageId;
  }

  async connect(): Promise<void> {
    const login = await logIn(this.admin, this.meta, this.person);
    const { status, body } = await this.admin.post<ConnectResult[]>('/meta/connect', {
      login: login.id,
      queueId: this.queueId,
      channels: [{ pageId: this.page.pageId, channel: this.channel }],
    });
    if (status !== 200 || !body[0]?.connectionId)
      throw new Error(`connecting answered ${status} ${JSON.stringify(body)}`);
    this.connectionId = body[0].connectionId;
  }

  deliver(...events: WireEvent[]): Promise<number> {
    return this.meta.webhooks.deliver(this.channel === 'instagram' ? 'instagram' : 'page', [
      entry(this.account, events),
    ]);
  }
  async status(): Promise<string> {
    return (await this.admin.get<{ status: string }>(`/whatsapp/${this.connectionId}`)).body.status;
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
  settled(ticketId: number, id: number): Promise<MessageView> {
    return eventually(async () => {
      const message = (await this.said(ticketId)).find((one) => one.id === id);
      return message && (message.ack > 0 || message.failure !== null) ? message : undefined;
    });
  }
  /** Returns the messages that reached this company’s customers. */
  reached(): readonly AcceptedMessage[] {
    return this.meta.accepted.filter(({ pageId }) => pageId === this.page.pageId);
  }
}
