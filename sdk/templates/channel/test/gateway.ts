import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { signatureOf } from '../server/signature.ts';

export const gatewayKey = 'key-of-the-company';
export const gatewaySecret = 'secret-of-the-company';

/** Calls a webhook like the gateway, with its signature. Returns the status. */
export async function post(
  address: string,
  events: readonly object[],
  { signedWith = gatewaySecret, at = Date.now() }: { signedWith?: string; at?: number } = {},
): Promise<number> {
  const raw = JSON.stringify({ events });
  const timestamp = String(Math.floor(at / 1000));
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-timestamp': timestamp,
      'x-gateway-signature': signatureOf(signedWith, timestamp, Buffer.from(raw)),
    },
    body: raw,
  });
  await response.arrayBuffer();
  return response.status;
}

export interface Taken {
  id: string;
  to: string;
  text: string;
}

/** A gateway that behaves as documented: it accepts each message once, by the idempotency key. */
export class Gateway {
  readonly taken: Taken[] = [];
  readonly #refusals: { to: string; status: number }[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Gateway> {
    const server = createServer();
    const gateway = new Gateway(server);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { to, text } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string; text: string };
      const refusal = gateway.#refusalOf(to);
      if (refusal !== undefined) return void response.writeHead(refusal).end();
      const id = `out-${String(request.headers['idempotency-key'])}`;
      if (request.headers.authorization !== `Bearer ${gatewayKey}`) return void response.writeHead(401).end();
      if (!gateway.taken.some((one) => one.id === id)) gateway.taken.push({ id, to, text });
      response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Responds with this status to the next messages to this number, instead of accepting them. */
  refuse(to: string, status: number, times: number): void {
    for (let n = 0; n < times; n += 1) this.#refusals.push({ to, status });
  }

  #refusalOf(number: string): number | undefined {
    const index = this.#refusals.findIndex(({ to }) => to === number);
    return index === -1 ? undefined : this.#refusals.splice(index, 1)[0]?.status;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
