import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `silent`: accepts the request and never answers. `cut`: breaks off in the middle of the answer's body. */
export type Trouble = 'busy' | 'reset' | 'silent' | 'cut';

/** Proxy to an HTTP server that makes requests fail. */
export class FaultyProxy {
  /** Failures of the next requests, in order; later ones pass. */
  ahead: Trouble[] = [];
  passed = 0;
  readonly #target: URL;
  readonly #server = createServer((request, response) => this.#handle(request, response));

  constructor(endpoint: string) {
    this.#target = new URL(endpoint);
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const trouble = this.ahead.shift();
    if (trouble === 'silent') return void request.resume();
    if (trouble === 'reset') {
      // In the middle of the body when there is one, and otherwise before the answer.
      for (const event of ['data', 'end']) request.once(event, () => request.socket.resetAndDestroy());
      return void request.resume();
    }
    if (trouble === 'busy') {
      request.resume().once('end', () => response.writeHead(503, { 'content-type': 'application/xml' }).end(slowDown));
      return;
    }
    this.passed += 1;
    const { hostname, port } = this.#target;
    const onward = ask({ hostname, port, path: request.url, method: request.method, headers: request.headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (trouble === 'cut') answer.once('data', (part: Buffer) => response.write(part, () => response.destroy()));
      else answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}

const slowDown = '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
