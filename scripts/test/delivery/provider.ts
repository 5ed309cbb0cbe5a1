import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Posted {
  channel: string;
  connectionId: number;
  /** Id of the process that posted it. */
  node: number;
  id: number;
  reservedId: string | null;
  to: string;
  body: string;
  /** Names of the files, in order. */
  files: string[];
  menu: { text: string; options: { id: string; title: string }[] } | null;
  /** Time of arrival in milliseconds. */
  at: number;
}
type Answer = 'take' | 'hold' | { status: number; headers?: Record<string, string> };

/** The provider behind the postbox: deduplicates by its reserved id, or by our id on `postbox-once`. */
export class Provider {
  /** Every call, in order. */
  readonly calls: Posted[] = [];
  /** Messages that customers received. */
  readonly taken: Posted[] = [];
  /** `hold`: accepts it and never answers. */
  answers: (call: Posted) => Answer = () => 'take';
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () =>
      this.#answer({ ...(JSON.parse(Buffer.concat(parts).toString()) as Posted), at: Date.now() }, response),
    );
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  of(connectionId: number): Posted[] {
    return this.taken.filter((one) => one.connectionId === connectionId);
  }

  #answer(call: Posted, response: ServerResponse): void {
    const answer = this.answers(call);
    this.calls.push(call);
    if (typeof answer === 'object') {
      response.writeHead(answer.status, answer.headers).end('{}');
      return;
    }
    if (!this.#has(call)) this.taken.push(call);
    if (answer === 'hold') return;
    const externalId = call.reservedId ?? `taken-${this.taken.length}`;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ externalId }));
  }

  #has({ channel, id, connectionId, reservedId }: Posted): boolean {
    const same = this.taken.filter((one) => one.connectionId === connectionId);
    return reservedId === null
      ? channel !== 'postbox' && same.some((one) => one.id === id)
      : same.some((one) => one.reservedId === reservedId);
  }
}
