import type { MessagePort } from 'node:worker_threads';

/** Either end of a worker’s message channel. */
interface Port {
  postMessage: MessagePort['postMessage'];
  on(event: 'message', listener: (message: Packet) => void): unknown;
}

interface Failure {
  message: string;
  fields: Record<string, unknown>;
}
type Packet =
  | { kind: 'ask'; connection: string; id: number; question: unknown }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; error: Failure };

const failureOf = (error: unknown): Failure =>
  error instanceof Error
    ? { message: error.message, fields: JSON.parse(JSON.stringify(error)) as Record<string, unknown> }
    : { message: String(error), fields: {} };

/** Requests and responses between the server and a worker, each for one connection; both sides use the same class. */
export class WorkerRpc {
  readonly #end: Port;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #next = 1;

  constructor(end: Port, answer: (connection: string, question: unknown) => Promise<unknown>) {
    this.#end = end;
    end.on('message', (packet) => {
      if (packet.kind === 'ask') void this.#answer(packet, answer);
      else this.#settle(packet);
    });
  }

  request<T>(connection: string, question: unknown): Promise<T> {
    const id = this.#next;
    this.#next += 1;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.#end.postMessage({ kind: 'ask', connection, id, question });
    });
  }

  /** Rejects all pending requests. */
  rejectAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async #answer(
    { connection, id, question }: Extract<Packet, { kind: 'ask' }>,
    answer: (connection: string, question: unknown) => Promise<unknown>,
  ): Promise<void> {
    try {
      this.#end.postMessage({ kind: 'answer', id, value: await answer(connection, question) });
    } catch (error) {
      this.#end.postMessage({ kind: 'failure', id, error: failureOf(error) });
    }
  }

  #settle(packet: Extract<Packet, { kind: 'answer' | 'failure' }>): void {
    const waiting = this.#waiting.get(packet.id);
    this.#waiting.delete(packet.id);
    if (packet.kind === 'answer') waiting?.resolve(packet.value);
    else waiting?.reject(Object.assign(new Error(packet.error.message), packet.error.fields));
  }
}
