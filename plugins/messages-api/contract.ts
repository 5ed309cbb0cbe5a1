/**
 * Signed calls to addresses that a company names, when something happens. What can happen is contributed by whoever
 * makes it happen.
 */
import { event, point, room, service } from '@balcao/sdk/contract';

/** Something that happens, which endpoints may be told of. */
export interface WebhookEvent {
  /** What the call says under `type`, `invoice.paid`: it does not change once somebody listens. */
  id: string;
  order?: number;
  /** Locale key of its name. */
  label: string;
  /** Locale key of the group under which it is chosen. */
  group: string;
  /** What `data` looks like, for the documentation and for test calls. */
  sample: object;
}
/**
 * Server: what endpoints may be told of. Tell it by `webhooks.publish`, from a listener of your own event.
 * @example
 * host.contribute(webhookEvent, { id: 'invoice.paid', label: 'webhook.paid', group: 'webhook.billing', sample: { id: 7 } });
 * host.on(invoicePaid, 'webhook', async ({ invoiceId }, scope, delivery) => {
 *   await scope.find(webhooks)?.publish('invoice.paid', {
 *     id: delivery.id, key: `invoice:${invoiceId}`, data: () => scope.sql.one(sql`select …`),
 *   });
 * });
 */
export const webhookEvent = point<WebhookEvent>('webhooks.event');

export interface Publication {
  /** Names the happening: published twice under one id, it is delivered once. */
  id: string;
  /** What it is about: calls to one endpoint about one key come in order, those about others do not wait for it. */
  key: string;
  /** What the call says under `data`; asked only when somebody listens. Undefined: nothing is told. */
  data(): Promise<object | undefined> | object | undefined;
}
export interface Webhooks {
  /** Stores a call for every endpoint of the company that wants the event, in this scope's transaction. */
  publish(event: string, publication: Publication): Promise<void>;
  /** Whether any endpoint wants it. */
  isWanted(event: string): Promise<boolean>;
}
/** Telling other systems what happened. */
export const webhooks = service<Webhooks>('webhooks.webhooks');

/** An endpoint was made, changed, switched off or removed. Key: the endpoint. */
export const webhookChanged = event<{ webhookId: number }>('messages-api.webhook.changed');
/** A call is to be made. Key: endpoint and what it is about. */
export const deliveryDue = event<{ deliveryId: number; round: number }>('messages-api.delivery.due');

/** Live, for those who may see endpoints: `delivery` {webhookId, id, status}, `webhook` {webhookId}. */
export const webhooksRoom = room('messages-api.webhooks');
