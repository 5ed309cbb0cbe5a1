import { sql, type Scope } from '@balcao/sdk/server';
import type { Connection } from '@balcao/connections/contract';
import type { Via } from '../contract.ts';
import { nodeOf } from './account/account.ts';
import { openToken } from './account/seal.ts';
import { appOf } from './app/app.ts';
import { graph } from './graph/graph.ts';

interface Released {
  pageId: string;
  token: string;
  ownApp: boolean;
  via: Via;
  inUse: boolean;
}

/** Ends the subscription of a deleted connection, unless another one needs it. */
export const releaseAccount = async ({ id }: Pick<Connection, 'id'>, scope: Scope): Promise<void> => {
  const row = await scope.sql.one<Released>(
    sql`select page_id as "pageId", token, own_app as "ownApp", via, channel_meta.page_in_use(page_id) as "inUse"
          from channel_meta.released where connection_id = ${id}`,
  );
  if (!row) return;
  await scope.sql.run(sql`delete from channel_meta.released where connection_id = ${id}`);
  const app = await appOf(scope, row);
  const token = openToken(scope, id, row.token);
  if (row.inUse || !app || token === '') return;
  const credentials = { token, appSecret: app.appSecret, via: row.via };
  await graph(credentials, `${nodeOf(row)}/subscribed_apps`, { method: 'DELETE', signal: scope.signal });
};
