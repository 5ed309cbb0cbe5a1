import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Sent {
  id: number;
  to: string;
  body: string;
  file: string | null;
  template: string | null;
  connectionId: number;
}

/** The provider behind the test's channels: what every phone received, over all nodes and their deaths. */
export class Provider {
  /** Each message once, by our id, as providers that recognise repeats deliver it. */
  readonly received: Sent[] = [];
  /** Numbers that it refuses. */
  readonly refused = new Set<string>();
  /** Milliseconds until it answers. */
  delay = 0;
  readonly #known = new Set<string>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Provider> {
    const provider: Provider = new Provider(
      createServer((request, response) => {
        void json(request).then((body) => {
          const answer = provider.#send(body as Sent);
          setTimeout(() => response.end(JSON.stringify(answer)), provider.delay);
        });
      }),
    );
    await new Promise<void>((resolve) => {
      provider.#server.listen(0, '127.0.0.1', resolve);
    });
    process.env['LEGAL_PROVIDER'] = `http://127.0.0.1:${(provider.#server.address() as AddressInfo).port}`;
    return provider;
  }

  #send(sent: Sent): object {
    if (this.refused.has(sent.to)) return { refused: true };
    const key = `${sent.connectionId}:${sent.id}`;
    if (!this.#known.has(key)) this.received.push(sent);
    this.#known.add(key);
    return { externalId: `law-${key}` };
  }

  to(number: string): Sent[] {
    return this.received.filter((sent) => sent.to === number);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
