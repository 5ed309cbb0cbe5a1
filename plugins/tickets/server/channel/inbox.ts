import { AppError, sql, type Scope } from '@balcao/sdk/server';
import type { ChannelInbox, HistoryMessage, InboundMessage, InboundResult, Media } from '@balcao/connections/contract';
import type { Identity } from '@balcao/contacts/contract';
import { tellPresence, tellTicket, type Place } from '../live/ticket-news.ts';
import { mediaJson, type News } from '../message/enqueue.ts';
import { readData } from '../message/kinds/read-data.ts';
import { deletedWords } from '../message/listed.ts';
import { assertOwnFiles, filesOf, furtherJson, shownFile } from '../message/files.ts';
import { originJson, originOf } from '../message/origin.ts';
import { subjectOf } from '../message/subject.ts';
import { tell } from '../message/news.ts';
import { tellMessage } from '../live/ticket-news.ts';
import { maskedLive } from '../reader.ts';
import { takenFromGroup } from '../rules/groups.ts';
import { takeRating } from '../rules/rating.ts';
import { windowRefusedLater, windowUntil } from '../window/changed-window.ts';
import { hearChanges } from './hear-changes.ts';
import { codeOf, inTurn } from './in-turn.ts';
import { takeOver } from './take-over.ts';

interface Received extends News {
  fresh: boolean;
  action: 'create' | 'reopen' | null;
}

const nothing: InboundResult = { fresh: false, ticketId: 0, ticketUuid: '', messageId: 0 };

