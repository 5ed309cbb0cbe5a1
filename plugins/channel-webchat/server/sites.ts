import { randomBytes } from 'node:crypto';
import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { connections, type Connection } from '@balcao/connections/contract';
import { channelId, type SiteOptions } from '../contract.ts';

export interface Site extends SiteOptions {
  connectionId: number;
  /** Never leaves the server. */
  secret: string;
}

const select = sql`select connection_id as "connectionId", secret, allowed_origins as "allowedOrigins", title, color, greeting,
    ask_name as "askName" from channel_webchat.site`;

/** Returns a web chat connection of this company. Throws ERR_NO_WAPP_FOUND. */
export const webchatConnection = async (scope: Scope, id: number): Promise<Connection> => {
  const connection = await scope.use(connections).find(id);
  if (!connection || connection.channel !== channelId) throw notFound('ERR_NO_WAPP_FOUND');
  return connection;
};

/** Returns the site of a connection; a new one is created with the company’s name. */
export const siteOf = async (scope: Scope, connectionId: number): Promise<Site> => {
  const known = await scope.sql.one<Site>(sql`${select} where connection_id = ${connectionId}`);
  if (known) return known;
  await scope.sql.run(
    sql`insert into channel_webchat.site (connection_id, secret, title, greeting)
        values (${connectionId}, ${randomBytes(32).toString('base64url')}, ${scope.company.name.slice(0, 60)}, ${scope.t('site.greeting')})
        on conflict do nothing`,
  );
  const made = await scope.sql.one<Site>(sql`${select} where connection_id = ${connectionId}`);
  if (!made) throw notFound('ERR_NO_WAPP_FOUND');
  return made;
};

/**
 * Saves changed options; absent ones keep their current value, so that two people may change different options at once.
 */
export const saveSite = async (scope: Scope, connectionId: number, change: Partial<SiteOptions>): Promise<void> => {
  const { allowedOrigins = null, title = null, color = null, greeting = null, askName = null } = change;
  await scope.sql.run(
    sql`update channel_webchat.site set allowed_origins = coalesce(${allowedOrigins}::text[], allowed_origins),
          title = coalesce(${title}, title), color = coalesce(${color}, color),
          greeting = coalesce(${greeting}, greeting), ask_name = coalesce(${askName}::boolean, ask_name)
         where connection_id = ${connectionId}`,
  );
};

const prefix = 'connection:';
/** The reference of a site’s public address. */
export const addressRef = (connectionId: number): string => `${prefix}${connectionId}`;
export const connectionIdOf = (ref: string): number => Number(ref.slice(prefix.length));
