import { eventually, startTestHost, type Person as Somebody, type TestCompany, type TestHost } from '@balcao/testing';
import { WhatsAppNetwork } from './network/network.ts';

export const attendance = ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-whatsapp'];

export interface StoredMessage {
  id: number;
  body: string;
  fromMe: boolean;
  ack: number;
  failure: string | null;
  mediaType: string | null;
  mediaUrl: string | null;
  quotedMsg?: { id: number } | null;
  dataJson: { kind: string } | null;
  isDeleted: boolean;
  editedAt: string | null;
  messageReact: { emoji: string; fromMe: boolean }[];
}
export interface StoredTicket {
  id: number;
  uuid: string;
  status: string;
  isGroup: boolean;
  contact: { id: number; name: string; number: string };
}

/** Makes connections of this process use the simulated network, until it is closed. */
export const openNetwork = async (): Promise<{ network: WhatsAppNetwork; close(): void }> => {
  const network = new WhatsAppNetwork();
  await network.listen();
  const before = process.env['WHATSAPP_WEB_SIMULATOR'];
  process.env['WHATSAPP_WEB_SIMULATOR'] = network.seam;
  return {
    network,
    close() {
      if (before === undefined) delete process.env['WHATSAPP_WEB_SIMULATOR'];
      else process.env['WHATSAPP_WEB_SIMULATOR'] = before;
      network.close();
    },
  };
};

let counter = 0;

/** A company with one connection, and what its people see of it. */
export class WhatsAppFixture {
  readonly company: TestCompany;
  readonly connectionId: number;
  /** The number of the company’s phone. */
  readonly number: string;
  readonly network: WhatsAppNetwork;

  private constructor(company: TestCompany, connectionId: number, number: string, network: WhatsAppNetwork) {
    this.company = company;
    this.connectionId = connectionId;
    this.number = number;
    this.network = network;
  }

  /** `moved`: its people call another node. */
  static async open(
    host: TestHost,
    network: WhatsAppNetwork,
    fields: object = {},
    moved: (person: Somebody) => Somebody = (person) => person,
  ): Promise<WhatsAppFixture> {
    counter += 1;
    const there = await host.company({ name: `Escritório ${counter}` });
    const company = { ...there, admin: moved(there.admin) };
    await eventually(async () => (await company.admin.get('/auth/me')).status === 200);
    const queue = await company.admin.post<{ id: number }>('/queue', {
      name: 'Atendimento',
      color: `#${300_000 + counter}`,
    });
    const made = await company.admin.post<{ id: number }>('/whatsapp', {
      name: `WhatsApp ${counter}`,
      channel: 'whatsapp',
      queueIds: [queue.body.id],
      keyWordQueueId: queue.body.id,
      ...fields,
    });
    if (made.status !== 200)
      throw new Error(`creating the connection answered ${made.status} ${JSON.stringify(made.body)}`);
    return new WhatsAppFixture(company, made.body.id, `55119${String(10_000_000 + counter)}`, network);
  }

  get admin(): Somebody {
    return this.company.admin;
  }
  async line(): Promise<{ status: string; qrcode: string }> {
    return (await this.admin.get<{ status: string; qrcode: string }>(`/whatsapp/${this.connectionId}`)).body;
  }
  becomes(status: string): Promise<boolean> {
    return eventually(async () => (await this.line()).status === status);
  }
  /** Requests a code and waits until it is displayed. */
  async code(fresh = false): Promise<string> {
    const path = `/whatsappsession/${this.connectionId}`;
    await (fresh ? this.admin.put(path) : this.admin.post(path));
    return eventually(async () => (await this.line()).qrcode || undefined);
  }
  /** Links the device to the company’s phone. */
  async link(): Promise<void> {
    this.network.scan(await this.code(), this.number);
    await this.becomes('CONNECTED');
  }

  async tickets(): Promise<StoredTicket[]> {
    const found = await Promise.all(
      ['pending', 'open'].map(async (status) => {
        const { body } = await this.admin.get<{ tickets: StoredTicket[] }>(`/tickets?showAll=true&status=${status}`);
        // A node that has just lost another one answers with an error.
        return body.tickets ?? [];
      }),
    );
    return found.flat();
  }
  async messages(ticketId: number): Promise<StoredMessage[]> {
    return (await this.admin.get<{ messages: StoredMessage[] }>(`/messages/${ticketId}`)).body.messages ?? [];
  }
  /** Returns the ticket that contains a message with this text. */
  ticketWith(body: string): Promise<StoredTicket> {
    return eventually(async () => {
      for (const ticket of await this.tickets())
        if ((await this.messages(ticket.id)).some((message) => message.body.includes(body))) return ticket;
      return undefined;
    });
  }
  async take(ticketId: number): Promise<void> {
    await this.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: this.admin.id });
  }
  async write(ticketId: number, body: string): Promise<StoredMessage> {
    return (await this.admin.post<StoredMessage>(`/messages/${ticketId}`, { body })).body;
  }
  /** A customer’s first message, and its ticket, accepted by somebody. Returns the ticket’s id. */
  async conversation(customer: string, body: string): Promise<number> {
    await this.network.write(customer, this.number, { conversation: body });
    const { id } = await this.ticketWith(body);
    await this.take(id);
    return id;
  }
}

export const openHost = (databaseUrl: string, log?: (line: string) => void): Promise<TestHost> =>
  startTestHost({ databaseUrl, plugins: attendance, env: { SANDBOX: '1' }, ...(log && { log }) });
