import { companyBatch, sql, type Scope } from '@balcao/sdk/server';
import {
  channelAdapter,
  type Connection,
  type Connections,
  type ConnectionStatus,
  type StatusChange,
} from '../contract.ts';
import { publishChange, select } from './connection-rows.ts';
import type { createConnection } from './create-connection.ts';
import { inOwnScope } from './in-own-scope.ts';
import { templatesOf } from './templates.ts';

/** Each session that starts and each code that is shown is an attempt to connect. */
const isTry = (status: ConnectionStatus): number => (status === 'OPENING' || status === 'qrcode' ? 1 : 0);

/** Every message looks its connection up, so lookups at the same time share one statement. */
const findTogether = () =>
  companyBatch<number, Connection | undefined>({
    async run(scope, ids) {
      const wanted = [...new Set(ids)];
      const rows = await scope.sql.rows<Connection>(sql`${select} where c.id = any(${wanted}::int[])`);
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id));
    },
  });
type Find = ReturnType<typeof findTogether>;

/** The service of the company’s connections, for channels and senders; one instance per process. */
export const connectionsService = (create: typeof createConnection): ((scope: Scope) => Connections) => {
  const find = findTogether();
  return (scope) => {
    const service = connectionsOf(scope, find);
    return {
      ...service,
      ...templatesOf(scope, service),
      create: ({ queueId, ...made }) => create(scope, { ...made, keyWordQueueId: queueId }),
    };
  };
};

const connectionsOf = (
  scope: Scope,
  find: Find,
): Omit<Connections, 'create' | keyof ReturnType<typeof templatesOf>> => ({
  list: () => scope.sql.rows<Connection>(sql`${select} order by c.is_default desc, lower(c.name), c.id`),
  find: (id) => find(scope, id),
  preferred: () =>
    scope.sql.one<Connection>(sql`${select} order by c.is_default desc, (c.status = 'CONNECTED') desc, c.id limit 1`),
  setStatus: (id: number, change: StatusChange) =>
    scope.tx(async (inner) => {
      const qrcode = change.status === 'qrcode' ? (change.qrcode ?? '') : '';
      const nextTryAt = change.status === 'TIMEOUT' ? (change.nextTryAt ?? null) : null;
      const isLocked = change.status !== 'CONNECTED' && change.isLocked === true;
      const changed = await inner.sql.run(
        sql`update connections.connection set status = ${change.status}, qrcode = ${qrcode},
               next_try_at = ${nextTryAt}::timestamptz, is_locked = ${isLocked},
               -- Time of the last change of the status: another failed attempt is no change.
               updated_at = case when (status, qrcode) is distinct from (${change.status}, ${qrcode}) then now() else updated_at end,
               connected_before = connected_before or 'CONNECTED' in (status, ${change.status}),
               retries = case when ${change.status} = 'CONNECTED' then 0 else retries + ${isTry(change.status)} end
             where id = ${id} and (status, qrcode, next_try_at, is_locked)
               is distinct from (${change.status}, ${qrcode}, ${nextTryAt}::timestamptz, ${isLocked}::boolean)`,
      );
      if (changed > 0) await publishChange(inner, id, 'update');
    }),
  adapter: ({ channel }) => {
    const found = scope.contributions(channelAdapter).find(({ item }) => item.id === channel);
    return found && inOwnScope(found.item, found.scope);
  },
});
