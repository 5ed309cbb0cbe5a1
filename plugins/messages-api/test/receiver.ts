import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  body: string;
  /** Parsed from the body. */
  type: string;
  data: Record<string, unknown>;
}

const key = Symbol.for('balcao.test-pages');
interface Pages {
  names: Map<string, readonly string[]>;
  ports: Set<number>;
}
const shared = globalThis as { [key]?: Pages };

/**
 * A system that receives webhooks, under host names of its own: stores the calls and answers as the test configures.
 */
export class Receiver {
  readonly received: ReceivedCall[] = [];
  readonly port: number;
  readonly #server: Server;
  readonly #before: Pages | undefined;
  answer: (response: ServerResponse, received: ReceivedCall) => void = (response) => response.end('ok');

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.#before = shared[key];
  }

  static async open(names: Record<string, readonly string[]>): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(server);
    shared[key] = { names: new Map(Object.entries(names)), ports: new Set([receiver.port]) };
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { type, data } = JSON.parse(body) as Pick<ReceivedCall, 'type' | 'data'>;
        const received = { headers: request.headers, body, type, data };
        receiver.received.push(received);
        receiver.answer(response, received);
      });
    });
    return receiver;
  }

  url(host: string, at = '/hook'): string {
    return `http://${host}:${this.port}${at}`;
  }
  of(type: string): ReceivedCall[] {
    return this.received.filter((one) => one.type === type);
  }

  close(): void {
    if (this.#before) shared[key] = this.#before;
    else delete shared[key];
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
