/**
 * Webhooks: signed calls to addresses of a company when an event happens. The events are contributed by other plugins.
 */
import { event, point, room, service } from '@balcao/sdk/contract';

/** An event that endpoints may subscribe to. */
export interface WebhookEvent {
  /** The call’s `type`, as `invoice.paid`; it must not change once an endpoint subscribes. */
  id: string;
  order?: number;
  /** Locale key of its name. */
  label: string;
  /** Locale key of the group under which it is listed. */
  group: string;
  /** A sample of `data`, for the documentation and for test calls. */
  sample: object;
}
/**
 * Server: events that endpoints may subscribe to. Publish them by `webhooks.publish`, from a listener of your own
 * event.
 * @example
 * host.contribute(webhookEvent, { id: 'invoice.paid', label: 'webhook.paid', group: 'webhook.billing', sample: { id: 7
 * } });
 * host.on(invoicePaid, 'webhook', async ({ invoiceId }, scope, delivery) => {
 *   await scope.find(webhooks)?.publish('invoice.paid', {
 *     id: delivery.id, key: `invoice:${invoiceId}`, data: () => scope.sql.one(sql`select …`),
 *   });
 * });
 */
export const webhookEvent = point<WebhookEvent>('webhooks.event');

export interface Publication {
  /** Deduplication id: an event that is published twice under one id is delivered once. */
  id: string;
  /**
   * Ordering key: calls to one endpoint with one key are made in order, and those with other keys do not wait for them.
   */
  key: string;
  /** Returns the call’s `data`; called only when an endpoint subscribes. Undefined publishes nothing. */
  data(): Promise<object | undefined> | object | undefined;
}
export interface Webhooks {
  /** Stores a call for every subscribed endpoint of the company, in this scope’s transaction. */
  publish(event: string, publication: Publication): Promise<void>;
  /** Returns true if any endpoint subscribes to the event. */
  isSubscribed(event: string): Promise<boolean>;
}
/** Publishes events to other systems. */
export const webhooks = service<Webhooks>('webhooks.webhooks');

/** An endpoint was created, changed, disabled or removed. Key: the endpoint. */
export const webhookChanged = event<{ webhookId: number }>('messages-api.webhook.changed');
/** A call is due. Key: the endpoint and the ordering key. */
export const deliveryDue = event<{ deliveryId: number; round: number }>('messages-api.delivery.due');

/** Live messages to people who may see endpoints: `delivery` {webhookId, id, status}, `webhook` {webhookId}. */
export const webhooksRoom = room('messages-api.webhooks');
