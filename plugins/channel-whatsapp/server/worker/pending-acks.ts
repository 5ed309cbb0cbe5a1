import { channelError } from '@balcao/connections/contract';

const ackTimeoutMs = 20_000;

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/** A wait for the ack of one sending. */
export interface PendingAck {
  /** Rejects if WhatsApp refuses the message, if no ack comes in time, or if the connection closes. */
  acknowledged: Promise<void>;
  /**
   * Removes the wait and its timer. Call it in `finally`, whatever the outcome. It does not settle `acknowledged`:
   * nobody may be awaiting that any more.
   */
  forget(): void;
}

/**
 * Waits for acks: WhatsApp’s server acknowledges every message that it accepted, which is the first tick. A message may
 * be sent again while its first sending still waits; both have the same id, so each sending has a wait of its own.
 */
export class PendingAcks {
  /** Waits that are not settled, by the id of the message; the oldest first. */
  readonly #waiting = new Map<string, Set<Waiter>>();

  /** Call it before sending, because the ack may arrive before the call that sends returns. */
  waitFor(id: string): PendingAck {
    const { promise: acknowledged, resolve, reject } = Promise.withResolvers<void>();
    // It may be rejected before it is awaited.
    acknowledged.catch(() => undefined);
    const waiter = { resolve, reject };
    this.#waiting.set(id, (this.#waiting.get(id) ?? new Set()).add(waiter));
    const timeout = setTimeout(() => {
      this.#remove(id, waiter);
      reject(channelError('retry', 'unconfirmed'));
    }, ackTimeoutMs);
    const forget = (): void => {
      clearTimeout(timeout);
      this.#remove(id, waiter);
    };
    return { acknowledged, forget };
  }

  /** WhatsApp has the message of this id, which settles every wait for it. */
  acknowledge(id: string): void {
    for (const { resolve } of this.#waiting.get(id) ?? []) resolve();
    this.#waiting.delete(id);
  }

  /** WhatsApp answers in the order of sending, so that a refusal belongs to the oldest wait. */
  refuse(id: string, error: Error): void {
    const [oldest] = this.#waiting.get(id) ?? [];
    if (!oldest) return;
    this.#remove(id, oldest);
    oldest.reject(error);
  }

  /** No ack arrives any more. */
  end(error: Error): void {
    for (const waiters of this.#waiting.values()) for (const { reject } of waiters) reject(error);
    this.#waiting.clear();
  }

  #remove(id: string, waiter: Waiter): void {
    const waiters = this.#waiting.get(id);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiting.delete(id);
  }
}
