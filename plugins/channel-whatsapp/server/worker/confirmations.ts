import { channelError } from '@balcao/connections/contract';

const ackTimeoutMs = 20_000;

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/** A wait for WhatsApp’s confirmation of one sending. */
export interface Confirmation {
  confirmed: Promise<void>;
  /** Ends the wait, whatever its outcome. */
  forget(): void;
}

/**
 * Waits for the confirmations of what was sent. A message may be sent again while its first sending still waits; both
 * have the same id, so each sending has a wait of its own.
 */
export class Confirmations {
  readonly #waiting = new Map<string, Set<Waiter>>();

  expect(id: string): Confirmation {
    const { promise: confirmed, resolve, reject } = Promise.withResolvers<void>();
    // It may be rejected before it is awaited.
    confirmed.catch(() => undefined);
    const waiter = { resolve, reject };
    const waiters = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiters.add(waiter));
    const late = setTimeout(() => reject(channelError('retry', 'unconfirmed')), ackTimeoutMs);
    const forget = (): void => {
      clearTimeout(late);
      waiters.delete(waiter);
      if (waiters.size === 0 && this.#waiting.get(id) === waiters) this.#waiting.delete(id);
    };
    return { confirmed, forget };
  }

  /** WhatsApp has the message of this id: that holds for every sending of it. */
  confirm(id: string): void {
    for (const { resolve } of this.#waiting.get(id) ?? []) resolve();
  }

  /** WhatsApp answers in the order of sending, so that a refusal belongs to the oldest one. */
  refuse(id: string, error: Error): void {
    const waiters = this.#waiting.get(id);
    const [oldest] = waiters ?? [];
    if (!oldest) return;
    waiters?.delete(oldest);
    oldest.reject(error);
  }

  /** No confirmation arrives any more. */
  end(error: Error): void {
    for (const waiters of this.#waiting.values()) for (const { reject } of waiters) reject(error);
    this.#waiting.clear();
  }
}
