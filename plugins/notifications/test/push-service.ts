import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type JsonWebKeyInput,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  /** The encrypted body as it was sent. */
  sealed: Buffer;
  /** The decrypted message. */
  message: Record<string, unknown>;
  /** The claims of the signed token about the sender. */
  claims: { aud: string; exp: number; sub: string };
}

/** A browser's subscription, with the private keys that never leave the browser. */
export class Subscription {
  readonly endpoint: string;
  readonly received: Received[] = [];
  /** Status the service answers with; 410 once the permission was withdrawn. */
  status = 201;
  attempts = 0;
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.#keys.generateKeys();
  }

  get asJson(): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const p256dh = this.#keys.getPublicKey().toString('base64url');
    return { endpoint: this.endpoint, keys: { p256dh, auth: this.#auth.toString('base64url') } };
  }

  /** Decrypts by RFC 8291 and RFC 8188, independently of the library that encrypts. */
  open(sealed: Buffer): string {
    const salt = sealed.subarray(0, 16);
    const idLength = sealed[20] ?? 0;
    const sender = sealed.subarray(21, 21 + idLength);
    const record = sealed.subarray(21 + idLength);
    const shared = this.#keys.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
  }
}

const point = (key: string) => {
  const raw = Buffer.from(key, 'base64url');
  const [x, y] = [raw.subarray(1, 33), raw.subarray(33)].map((part) => part.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKeyInput['key'], format: 'jwk' });
};

/** Verifies the sender's signed token by RFC 8292 and returns its claims. */
const claimsOf = (authorization = ''): Received['claims'] => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const signed = { key: point(key), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url')))
    throw new Error('the token is not signed by the key it names');
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Received['claims'];
};

/** A push service on the loopback interface that implements the Web Push protocol. */
export class PushService {
  readonly url: string;
  readonly #server: Server;
  readonly #subscriptions = new Map<string, Subscription>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const service = new PushService(server);
    server.on('request', async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const subscription = service.#subscriptions.get(request.url ?? '');
      response.writeHead(subscription ? service.#take(subscription, request.headers, Buffer.concat(parts)) : 404).end();
    });
    return service;
  }

  subscribe(): Subscription {
    const path = `/push/${createHmac('sha256', randomBytes(16)).digest('base64url')}`;
    const subscription = new Subscription(this.url + path);
    this.#subscriptions.set(path, subscription);
    return subscription;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(subscription: Subscription, headers: IncomingHttpHeaders, sealed: Buffer): number {
    subscription.attempts += 1;
    if (subscription.status !== 201) return subscription.status;
    const claims = claimsOf(headers.authorization);
    const message = JSON.parse(subscription.open(sealed)) as Record<string, unknown>;
    subscription.received.push({ headers, sealed, message, claims });
    return 201;
  }
}