const stored = async (scope: Scope, connectionId: number, message: InboundMessage): Promise<Received | undefined> => {
  const { externalId, sentAt, fromMe = false, media, quotedExternalId, group } = message;
  const data = readData(scope, message.data);
  if (externalId === '') throw new AppError(400, 'ERR_VALIDATION', { fields: { externalId: 'Required' } });
  // PostgreSQL holds no NUL, and a message must not be lost for one.
  const body = message.body.replaceAll('\0', '') || (data?.words ?? '');
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
          ${quotedExternalId ?? null}, ${participant}, ${maskedLive(scope)}, ${data?.json ?? null}::jsonb,
          ${deletedWords(scope)})`,
  );
};

/**
 * What was tapped, that it was passed on, its subject, its further files, where it came from and the sender's address go
 * with it in one step: nobody must see the message before.
 */
const storedWhole = (scope: Scope, connectionId: number, message: InboundMessage): Promise<Received | undefined> => {
  const choice = message.choice?.replaceAll('\0', '').slice(0, 200);
  const isForwarded = message.isForwarded === true;
  const subject = subjectOf(message.subject);
  const { context, referral } = originOf(message);
  const email = message.fromMe || message.group ? '' : (message.email ?? '').replaceAll('\0', '').toWellFormed();
  const further = filesOf(message).slice(1);
  if (!choice && !isForwarded && !subject && !email && !context && !referral && further.length === 0)
    return stored(scope, connectionId, message);
  return scope.tx(async (inner) => {
    const row = await stored(inner, connectionId, message);
    if (!row?.fresh) return row;
    await inner.sql.run(
      sql`update tickets.message set choice = ${choice || null}, is_forwarded = ${isForwarded}, subject = ${subject ?? null},
                 context = ${originJson(context)}::jsonb, referral = ${originJson(referral)}::jsonb,
                 files = ${furtherJson(further)}
           where id = ${row.message_id}`,
    );
    if (email)
      await inner.sql.run(
        sql`select contacts.know_mail(t.contact_id, ${email}) from tickets.ticket t where t.id = ${row.ticket_id}`,
      );
    const files = [...row.message.files, ...further.map(shownFile)];
    const more = { isForwarded, subject: subject ?? null, choice: choice || null, context, referral, files };
    return { ...row, message: { ...row.message, ...more } };
  });
};

/** Repeats, and what closed in between, are looked up or tried again; a caller sees stored or an error, nothing between. */
const receive = async (scope: Scope, connectionId: number, message: InboundMessage): Promise<Received | undefined> => {
  try {
    return await inTurn(() => storedWhole(scope, connectionId, message));
  } catch (error) {
    if (codeOf(error) === 'P0T01') throw new AppError(404, 'ERR_NO_WAPP_FOUND');
    throw error;
  }
};

const history = async (
  scope: Scope,
  connectionId: number,
  of: Identity,
  limit: number,
  before: number | undefined,
): Promise<HistoryMessage[]> => {
  const rows = await scope.sql.rows<Omit<HistoryMessage, 'medias'> & { further: Media[] | null }>(sql`
    select * from (
      select m.id, m.external_id as "externalId", case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe", m.ack,
             m.sent_at as "sentAt", coalesce(u.name, m.participant) as "authorName", m.is_deleted as "isDeleted",
             m.edited_at as "editedAt", case when not m.is_deleted then m.data end as data,
             case when not m.is_deleted then m.files end as further,
             case when m.media_type is not null and not m.is_deleted then json_build_object('type', m.media_type, 'path', m.media_path,
               'name', m.media_name, 'mime', m.media_mime, 'size', m.media_size) end as media
        from contacts.public_identity i
        join tickets.ticket t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.whatsapp_id = ${connectionId}
        join tickets.message m on m.company_id = t.company_id and m.ticket_id = t.id and not m.only_internal
        left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
       where i.channel = ${of.channel} and i.scope = ${of.scope} and i.kind = ${of.kind} and i.value = ${of.value}
         ${before === undefined ? sql.empty : sql`and (m.sent_at, m.id) < (select b.sent_at, b.id from tickets.message b where b.id = ${before})`}
       order by m.sent_at desc, m.id desc limit ${Math.max(0, Math.min(limit, 500))}) m order by m."sentAt", m.id`);
  return rows.map(({ further, ...message }) => ({
    ...message,
    medias: message.media ? [message.media, ...(further ?? [])] : [],
  }));
};

/** Where channels hand in what arrives. Everything resolves only once it is stored. */
export const inbox = (scope: Scope): ChannelInbox => ({
  async message(connectionId, arrived) {
    const files = filesOf(arrived);
    await assertOwnFiles(scope, files);
    const message = await takenFromGroup(scope, connectionId, files[0] ? { ...arrived, media: files[0] } : arrived);
    if (!message) return nothing;
    const rated = await takeRating(scope, connectionId, message);
    if (rated) return rated;
    const row = await receive(scope, connectionId, message);
    if (!row) throw new AppError(404, 'ERR_NO_WAPP_FOUND');
    if (row.fresh) {
      tellMessage(scope, row, 'create', row.message);
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

  async ackUntil(connectionId, to, at, ack) {
    if (Number.isNaN(at.getTime())) return;
    const rows = await scope.sql.rows<News>(
      sql`select * from tickets.ack_until(${connectionId}::int, ${to.channel}, ${to.scope}, ${to.kind}, ${to.value},
            ${at}::timestamptz, ${ack}::smallint, ${maskedLive(scope)})`,
    );
    for (const news of rows) await tell(scope, news, 'update');
  },

  async sent(connectionId, messageId, externalId) {
    const news = await scope.sql.one<News>(
      sql`select n.* from tickets.message m, tickets.mark_sent(m.id, ${externalId}, ${maskedLive(scope)}) n
           where m.id = ${messageId}::bigint and m.whatsapp_id = ${connectionId} and m.from_me and m.external_id is null
             and not m.only_internal`,
    );
    if (news) await tell(scope, news, 'update');
  },

  async failed(connectionId, externalId, reason, failure) {
    const news = await scope.sql.one<News>(
      sql`select * from tickets.ack(${connectionId}::int, ${externalId}, 0::smallint, ${reason.slice(0, 500)}::text, ${maskedLive(scope)})`,
    );
    if (news) await tell(scope, news, 'error');
    if (news && failure === 'window') await windowRefusedLater(scope, connectionId, news.message_id);
  },

  async presence(connectionId, from, state) {
    const rows = await scope.sql.rows<Place & { id: number; uuid: string }>(sql`
      select t.id, t.uuid, t.queue_id as "queueId", t.user_id as "userId" from contacts.public_identity i
        join tickets.ticket t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.whatsapp_id = ${connectionId}
         and t.status in ('open', 'pending')
       where i.channel = ${from.channel} and i.scope = ${from.scope} and i.kind = ${from.kind} and i.value = ${from.value}`);
    for (const row of rows) tellPresence(scope, row, state);
  },

  windowUntil: windowUntil(scope),
  ...hearChanges(scope),
  ...takeOver(scope),

  history: (connectionId, of, { limit, before }) => history(scope, connectionId, of, limit, before),
});
