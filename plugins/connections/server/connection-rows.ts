import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { connectionChanged, connectionsRoom, pairingRoom, type Connection } from '../contract.ts';

/** Selects connections as other plugins see them, from the alias `c`. */
export const select = sql`select c.id, c.company_id as "companyId", c.name, c.channel, c.status, c.qrcode, c.retries, c.is_default as "isDefault",
    c.greeting_message as "greetingMessage", c.completion_message as "complationMessage",
    c.time_create_new_ticket as "timeCreateNewTicket", c.allow_group as "allowGroup",
    case when c.group_as_ticket then 'enabled' else 'disabled' end as "groupAsTicket", c.entry_queue_id as "keyWordQueueId",
    c.max_use_bot_queues as "maxUseBotQueues", c.time_use_bot_queues as "timeUseBotQueues",
    c.time_send_queue as "timeSendQueue", c.send_id_queue as "sendIdQueue", c.out_of_hours_message as "outOfHoursMessage",
    c.schedules, c.rating_message as "ratingMessage", c.expires_ticket_nps as "expiresTicketNPS",
    c.max_use_bot_queues_nps as "maxUseBotQueuesNPS", c.expires_ticket as "expiresTicket",
    c.when_expires_ticket as "whenExpiresTicket", c.expires_inactive_message as "expiresInactiveMessage",
    c.time_inactive_message as "timeInactiveMessage", c.inactive_message as "inactiveMessage", c.bulk_interval as "bulkInterval",
    c.greeting_media as "greetingMediaAttachment", c.import_from as "importOldMessages", c.import_until as "importRecentMessages",
    c.import_groups as "importOldMessagesGroups", c.close_imported as "closedTicketsPostImported",
    case when c.import_state is not null then json_build_object('state', c.import_state, 'done', c.import_done,
      'total', c.import_total, 'reason', c.import_reason) end as "importProgress",
    c.integration_id as "integrationId", c.prompt_id as "promptId", c.provider,
    c.connected_before or c.status = 'CONNECTED' as "wasConnected", c.is_locked as "isLocked", c.updated_at as "updatedAt",
    c.next_try_at as "nextTryAt",
    array(select q.queue_id from connections.connection_queue q
           where q.company_id = c.company_id and q.connection_id = c.id order by q.queue_id) as "queueIds"
  from connections.connection c`;

/** Returns a connection for everybody of the company: the QR code is only for people who may pair. */
export const liveConnection = ({ qrcode, ...connection }: Connection): object => ({
  ...connection,
  hasQrcode: qrcode !== '',
});

/** The same message for people who may pair, under the specified names and with the QR code. */
export const pairing = { room: pairingRoom, params: [{}] };

/** Publishes a change to other plugins and open browsers. */
export const publishChange = async (scope: Scope, id: number, action: 'create' | 'update'): Promise<Connection> => {
  const connection = await scope.sql.one<Connection>(sql`${select} where c.id = ${id}`);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  await scope.emit(connectionChanged, `connection:${id}`, { connectionId: id, status: connection.status, action });
  scope.rooms.emit(connectionsRoom, {}, 'update', { connection: liveConnection(connection) }, pairing);
  return connection;
};
