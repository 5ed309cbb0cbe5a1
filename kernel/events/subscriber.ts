import type { Delivery } from '@balcao/sdk/server';

export interface EventDelivery extends Delivery {
  readonly companyId: number;
  /** Aborted when the handler's time is up, the node stops, or another node may have claimed the event. */
  readonly signal: AbortSignal;
}

export interface Subscriber {
  /** `plugin/name`. It must be the same after a restart, because retrying events are found by it. */
  readonly id: string;
  readonly plugin: string;
  readonly event: string;
  /** Attempts before an event becomes a dead letter; the dispatcher's default is 8. */
  readonly attempts?: number;
  /** Returns false for a company that switched the plugin off; its events skip this subscriber. */
  isOn(companyId: number): boolean;
  handle(payload: unknown, delivery: EventDelivery): Promise<void>;
}

/** Counters and durations of deliveries, for the metrics page. */
export interface EventMetrics {
  delivered?(subscriber: string, seconds: number): void;
  failed?(subscriber: string): void;
  dead?(subscriber: string): void;
}

/** An event on its way to one subscriber, from the outbox or from the retry queue. */
export interface OutgoingEvent {
  readonly id: string;
  readonly companyId: number;
  readonly event: string;
  readonly key: string;
  readonly payload: unknown;
  readonly createdAt: Date;
}
