import { inject } from 'vitest';
import { io } from 'socket.io-client';
import { eventually, LiveClient, startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import {
  visitorRoom,
  type ChatMessage,
  type ChatPage,
  type ChatSession,
  type ShownSite,
  type SiteOptions,
} from '../contract.ts';

export const startFixtures = (env: Record<string, string> = {}): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-webchat'],
    // Each visitor has an address of their own, as in production.
    env: { TRUST_PROXY: '1', ...env },
  });

interface Ticket {
  id: number;
  uuid: string;
  status: string;
  channel: string;
  lastMessage: string;
  contact: { name: string };
}
export interface Said {
  id: number;
  body: string;
  fromMe: boolean;
  ack: number;
  mediaName: string | null;
  mediaUrl: string | null;
  failure: string | null;
}
export interface Connection {
  id: number;
  status: string;
}

let visits = 0;

/** A company with a chat on its site, its attendants and visitors. */
export class ChatFixture {
  readonly host: TestHost;
  readonly company: TestCompany;
  readonly connectionId: number;
  readonly site: ShownSite;

  private constructor(host: TestHost, company: TestCompany, connectionId: number, site: ShownSite) {
    this.host = host;
    this.company = company;
    this.connectionId = connectionId;
    this.site = site;
  }

  static async of(host: TestHost, options: Partial<SiteOptions> = {}): Promise<ChatFixture> {
    const company = await host.company({ name: 'Floricultura Aurora', settings: { webchatEnabled: true } });
    const connectionId = await ChatFixture.connect(company.admin);
    const { status, body } = await company.admin.put<ShownSite>(`/webchat-sites/${connectionId}`, options);
    if (status !== 200) throw new Error(`saving the site’s options answered ${status}`);
    return new ChatFixture(host, company, connectionId, body);
  }

  /** Creates a web chat as the connections page does, and waits until it is connected. */
  static async connect(admin: Person, name = 'Chat do site'): Promise<number> {
    const queue = await admin.post<{ id: number }>('/queue', {
      name: `${name} ${(visits += 1)}`,
      color: `#${String(100_000 + visits)}`,
    });
    const made = await admin.post<Connection>('/whatsapp', {
      name,
      channel: 'webchat',
      queueIds: [queue.body.id],
      keyWordQueueId: queue.body.id,
    });
    if (made.status !== 200)
      throw new Error(`creating the connection answered ${made.status} ${JSON.stringify(made.body)}`);
    await eventually(
      async () => (await admin.get<Connection>(`/whatsapp/${made.body.id}`)).body.status === 'CONNECTED',
    );
    return made.body.id;
  }

  get admin(): Person {
    return this.company.admin;
  }

  /** `null`: a program that sends no Origin. */
  visitor(origin: string | null = 'https://loja.example', ip?: string): Visitor {
    return new Visitor(this.host.url, this.site.address, origin, ip);
  }

  async tickets(): Promise<Ticket[]> {
    const { body } = await this.admin.get<{ tickets: Ticket[] }>('/tickets?showAll=true&status=pending');
    const open = await this.admin.get<{ tickets: Ticket[] }>('/tickets?showAll=true&status=open');
    return [...body.tickets, ...open.body.tickets];
  }

  async said(ticketId: number): Promise<Said[]> {
    return (await this.admin.get<{ messages: Said[] }>(`/messages/${ticketId}`)).body.messages;
  }

  /** Attaches a file of the team to its newest ticket. */
  async attach(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const { ticketId } = await this.reply('Vou mandar o contrato');
    const form = new FormData();
    form.append('medias', new Blob([bytes]), 'contrato.pdf');
    return (await this.admin.call('POST', `/messages/${ticketId}`, form)).status;
  }

  /** Accepts the only ticket and replies. */
  async reply(body: string): Promise<{ ticketId: number; messageId: number }> {
    const ticket = (await this.tickets())[0];
    if (!ticket) throw new Error('nobody wrote yet');
    if (ticket.status === 'pending')
      await this.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: this.admin.id });
    const sent = await this.admin.post<Said>(`/messages/${ticket.id}`, { body });
    if (sent.status !== 200) throw new Error(`replying answered ${sent.status} ${JSON.stringify(sent.body)}`);
    return { ticketId: ticket.id, messageId: sent.body.id };
  }
}

let people = 0;

interface Answer<T> {
  status: number;
  body: T & { error?: string; fields?: Record<string, string>; context?: Record<string, unknown> };
  headers: Headers;
}

/** A visitor’s browser, by the calls that it makes. */
export class Visitor {
  readonly #url: string;
  readonly address: string;
  readonly origin: string | null;
  /** The browser’s address, as the proxy reports it. */
  readonly ip: string;
  token = '';
  id = '';
  #lines: LiveClient[] = [];

  constructor(url: string, address: string, origin: string | null, ip?: string) {
    this.#url = url;
    this.address = address;
    this.origin = origin;
    this.ip = ip ?? `203.0.${Math.floor((people += 1) / 250) % 250}.${people % 250}`;
  }

  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.#url}/api/webchat/${this.address}${path}`, {
      method,
      headers: {
        ...(this.origin !== null && { origin: this.origin }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        'x-forwarded-for': this.ip,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      body: (isJson ? JSON.parse(text) : { text }) as Answer<T>['body'],
      headers: response.headers,
    };
  }

  async begin(name = 'Helena'): Promise<ChatSession> {
    const { status, body } = await this.call<ChatSession>('POST', '/session', { name });
    if (status !== 200) throw new Error(`the session answered ${status} ${JSON.stringify(body)}`);
    this.token = body.token;
    this.id = body.visitor.id;
    return body;
  }

  /** Reloads the page: only the token is left. */
  return(): Promise<Answer<ChatSession>> {
    return this.call<ChatSession>('POST', '/session', { token: this.token });
  }

  write(body: string, id: string = crypto.randomUUID()): Promise<Answer<ChatMessage>> {
    return this.call<ChatMessage>('POST', '/messages', { id, body });
  }

  attach(
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    id: string = crypto.randomUUID(),
    body = '',
  ): Promise<Answer<ChatMessage>> {
    const form = new FormData();
    form.set('id', id);
    form.set('body', body);
    form.set('file', new Blob([bytes]), name);
    return this.call<ChatMessage>('POST', '/messages', form);
  }

  async history(before?: number): Promise<ChatPage> {
    return (await this.call<ChatPage>('GET', `/messages${before === undefined ? '' : `?before=${before}`}`)).body;
  }

  /** Opens a socket as the page does. */
  async line(): Promise<LiveClient> {
    const line = new LiveClient(
      io(this.#url, {
        path: '/socket.io',
        transports: ['websocket'],
        reconnection: false,
        auth: { address: this.address, token: this.token },
        ...(this.origin !== null && { extraHeaders: { origin: this.origin } }),
      }),
    );
    this.#lines.push(line);
    await line.connected();
    return line;
  }

  async listening(): Promise<LiveClient> {
    const line = await this.line();
    const answer = await line.join(visitorRoom, { visitor: this.id });
    if (answer.ok !== true) throw new Error(`joining answered ${answer.error}`);
    return line;
  }

  leave(): void {
    for (const line of this.#lines) line.close();
  }
}

/** The smallest valid picture. */
export const picture = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
