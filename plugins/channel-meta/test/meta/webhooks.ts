import { createHmac } from 'node:crypto';
import type { MetaState } from './state.ts';
import type { WireEntry } from './vectors.ts';

export const signature = (secret: string, raw: string): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

export interface Delivery {
  /** Number of repetitions of each call. */
  times?: number;
  /** Signed with another secret. */
  secret?: string;
}

/** Makes Meta’s calls to the product. */
export class Webhooks {
  readonly #state: MetaState;
  #address = '';

  constructor(state: MetaState) {
    this.#state = state;
  }

  /** Verifies an address as Meta does when somebody enters it; events are sent there from then on. */
  async verify(address: string, verifyToken: string): Promise<number> {
    const challenge = String(1_158_201_444 + this.#state.next());
    const url = new URL(address);
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.verify_token', verifyToken);
    url.searchParams.set('hub.challenge', challenge);
    const response = await fetch(url);
    const said = await response.text();
    if (response.status === 200 && said === challenge) this.#address = address;
    return response.status === 200 && said !== challenge ? 0 : response.status;
  }

  /** Delivers entries in one call. Returns the worst status of all repetitions. */
  async deliver(
    object: 'page' | 'instagram',
    entry: readonly WireEntry[],
    { times = 1, secret }: Delivery = {},
  ): Promise<number> {
    for (const one of entry)
      for (const { sender, message, postback } of one.messaging ?? [])
        if ((message && !message['is_echo']) || postback)
          this.#state.lastMessageAt.set(`${one.id}/${sender.id}`, this.#state.now());
    let worst = 0;
    for (let time = 0; time < times; time += 1)
      worst = Math.max(worst, await this.post({ object, entry }, secret === undefined ? {} : { secret }));
    return worst;
  }

  /** Makes a call of any shape. */
  async post(body: object | string, { secret }: Delivery = {}): Promise<number> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(this.#address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': signature(secret ?? this.#state.app.appSecret, raw),
      },
      body: raw,
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** The signed request of the callbacks about a person who logged in. */
  signedRequest(userId: string, secret = this.#state.app.appSecret): string {
    const payload = Buffer.from(
      JSON.stringify({ user_id: userId, algorithm: 'HMAC-SHA256', issued_at: 1_790_000_000 }),
    ).toString('base64url');
    return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`;
  }
}
