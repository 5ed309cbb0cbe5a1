import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type {
  ChannelConformanceOptions,
  ChannelDriver,
  ConformanceConnection,
  ReachedMessage,
} from '../channel/driver.ts';

interface Taken extends ReachedMessage {
  key: string;
  number: string;
}

/** The SMS gateway behind the test channel: stores the messages it receives, and rejects those it is set to reject. */
export class Gateway {
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const key = request.headers.authorization?.slice('Bearer '.length) ?? '';
      const answer = this.#accept(key, JSON.parse(Buffer.concat(parts).toString()) as Record<string, string>);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  readonly #taken: Taken[] = [];
  readonly #refuses: { key: string; code: string; times: number }[] = [];
  readonly #keys = new Map<number, { key: string; address: string }>();

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The company's reactions to messages of customers. */
  readonly #reactions = new Map<string, string>();

  #change(change: string, id: string, body: string): object {
    const taken = this.#taken.find((one) => one.id === id);
    if (change === 'reaction') this.#reactions.set(id, body);
    else if (taken && change === 'edit') taken.body = body;
    else if (taken) Object.assign(taken, { body: '', revoked: true });
    return { id };
  }

  #accept(key: string, { id = '', to = '', body = '', file, change, options }: Record<string, string>): object {
    const refusal = this.#refuses.find((one) => one.key === key && one.times > 0);
    if (refusal) {
      refusal.times -= 1;
      return { code: refusal.code };
    }
    if (change !== undefined) return this.#change(change, id, body);
    const given = `g-${key.slice(0, 6)}-${id}`;
    if (!this.#taken.some((one) => one.id === given))
      this.#taken.push({
        id: given,
        to: Number(to.slice(-4)),
        number: to,
        body,
        key,
        ...(file && { file }),
        ...(options && { options: JSON.parse(options) as { id: string; title: string }[] }),
      });
    return { id: given };
  }

  readonly options: Omit<ChannelConformanceOptions, 'databaseUrl'> = {
    root: path.join(import.meta.dirname, 'fixtures', 'gateway'),
    channel: 'gateway',
    reportsTime: true,
    deduplicates: true,
    burst: { customers: 8, each: 4 },
    prepare: async ({ company, connectionId }) => {
      const key = randomBytes(16).toString('hex');
      const { port } = this.#server.address() as AddressInfo;
      const line = { url: `http://127.0.0.1:${port}/`, key };
      const { body } = await company.admin.put<{ address: string }>(`/gateway-lines/${connectionId}`, line);
      this.#keys.set(connectionId, { key, address: body.address });
    },
    drive: async (line) => this.#driver(line),
  };

  #driver({ host, company, connectionId }: ConformanceConnection): ChannelDriver {
    const { key = '', address = '' } = this.#keys.get(connectionId) ?? {};
    const number = (customer: number): string =>
      `5511${String(connectionId).padStart(5, '0')}${String(customer).padStart(4, '0')}`;
    const call = async (payload: object, secret = key): Promise<number> => {
      const body = JSON.stringify(payload);
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const { status } = await fetch(`${host.url}/api/gateway/${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        body,
      });
      return status;
    };
    const refuse =
      (code: string) =>
      async ({ times }: { times: number }) =>
        void this.#refuses.push({ key, code, times });
    const webhookBody = ({ id, from, body, sentAt }: Parameters<ChannelDriver['deliver']>[0]) => ({
      kind: 'message',
      id,
      from: number(from),
      body,
      at: sentAt.getTime(),
    });
    return {
      deliver: (message) => call(webhookBody(message)),
      forge: (message) => call(webhookBody(message), 'somebody else’s'),
      reached: async () => this.#taken.filter((one) => one.key === key),
      ack: async ({ id }, ack) => void (await call({ kind: 'status', id, state: ack === 2 ? 'delivered' : 'read' })),
      echo: ({ id, to, body }) => call({ kind: 'echo', id, from: number(to), body, at: Date.now() }),
      choose: ({ to, options = [] }, choice) =>
        call({
          kind: 'message',
          id: randomBytes(8).toString('hex'),
          from: number(to),
          // Truncates a title that is too long for a button, as networks do.
          body: options.find(({ id }) => id === choice)?.title.slice(0, 5) ?? '',
          at: Date.now(),
          choice,
        }),
      changes: {
        react: (id, from, body) => call({ kind: 'reaction', id, from: number(from), body, at: Date.now() }),
        edit: (id, from, body) => call({ kind: 'edit', id, from: number(from), body, at: Date.now() }),
        remove: (id, from) => call({ kind: 'deletion', id, from: number(from), body: '', at: Date.now() }),
        reactionTo: async (id) => this.#reactions.get(id) ?? '',
      },
      fail: { retry: refuse('busy'), refused: refuse('rejected'), 'invalid-contact': refuse('no-such-number') },
      link: {
        cut: async () => void this.#refuses.push({ key, code: 'no-link', times: 1_000 }),
        mend: async () => {
          for (const one of this.#refuses) if (one.key === key) one.times = 0;
          const scope = company.scope('channel-gateway');
          const service = scope.use<{ setStatus(id: number, change: object): Promise<void> }>({
            kind: 'service',
            id: 'connections.connections',
          });
          for (const status of ['TIMEOUT', 'CONNECTED']) await service.setStatus(connectionId, { status });
        },
      },
      secrets: () => [key],
    };
  }
}
