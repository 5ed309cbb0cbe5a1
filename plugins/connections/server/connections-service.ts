import { notFound, sql, type Scope } from '@balcao/sdk/server';
import {
  channelAdapter,
  connectionChanged,
  connectionsRoom,
  type Connection,
  type Connections,
  type ConnectionStatus,
} from '../contract.ts';
import { inItsOwnName } from './own-name.ts';

const select = sql`select c.id, c.name, c.channel, c.status, c.qrcode, c.is_default as "isDefault",
    c.greeting_message as "greetingMessage", c.completion_message as "completionMessage",
    c.time_create_new_ticket as "timeCreateNewTicket", c.allow_group as "allowGroup", c.entry_queue_id as "entryQueueId",
    c.updated_at as "updatedAt",
    array(select q.queue_id from connections.connection_queue q
           where q.company_id = c.company_id and q.connection_id = c.id order by q.queue_id) as "queueIds"
  from connections.connection c`;

/** What everybody of the company may be told of a connection: what is scanned stays with those who may pair. */
export const shownLive = ({ qrcode, ...connection }: Connection): object => ({
  ...connection,
  hasQrcode: qrcode !== '',
});

/** Tells other plugins and open browsers of a change. */
export const announce = async (scope: Scope, id: number, action: 'create' | 'update'): Promise<Connection> => {
  const connection = await scope.sql.one<Connection>(sql`${select} where c.id = ${id}`);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  await scope.emit(connectionChanged, `connection:${id}`, { connectionId: id, status: connection.status, action });
  scope.rooms.emit(connectionsRoom, {}, 'update', { connection: shownLive(connection) });
  return connection;
};

/** Connections of the company, for channels and for whoever sends. */
export const connectionsService = (scope: Scope): Connections => ({
  list: () => scope.sql.rows<Connection>(sql`${select} order by c.is_default desc, lower(c.name), c.id`),
  find: (id) => scope.sql.one<Connection>(sql`${select} where c.id = ${id}`),
  preferred: () =>
    scope.sql.one<Connection>(sql`${select} order by c.is_default desc, (c.status = 'CONNECTED') desc, c.id limit 1`),
  setStatus: (id: number, change: { status: ConnectionStatus; qrcode?: string }) =>
    scope.tx(async (inner) => {
      const qrcode = change.status === 'qrcode' ? (change.qrcode ?? '') : '';
      const changed = await inner.sql.run(
        sql`update connections.connection set status = ${change.status}, qrcode = ${qrcode}, updated_at = now()
             where id = ${id} and (status, qrcode) is distinct from (${change.status}, ${qrcode})`,
      );
      if (changed > 0) await announce(inner, id, 'update');
    }),
  adapter: ({ channel }) => {
    const found = scope.contributions(channelAdapter).find(({ item }) => item.id === channel);
    return found && inItsOwnName(found.item, found.scope);
  },
});
