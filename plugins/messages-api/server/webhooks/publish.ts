import { sql, type Scope } from '@balcao/sdk/server';
import { deliveryDue, webhooksRoom, type Publication, type Webhooks } from '../../contract.ts';
import { endpointsSubscribedTo } from './subscriptions.ts';

interface Stored {
  id: number;
  webhookId: number;
  round: number;
}

/** Returns the ordering key: calls of one endpoint and key are made in order. */
const orderingKeyOf = (webhookId: number, key: string): string => `webhook:${webhookId}:${key}`.slice(0, 300);

export const dueNow = async (scope: Scope, key: string, { id, webhookId, round }: Stored): Promise<void> => {
  await scope.emit(deliveryDue, orderingKeyOf(webhookId, key), { deliveryId: id, round });
  scope.rooms.emit(webhooksRoom, {}, 'delivery', { webhookId, id, status: 'waiting' });
};

/** Returns the call’s body: type, time and data. */
export const bodyOf = (event: string, data: object): string =>
  JSON.stringify({ type: event, timestamp: new Date().toISOString(), data });

/** Stores a delivery in the caller’s transaction: it is made if that commits, and not otherwise. */
export const storeDelivery = async (
  scope: Scope,
  webhookIds: readonly number[],
  { event, id, key, body, isTest = false }: { event: string; id: string; key: string; body: string; isTest?: boolean },
): Promise<void> => {
  const rows = await scope.sql.rows<Stored>(
    sql`insert into messages_api.delivery (webhook_id, source, event, key, body, is_test)
        select w.id, ${`${event}:${id}`}, ${event}, ${key}, ${body}, ${isTest}::boolean from messages_api.webhook w
         where w.id = any(${[...webhookIds]}::int[]) and (${isTest}::boolean or (w.is_active and ${event} = any(w.events)))
        on conflict (company_id, webhook_id, source) do nothing returning id, webhook_id as "webhookId", round`,
  );
  for (const row of rows) await dueNow(scope, key, row);
};

const publish = async (scope: Scope, event: string, { id, key, data }: Publication): Promise<void> => {
  const webhookIds = await endpointsSubscribedTo(scope, event);
  const about = webhookIds.length > 0 ? await data() : undefined;
  if (!about) return;
  await scope.tx((inner) => storeDelivery(inner, webhookIds, { event, id, key, body: bodyOf(event, about) }));
};

export const webhooksService = (scope: Scope): Webhooks => ({
  publish: (event, publication) => publish(scope, event, publication),
  isSubscribed: async (event) => (await endpointsSubscribedTo(scope, event)).length > 0,
});
