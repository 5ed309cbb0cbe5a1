import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Said {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface Asked {
  method: string;
  /** Path and query. */
  path: string;
  body: unknown;
  headers: IncomingMessage['headers'];
}

/** A paid source on loopback: it counts what it is asked, limits it by the minute, and calls back. */
export abstract class PaidServer {
  /** Requests in order: `POST /requests`. */
  readonly asked: string[] = [];
  /** The next answers fail with this status. */
  failing: number | undefined;
  /** Milliseconds until it answers what it is asked: `POST /requests`. */
  readonly delays = new Map<string, number>();
  /** Requests that it answers before it asks for silence. */
  allowed = Number.POSITIVE_INFINITY;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const { method = '', url = '', headers } = request;
        this.asked.push(`${method} ${url.replace(/\?.*/, '')}`);
        const send = (): void => {
          const asked = { method, path: url, headers, body: text === '' ? undefined : JSON.parse(text) };
          const { status, body, headers: more } = this.#reply(asked);
          response.writeHead(status, { 'content-type': 'application/json', ...more });
          response.end(body === undefined ? undefined : JSON.stringify(body));
        };
        const delay = this.delays.get(this.asked.at(-1) ?? '');
        if (delay === undefined) send();
        else setTimeout(send, delay).unref();
      });
    });
  }

  protected abstract answer(asked: Asked): Said;

  #reply(asked: Asked): Said {
    if (this.failing !== undefined) return { status: this.failing, body: { error: 'failing' } };
    if (this.allowed <= 0) return { status: 429, body: { error: 'too many' }, headers: { 'retry-after': '60' } };
    this.allowed -= 1;
    return this.answer(asked);
  }

  listen(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How often it was asked this. */
  count(what: string): number {
    return this.asked.filter((one) => one === what).length;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Calls an address of ours, and returns the status. */
export const callBack = async (
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<number> => {
  const { status } = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return status;
};
