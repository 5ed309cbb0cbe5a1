import { AppError, sql, type Scope } from '@balcao/sdk/server';
import {
  connections,
  type ChannelInbox,
  type HistoryMessage,
  type InboundMessage,
  type InboundResult,
} from '@balcao/connections/contract';
import type { Identity } from '@balcao/contacts/contract';
import { ticketRoom } from '../../contract.ts';
import { tellTicket } from '../live/ticket-news.ts';
import { isKnownMessage, mediaJson, type News } from '../message/enqueue.ts';
import { tell } from '../message/news.ts';
import { tellMessage } from '../live/ticket-news.ts';
import { maskedLive } from '../reader.ts';

interface Received extends News {
  fresh: boolean;
  action: 'create' | 'reopen' | null;
}

const nothing: InboundResult = { fresh: false, ticketId: 0, ticketUuid: '', messageId: 0 };
const tries = 4;

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;

const stored = async (scope: Scope, connectionId: number, message: InboundMessage): Promise<Received | undefined> => {
  const { externalId, sentAt, fromMe = false, media, quotedExternalId, group } = message;
  if (externalId === '') throw new AppError(400, 'ERR_VALIDATION', { fields: { externalId: 'Required' } });
  // PostgreSQL holds no NUL, and a message must not be lost for one.
  const body = message.body.replaceAll('\0', '');
  // In a group the conversation is the group's; the sender is named on the message.
  const { channel, scope: within, kind, value } = group?.identity ?? message.from;
  const name = (group?.name ?? (fromMe ? '' : message.name)).replaceAll('\0', '');
  const at = Number.isNaN(sentAt.getTime()) ? new Date() : sentAt;
  const number = group ? null : (message.number ?? null);
  const picture = group ? null : (message.picture ?? null);
  const participant = group ? message.name || message.number || message.from.value : null;
  return scope.sql.one<Received>(
    sql`select * from tickets.receive(${connectionId}::int, ${externalId}, ${channel}, ${within}, ${kind}, ${value}, ${name}, ${number},
          ${picture}, ${body}, ${at}::timestamptz, ${fromMe}, ${mediaJson(media)}::json,
          ${quotedExternalId ?? null}, ${participant}, ${maskedLive(scope)})`,
  );
};

/** Repeats, and what closed in between, are looked up or tried again; a caller sees stored or an error, nothing between. */
const receive = async (scope: Scope, connectionId: number, message: InboundMessage): Promise<Received | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await stored(scope, connectionId, message);
    } catch (error) {
      if (codeOf(error) === 'P0T01') throw new AppError(404, 'ERR_NO_WAPP_FOUND');
      const again = isKnownMessage(error) || ['40001', '40P01', '23505'].includes(String(codeOf(error)));
      if (!again || attempt === tries) throw error;
    }
  }
};

const takesGroups = async (scope: Scope, connectionId: number): Promise<boolean> => {
  if (scope.settings.get('CheckMsgIsGroup') === 'enabled') return false;
  return (await scope.use(connections).find(connectionId))?.allowGroup ?? false;
};

const history = (
  scope: Scope,
  connectionId: number,
  of: Identity,
  limit: number,
  before: number | undefined,
): Promise<HistoryMessage[]> =>
  scope.sql.rows<HistoryMessage>(sql`
    select * from (
      select m.id, m.external_id as "externalId", case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe", m.ack,
             m.sent_at as "sentAt", coalesce(u.name, m.participant) as "authorName", m.is_deleted as "isDeleted",
             case when m.media_type is not null and not m.is_deleted then json_build_object('type', m.media_type, 'path', m.media_path,
               'name', m.media_name, 'mime', m.media_mime, 'size', m.media_size) end as media
        from contacts.identity i
        join tickets.ticket t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.whatsapp_id = ${connectionId}
        join tickets.message m on m.company_id = t.company_id and m.ticket_id = t.id and not m.only_internal
        left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
       where i.channel = ${of.channel} and i.scope = ${of.scope} and i.kind = ${of.kind} and i.value = ${of.value}
         ${before === undefined ? sql.empty : sql`and (m.sent_at, m.id) < (select b.sent_at, b.id from tickets.message b where b.id = ${before})`}
       order by m.sent_at desc, m.id desc limit ${Math.max(0, Math.min(limit, 500))}) m order by m."sentAt", m.id`);

/** Where channels hand in what arrives. Everything resolves only once it is stored. */
export const inbox = (scope: Scope): ChannelInbox => ({
  async message(connectionId, message) {
    if (message.group && !(await takesGroups(scope, connectionId))) return nothing;
    const row = await receive(scope, connectionId, message);
    if (!row) throw new AppError(404, 'ERR_NO_WAPP_FOUND');
    if (row.fresh) {
      tellMessage(scope, row.ticket_uuid, 'create', row.message);
      if (row.ticket) await tellTicket(scope, row.ticket);
    }
    return { fresh: row.fresh, ticketId: row.ticket_id, ticketUuid: row.ticket_uuid, messageId: row.message_id };
  },

  async ack(connectionId, externalId, ack) {
    const news = await scope.sql.one<News>(
      sql`select * from tickets.ack(${connectionId}::int, ${externalId}, ${ack}::smallint, null::text, ${maskedLive(scope)})`,
    );
    if (news) await tell(scope, news, 'update');
  },

  async failed(connectionId, externalId, reason) {
    const news = await scope.sql.one<News>(
      sql`select * from tickets.ack(${connectionId}::int, ${externalId}, 0::smallint, ${reason.slice(0, 500)}::text, ${maskedLive(scope)})`,
    );
    if (news) await tell(scope, news, 'error');
  },

  async presence(connectionId, from, state) {
    const rows = await scope.sql.rows<{ uuid: string }>(sql`
      select t.uuid from contacts.identity i
        join tickets.ticket t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.whatsapp_id = ${connectionId}
         and t.status in ('open', 'pending')
       where i.channel = ${from.channel} and i.scope = ${from.scope} and i.kind = ${from.kind} and i.value = ${from.value}`);
    for (const { uuid } of rows) scope.rooms.emit(ticketRoom, { uuid }, 'presence', { state });
  },

  history: (connectionId, of, { limit, before }) => history(scope, connectionId, of, limit, before),
});
