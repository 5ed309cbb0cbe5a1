import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  method: string;
  url: string;
  authorization: string | undefined;
  key: string | undefined;
  body: string;
}
type Respond = (call: Call) => { status: number; body: string };

const pages = Symbol.for('balcao.test-pages');

/** A system on this machine that flows may call under a public name. */
export class FlowSystem {
  readonly calls: Call[] = [];
  respond: Respond = () => ({ status: 200, body: '{}' });
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<FlowSystem> {
    const server = createServer();
    const system = new FlowSystem(server);
    server.on('request', (request: IncomingMessage, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { authorization, 'idempotency-key': key } = request.headers;
        const call = {
          method: request.method ?? '',
          url: request.url ?? '',
          authorization,
          key: typeof key === 'string' ? key : undefined,
          body: Buffer.concat(parts).toString(),
        };
        system.calls.push(call);
        const { status, body } = system.respond(call);
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const names = new Map([['sistema.example', ['127.0.0.1']]]);
    Object.assign(globalThis, { [pages]: { names, ports: new Set([system.port]) } });
    return system;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string): string {
    return `http://sistema.example:${this.port}${path}`;
  }

  close(): void {
    this.#server.close();
    Reflect.deleteProperty(globalThis, pages);
  }
}
