import { RetryLater, withTimeout } from '@balcao/sdk/server';
import type { Partition } from './partition.ts';
import type { EventMetrics, OutgoingEvent, Subscriber } from './subscriber.ts';

export interface Handled {
  /** Absent when the subscriber is done with the event. */
  error?: Error;
}

/** Runs handlers within their time limit, and aborts those of partitions that this node must give up. */
export class Handling {
  readonly #running = new Set<{ partition: Partition; control: AbortController }>();
  readonly #stopping = new AbortController();
  readonly #timeoutMs: number;
  readonly #metrics: EventMetrics;

  constructor(timeoutMs: number, metrics: EventMetrics) {
    this.#timeoutMs = timeoutMs;
    this.#metrics = metrics;
  }

  async run(
    partition: Partition,
    subscriber: Subscriber,
    event: OutgoingEvent,
    attempt: number,
    last: boolean,
  ): Promise<Handled> {
    const control = new AbortController();
    const entry = { partition, control };
    const started = performance.now();
    this.#running.add(entry);
    try {
      const { id, key, companyId, createdAt } = event;
      const delivery = {
        id,
        key,
        companyId,
        createdAt,
        attempt,
        last,
        signal: control.signal,
        stopping: this.#stopping.signal,
      };
      await withTimeout(subscriber.handle(event.payload, delivery), this.#timeoutMs, () => {
        const error = new Error('EVENT_HANDLER_TIMEOUT');
        control.abort(error);
        return error;
      });
      this.#metrics.delivered?.(subscriber.id, (performance.now() - started) / 1000);
      return {};
    } catch (error) {
      if (!(error instanceof RetryLater)) this.#metrics.failed?.(subscriber.id);
      return { error: error instanceof Error ? error : new Error(String(error)) };
    } finally {
      this.#running.delete(entry);
    }
  }

  /** Tells the handlers that the node stops, so that those which repeat their work end it. */
  beginStop(): void {
    this.#stopping.abort(new Error('EVENT_NODE_STOPS'));
  }

  abort(reason: string, of: (partition: Partition) => boolean = () => true): void {
    for (const { partition, control } of this.#running) if (of(partition)) control.abort(new Error(reason));
  }
}
