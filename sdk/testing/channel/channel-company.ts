import { randomBytes } from 'node:crypto';
import type { TestCompany, TestHost } from '../host.ts';
import type { Person } from '../person.ts';
import { togglesOf } from '../suite/seeded-company.ts';
import type { ChannelConformanceOptions, ChannelDriver, CustomerMessage, ConformanceConnection } from './driver.ts';
import { poll } from '../eventually.ts';

export interface Ticket {
  id: number;
  uuid: string;
  status: string;
  queueId: number | null;
  unreadMessages: number;
}
export interface CompanyMessage {
  id: number;
  body: string;
  fromMe: boolean;
  ack: number;
  failure: string | null;
  mediaName: string | null;
  isDeleted: boolean;
  editedAt: string | null;
  messageReact: { emoji: string; fromMe: boolean }[];
}

/** The part of the stage that a company uses. */
export interface ChannelEnvironment {
  options: ChannelConformanceOptions;
  host: TestHost;
  /** Every written text. */
  bodies: string[];
  companies: ChannelCompany[];
  /** Milliseconds until a missing effect of a change or of a tapped option counts as a breach. */
  patienceMs: number;
}

let counter = 0;

/** A company with one connection of the channel, and the view of its people. */
export class ChannelCompany implements ConformanceConnection {
  readonly host: ConformanceConnection['host'];
  readonly company: TestCompany;
  readonly connectionId: number;
  driver!: ChannelDriver;
  readonly #stage: ChannelEnvironment;

  private constructor(stage: ChannelEnvironment, company: TestCompany, connectionId: number) {
    this.#stage = stage;
    this.host = stage.host;
    this.company = company;
    this.connectionId = connectionId;
  }

  static async open(stage: ChannelEnvironment): Promise<ChannelCompany> {
    counter += 1;
    const settings = Object.fromEntries(togglesOf(stage.host).map((toggle) => [toggle, true]));
    const company = await stage.host.company({ name: `Loja ${counter}`, settings });
    const { admin } = company;
    const queue = await bodyOfSuccess<{ id: number }>(
      admin.post('/queue', { name: `Fila ${counter}`, color: `#${200_000 + counter}` }),
    );
    const { channel } = stage.options;
    const made = await bodyOfSuccess<{ id: number }>(
      admin.post('/whatsapp', { name: `Linha ${counter}`, channel, queueIds: [queue.id], keyWordQueueId: queue.id }),
    );
    const shop = new ChannelCompany(stage, company, made.id);
    await stage.options.prepare?.(shop);
    await shop.connect();
    shop.driver = await stage.options.drive(shop);
    stage.companies.push(shop);
    return shop;
  }

  /** Waits for an effect; undefined if it does not occur within the patience of the stage. */
  poll<T>(probe: Parameters<typeof poll<T>>[0]): Promise<T | undefined> {
    return poll(probe, this.#stage.patienceMs);
  }

  get admin(): Person {
    return this.company.admin;
  }

  /** Lets new customers choose between queues of these names; returns their ids. */
  async offer(names: readonly string[]): Promise<number[]> {
    const queueIds: number[] = [];
    for (const name of names) {
      counter += 1;
      const queue = { name: name.slice(0, 50), color: `#${200_000 + counter}` };
      queueIds.push((await bodyOfSuccess<{ id: number }>(this.admin.post('/queue', queue))).id);
    }
    const greetingMessage = this.text('Com quem deseja falar?');
    await bodyOfSuccess(this.admin.put(`/whatsapp/${this.connectionId}`, { queueIds, greetingMessage }));
    return queueIds;
  }

  /** Returns a text that identifies a message. */
  text(what: string): string {
    const text = `${what} ${randomBytes(5).toString('hex')}`;
    this.#stage.bodies.push(text);
    return text;
  }

  message(from: number, what = 'Bom dia'): CustomerMessage {
    return { id: randomBytes(8).toString('hex'), from, body: this.text(what), sentAt: new Date() };
  }

  async connect(): Promise<void> {
    await bodyOfSuccess(this.admin.post(`/whatsappsession/${this.connectionId}`));
    await this.#stage.options.pair?.(this);
    const isUp = await poll(async () => (await this.status()) === 'CONNECTED');
    if (!isUp) throw new Error(`the connection stays ${await this.status()}`);
  }
  async disconnect(): Promise<void> {
    await bodyOfSuccess(this.admin.delete(`/whatsappsession/${this.connectionId}`));
  }
  async status(): Promise<string> {
    return (await this.admin.get<{ status: string }>(`/whatsapp/${this.connectionId}`)).body.status;
  }

  async tickets(): Promise<Ticket[]> {
    const found: Ticket[] = [];
    for (const status of ['pending', 'open']) {
      for (let page = 1; ; page += 1) {
        const query = `/tickets?showAll=true&status=${status}&pageNumber=${page}`;
        const { tickets, hasMore } = await bodyOfSuccess<{ tickets: Ticket[]; hasMore: boolean }>(
          this.admin.get(query),
        );
        found.push(...tickets);
        if (!hasMore) break;
      }
    }
    return found;
  }
  async messages(ticketId: number): Promise<CompanyMessage[]> {
    return (await bodyOfSuccess<{ messages: CompanyMessage[] }>(this.admin.get(`/messages/${ticketId}`))).messages;
  }
  /** Returns every message of every conversation. */
  async everything(): Promise<CompanyMessage[][]> {
    return Promise.all((await this.tickets()).map(({ id }) => this.messages(id)));
  }
  /** Returns the capabilities that the adapter declares. */
  async capabilities(): Promise<Record<string, unknown>> {
    const answer = this.admin.get<{ capabilities: Record<string, unknown> }>(`/whatsapp/${this.connectionId}`);
    return (await bodyOfSuccess<{ capabilities: Record<string, unknown> }>(answer)).capabilities;
  }
  async messagesWith(body: string): Promise<CompanyMessage[]> {
    return (await this.everything()).flat().filter((message) => message.body === body);
  }

  /** Lets a customer write, and a person of the company accept the conversation. */
  async conversation(from = 0, message = this.message(from)): Promise<number> {
    const status = await this.driver.deliver(message);
    if (status >= 300) throw new Error(`the door answered ${status} to a customer's message`);
    const ticket = await poll(async () => {
      for (const one of await this.tickets())
        if ((await this.messages(one.id)).some(({ body }) => body === message.body)) return one;
      return undefined;
    });
    if (!ticket) throw new Error('a message that the door took became no conversation');
    await bodyOfSuccess(this.admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: this.admin.id }));
    return ticket.id;
  }
  async write(ticketId: number, body: string): Promise<CompanyMessage> {
    return bodyOfSuccess<CompanyMessage>(this.admin.post(`/messages/${ticketId}`, { body }));
  }
  async sent(ticketId: number, messageId: number): Promise<CompanyMessage | undefined> {
    return (await this.messages(ticketId)).find(({ id }) => id === messageId);
  }
  /** Waits until the message was sent by the provider, or failed. */
  settled(ticketId: number, messageId: number): Promise<CompanyMessage | undefined> {
    return poll(async () => {
      const message = await this.sent(ticketId, messageId);
      return message && (message.ack > 0 || message.failure !== null) ? message : undefined;
    }, 20_000);
  }
}

/** Returns the body of a successful response; throws an error with the response otherwise. */
const bodyOfSuccess = async <T>(answer: Promise<{ status: number; body: unknown }>): Promise<T> => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`a call of the company answered ${status} ${JSON.stringify(body)}`);
  return body as T;
};
