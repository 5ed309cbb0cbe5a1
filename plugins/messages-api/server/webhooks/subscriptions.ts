import { companyCache, sql, type Scope } from '@balcao/sdk/server';
import { webhookChanged } from '../../contract.ts';

/** Caches the endpoints by subscribed event. Most companies have none, and every message reads it. */
export const subscribedEndpoints = companyCache('messages-api.wanted', {
  async load(scope) {
    const rows = await scope.sql.rows<{ id: number; events: string[] }>(
      sql`select id, events from messages_api.webhook where is_active order by id`,
    );
    const wanted = new Map<string, number[]>();
    for (const { id, events } of rows)
      for (const event of events) wanted.set(event, [...(wanted.get(event) ?? []), id]);
    return wanted as ReadonlyMap<string, readonly number[]>;
  },
  invalidatedBy: [webhookChanged],
});

/** Returns the ids of the company's endpoints that receive an event. */
export const endpointsSubscribedTo = async (scope: Scope, event: string): Promise<readonly number[]> =>
  (await scope.cached(subscribedEndpoints)).get(event) ?? [];
