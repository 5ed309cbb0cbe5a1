import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { ChannelFailure } from '@balcao/connections/contract';

export interface Sent {
  id: number;
  to: string;
  body: string;
  file: string | null;
  template: string | null;
  connectionId: number;
  at: number;
}

/** The plugin whose channels send to `Phones`: `test-phones`, `test-windowed` and `test-paired`. */
export const phonesPlugin = path.join(import.meta.dirname, 'channel');

/**
 * The provider behind the channels of `phonesPlugin`, in the process of the test: what every phone received, over all
 * nodes and their deaths. Nodes find it by an environment variable, so it is opened before they start.
 */
export class Phones {
  /** Each message once, by our id, as providers that recognise repeats deliver it. */
  readonly received: Sent[] = [];
  /** Every call, with repeats. */
  readonly calls: Sent[] = [];
  readonly checked: string[] = [];
  /** Refusals by number. */
  readonly refusals = new Map<string, { failure: ChannelFailure; reason: string; retryAfter?: number }>();
  readonly unknown = new Set<string>();
  /** Milliseconds until it answers. */
  delay = 0;
  readonly #known = new Set<string>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Phones> {
    const phones: Phones = new Phones(
      createServer((request, response) => {
        void json(request).then((body) => {
          const answer = request.url === '/check' ? phones.#check(body) : phones.#send(body);
          setTimeout(() => response.end(JSON.stringify(answer)), phones.delay);
        });
      }),
    );
    await new Promise<void>((resolve) => {
      phones.#server.listen(0, '127.0.0.1', resolve);
    });
    process.env['TEST_PHONES'] = `http://127.0.0.1:${(phones.#server.address() as AddressInfo).port}`;
    return phones;
  }

  #check(body: unknown): object {
    const { number } = body as { number: string };
    this.checked.push(number);
    return { exists: !this.unknown.has(number), value: number };
  }

  #send(body: unknown): object {
    const sent = { ...(body as Sent), at: Date.now() };
    const refusal = this.refusals.get(sent.to);
    if (refusal) return refusal;
    this.calls.push(sent);
    const key = `${sent.connectionId}:${sent.id}`;
    if (!this.#known.has(key)) this.received.push(sent);
    this.#known.add(key);
    return { externalId: `phone-${key}` };
  }

  /** Returns the messages of one number. */
  to(number: string): Sent[] {
    return this.received.filter((sent) => sent.to === number);
  }

  /** Returns the messages of one connection. */
  of(connectionId: number): Sent[] {
    return this.received.filter((sent) => sent.connectionId === connectionId);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
