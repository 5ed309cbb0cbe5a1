import { createHmac } from 'node:crypto';
import type { GraphState, SimulatedNumber } from './state.ts';
import { envelope, type WireStatus, type Written } from './vectors.ts';

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => [Math.random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);

export const signature = (secret: string, raw: string): string =>
  `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;

export interface Delivery {
  /** Number of repetitions of each call. */
  times?: number;
  /** In random order, and in parallel. */
  isShuffled?: boolean;
  /** Messages per call. */
  batch?: number;
  /** Signed with another secret. */
  secret?: string;
}

/** Makes Meta’s calls to the product. */
export class Webhooks {
  readonly #state: GraphState;
  /** Callback address of each app. */
  readonly #callbacks = new Map<string, string>();

  constructor(state: GraphState) {
    this.#state = state;
  }

  /** Verifies an address as Meta does when somebody enters it; the app’s events are sent there from then on. */
  async verify({ appId }: SimulatedNumber, address: string, verifyToken: string): Promise<number> {
    const challenge = String(1_158_201_444 + this.#state.next());
    const url = new URL(address);
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.verify_token', verifyToken);
    url.searchParams.set('hub.challenge', challenge);
    const response = await fetch(url);
    const said = await response.text();
    if (response.status === 200 && said === challenge) this.#callbacks.set(appId, address);
    return response.status === 200 && said !== challenge ? 0 : response.status;
  }

  /** Delivers messages of customers. Returns the worst status of all calls. */
  async deliver(line: SimulatedNumber, messages: readonly Written[], how: Delivery = {}): Promise<number> {
    const { batch = 1, times = 1, isShuffled = false } = how;
    for (const { customer } of messages)
      if (!messages[0]?.isEcho) this.#state.lastMessageAt.set(`${line.phoneNumberId}/${customer}`, this.#state.now());
    const calls: object[] = [];
    const rows = Array.from({ length: times }, () => messages).flat();
    const ordered = isShuffled ? shuffled(rows) : rows;
    for (let at = 0; at < ordered.length; at += batch)
      calls.push(envelope(line, { messages: ordered.slice(at, at + batch) }));
    return this.#send(line, calls, how);
  }

  /** Delivers statuses of the company’s messages. */
  statuses(line: SimulatedNumber, statuses: readonly WireStatus[], how: Delivery = {}): Promise<number> {
    const rows = Array.from({ length: how.times ?? 1 }, () => statuses).flat();
    return this.#send(
      line,
      (how.isShuffled ? shuffled(rows) : rows).map((status) => envelope(line, { statuses: [status] })),
      how,
    );
  }

  /** Makes a call of any shape. */
  async post(line: SimulatedNumber, body: object | string, how: Delivery = {}): Promise<number> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const address = this.#callbacks.get(line.appId);
    if (address === undefined) throw new Error(`no address was verified for the app ${line.appId}`);
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': signature(how.secret ?? line.appSecret, raw),
      },
      body: raw,
    });
    await response.arrayBuffer();
    return response.status;
  }

  async #send(line: SimulatedNumber, calls: readonly object[], how: Delivery): Promise<number> {
    const answers: number[] = [];
    if (how.isShuffled) {
      const waiting = [...calls];
      const chain = async (): Promise<void> => {
        for (let call = waiting.shift(); call; call = waiting.shift()) answers.push(await this.post(line, call, how));
      };
      await Promise.all(Array.from({ length: 8 }, chain));
    } else for (const call of calls) answers.push(await this.post(line, call, how));
    return Math.max(...answers);
  }
}
