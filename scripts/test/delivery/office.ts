import { Person, type LiveClient } from '@balcao/testing';
import { cookieOf, logIn, openSession, superUser, type Node } from './nodes.ts';

/** Address of the office: a node, or a proxy in front of some. */
type Address = Pick<Node, 'url'>;

interface RefusedResponse {
  status: number;
  error?: string;
}
export interface PhoneView {
  id: string;
  body: string;
  fromPhone: boolean;
  ack: number;
  at: string;
}
export interface Acknowledged {
  id: string;
  fresh: boolean;
  ticketId: number;
  ticketUuid: string;
  messageId: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
let counter = 0;

const expectOk = <T>({ status, body }: { status: number; body: T }, what: string): T => {
  if (status === 200) return body;
  throw new Error(`${what} answered ${status} ${JSON.stringify(body)}`);
};

/** A company with one paired sandbox connection, used only through HTTP. */
export class Office {
  readonly companyId: number;
  readonly connectionId: number;
  /** Every response other than 200. */
  readonly refusals: RefusedResponse[] = [];
  #admin: Person;
  #cookie: string;
  #number = 5_511_910_000_000;

  private constructor(admin: Person, cookie: string, companyId: number, connectionId: number) {
    this.#admin = admin;
    this.#cookie = cookie;
    this.companyId = companyId;
    this.connectionId = connectionId;
  }

  /** Opens the office. `platform`: its super user, who is logged in already, because a second login ends the first. */
  static async open(node: Address, platform?: Person): Promise<Office> {
    counter += 1;
    const account = { email: `chefe${counter}-${process.pid}@entrega.local`, password: 'Senha-123' };
    const superPerson = platform ?? (await logIn(node.url, superUser));
    const company = expectOk(
      await superPerson.post<{ id: number }>('/companies', { name: `Empresa ${counter}`, ...account }),
      'making a company',
    );
    const { person: admin, cookie } = await openSession(node.url, account);
    // Plugins from outside are off by default.
    expectOk(await admin.put('/settings/plugin:witness', { value: 'enabled' }), 'switching the witness on');
    const queue = expectOk(
      await admin.post<{ id: number }>('/queue', { name: 'Geral', color: '#2576d2', greetingMessage: '' }),
      'making a queue',
    );
    const line = expectOk(
      await admin.post<{ id: number }>('/whatsapp', {
        name: 'Linha',
        channel: 'sandbox',
        queueIds: [queue.id],
        keyWordQueueId: queue.id,
      }),
      'making a connection',
    );
    const office = new Office(admin, cookie, company.id, line.id);
    expectOk(await admin.post(`/whatsappsession/${line.id}`), 'connecting');
    expectOk(await admin.post(`/sandbox/${line.id}/pair`), 'pairing');
    return office;
  }

  /** Enables everything automatic of a company: menu, hours, reminders, closing by silence, ratings. */
  async switchRulesOn(): Promise<void> {
    const settings = { userRating: 'enabled', sendCloseMessage: 'enabled', scheduleType: 'connection' };
    for (const [key, value] of Object.entries(settings))
      expectOk(await this.#admin.put(`/settings/${key}`, { value }), `setting ${key}`);
    const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
    const [first] = expectOk(await this.#admin.get<{ id: number }[]>('/queue'), 'looking at the queues');
    const second = expectOk(
      await this.#admin.post<{ id: number }>('/queue', { name: 'Outra', color: '#803b83' }),
      'making a queue',
    );
    const rules = {
      queueIds: [first?.id, second.id],
      keyWordQueueId: second.id,
      greetingMessage: 'Olá!',
      maxUseBotQueues: 3,
      timeUseBotQueues: 1,
      timeSendQueue: 600,
      sendIdQueue: second.id,
      outOfHoursMessage: 'Fechado.',
      schedules: days.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '24:00' })),
      complationMessage: 'Até logo!',
      ratingMessage: 'De 1 a 3?',
      expiresTicketNPS: 60,
      expiresTicket: 1,
      expiresInactiveMessage: 'Encerrado.',
      timeInactiveMessage: 30,
      inactiveMessage: 'Ainda está aí?',
    };
    expectOk(await this.#admin.put(`/whatsapp/${this.connectionId}`, rules), 'writing the rules');
  }

  /** Returns the same people at another node. */
  at(node: Address): Office {
    const { id, email, password, token } = this.#admin;
    return new Office(
      new Person(node.url, { id, email, password, token }),
      this.#cookie,
      this.companyId,
      this.connectionId,
    );
  }

  /** The person who works here. */
  get person(): Person {
    return this.#admin;
  }

  /** Renews the access token before it expires, as the page does: retried until a node answers. */
  async renew(): Promise<void> {
    for (;;) {
      const answer = await this.#admin
        .call<{ token: string }>('POST', '/auth/refresh_token', {}, { cookie: this.#cookie })
        .catch(() => undefined);
      if (answer?.status === 200) {
        this.#cookie = cookieOf(answer.headers);
        this.#admin.token = answer.body.token;
        return;
      }
      // All browsers of a test share one address, so limits of one address may apply.
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`renewing a session answered ${answer.status}`);
      await pause(500);
    }
  }

  /** Opens a live connection of the admin at this node. */
  live(): Promise<LiveClient> {
    return this.#admin.live();
  }

  numbers(count: number): string[] {
    return Array.from({ length: count }, () => String((this.#number += 1)));
  }

  async slowDown(latencyMs: number): Promise<void> {
    expectOk(await this.#admin.put(`/sandbox/${this.connectionId}/link`, { latencyMs }), 'slowing the line');
  }

  /** Delivers one message once. Undefined: not acknowledged, so it must be delivered again. */
  async deliver(from: string, id: string, body = id): Promise<Acknowledged | undefined> {
    return this.#ask<Acknowledged>(`/sandbox/${this.connectionId}/messages`, {
      from,
      name: `Cliente ${from}`,
      id,
      body,
    });
  }

  /** Delivers a message like providers do: repeatedly under the same id, until it is acknowledged. */
  async insist(from: string, id: string, body = id): Promise<Acknowledged> {
    for (;;) {
      const acknowledged = await this.deliver(from, id, body);
      if (acknowledged) return acknowledged;
      await pause(100);
    }
  }

  /** Sends a reply like the browser does: repeatedly under the same client id, until it is acknowledged. */
  async reply(ticketId: number, body: string): Promise<void> {
    while ((await this.#ask(`/messages/${ticketId}`, { body, clientId: body })) === undefined) await pause(100);
  }

  async accept(ticketId: number): Promise<void> {
    expectOk(await this.#admin.put(`/tickets/${ticketId}`, { status: 'open', userId: this.#admin.id }), 'accepting');
  }

  async close(ticketId: number): Promise<void> {
    expectOk(await this.#admin.put(`/tickets/${ticketId}`, { status: 'closed' }), 'closing');
  }

  /** Returns the messages that the phone of a number received, in order of arrival. */
  async gotAt(number: string): Promise<PhoneView[]> {
    const shown = await this.#admin.get<PhoneView[]>(`/sandbox/${this.connectionId}/messages?with=${number}`);
    return expectOk(shown, 'looking at a phone').filter(({ fromPhone }) => !fromPhone);
  }

  async #ask<T = object>(path: string, body: object): Promise<T | undefined> {
    try {
      const answer = await this.#admin.post<T & { error?: string }>(path, body);
      if (answer.status === 200) return answer.body;
      this.refusals.push({ status: answer.status, error: answer.body.error });
    } catch {
      // The node is down: there was no response.
      this.refusals.push({ status: 0 });
    }
    return undefined;
  }
}
