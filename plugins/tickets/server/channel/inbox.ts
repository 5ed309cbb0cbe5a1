import { companyBatch, sql, type Scope } from '@balcao/sdk/server';
import type { ChannelInbox, HistoryMessage, InboundMessage, InboundResult, Media } from '@balcao/connections/contract';
import type { Identity } from '@balcao/contacts/contract';
import {
  publishMessage,
  publishPresence,
  publishRow,
  publishTicket,
  type TicketAssignment,
} from '../live/publish-ticket.ts';
import type { MessageUpdate } from '../message/enqueue.ts';
import { assertOwnFiles, filesOf } from '../message/files.ts';
import { publishMessageUpdate } from '../message/publish-message.ts';
import { maskedLive } from '../reader.ts';
import { passTyping } from '../rules/automation.ts';
import { inItsConversation } from '../rules/groups.ts';
import { windowRefusedLater, windowUntil } from '../window/changed-window.ts';
import { arrivedOf, type Arrived } from './arrived.ts';
import type { Batches } from './batches.ts';
import { inboundChanges } from './inbound-changes.ts';
import type { Stored } from './store.ts';
import { importedMessages } from './import-messages.ts';

const notStored: InboundResult = { fresh: false, ticketId: 0, ticketUuid: '', messageId: 0 };

/** Returns the storable form of a message; undefined when it belongs to no conversation here. */
const toArrived = async (scope: Scope, connectionId: number, arrived: InboundMessage): Promise<Arrived | undefined> => {
  await assertOwnFiles(scope, filesOf(arrived));
  const message = await inItsConversation(scope, connectionId, arrived);
  return message && arrivedOf(scope, connectionId, message);
};

const publishStored = async (scope: Scope, stored: Stored): Promise<InboundResult> => {
  if (stored.fresh) {
    publishMessage(scope, stored, 'create', stored.message);
    if (stored.question) publishMessage(scope, stored, 'create', stored.question);
    // A conversation that begins is a row that no list has yet.
    if (stored.ticket) await (stored.action === null ? publishRow : publishTicket)(scope, stored.ticket);
  }
  const { fresh, ticket_id: ticketId, ticket_uuid: ticketUuid, message_id: messageId } = stored;
  return { fresh, ticketId, ticketUuid, messageId };
};

/** Stores the messages together where possible; each settles by itself. */
const receive = async (
  scope: Scope,
  batches: Batches,
  connectionId: number,
  messages: readonly InboundMessage[],
): Promise<PromiseSettledResult<InboundResult>[]> => {
  const read = await Promise.allSettled(messages.map((message) => toArrived(scope, connectionId, message)));
  const storable = read.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const stored = (await batches.store(scope, storable)).values();
  return Promise.allSettled(
    read.map(async (one) => {
      if (one.status === 'rejected') throw one.reason;
      const outcome = one.value && stored.next().value;
      if (!outcome) return notStored;
      if (outcome.status === 'rejected') throw outcome.reason;
      return publishStored(scope, outcome.value);
    }),
  );
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

interface Receipt {
  connection: number;
  external: string;
  ack: number;
}

/** Stores receipts. There are several for each message, so those of one moment share a statement. */
const storeAcks = () =>
  companyBatch<Receipt, MessageUpdate | undefined>({
    async run(scope, items, waits) {
      const [only] = items;
      if (waits && only)
        return [
          await scope.sql.one<MessageUpdate>(
            sql`select * from tickets.ack(${only.connection}::int, ${only.external}, ${only.ack}::smallint, null::text, ${maskedLive(scope)})`,
          ),
        ];
      const acks = JSON.stringify(items.map((item, place) => ({ place, ...item })));
      const rows = await scope.sql.rows<MessageUpdate & { place: number }>(
        sql`select * from tickets.ack_batch(${acks}::json, ${maskedLive(scope)})`,
      );
      const found = new Map(rows.map((row) => [row.place, row]));
      return items.map((_, place) => found.get(place));
    },
  });

/** Creates the inbox of this node for channels. Every method resolves only after the data is stored. */
export const inboxOf = (batches: Batches): ((scope: Scope) => ChannelInbox) => {
  const acks = storeAcks();
  return (scope) => inboxWith(scope, batches, acks);
};

const inboxWith = (scope: Scope, batches: Batches, acks: ReturnType<typeof storeAcks>): ChannelInbox => ({
  async message(connectionId, arrived) {
    const [outcome] = await receive(scope, batches, connectionId, [arrived]);
    if (outcome?.status === 'fulfilled') return outcome.value;
    throw outcome?.reason;
  },

  messages: (connectionId, arrived) => receive(scope, batches, connectionId, arrived),

  async ack(connectionId, externalId, ack) {
    const news = await acks(scope, { connection: connectionId, external: externalId, ack });
    if (news) await publishMessageUpdate(scope, news, 'update');
  },

  async ackUntil(connectionId, to, at, ack) {
    if (Number.isNaN(at.getTime())) return;
    const rows = await scope.sql.rows<MessageUpdate>(
      sql`select * from tickets.ack_until(${connectionId}::int, ${to.channel}, ${to.scope}, ${to.kind}, ${to.value},
            ${at}::timestamptz, ${ack}::smallint, ${maskedLive(scope)})`,
    );
    for (const news of rows) await publishMessageUpdate(scope, news, 'update');
  },

  async sent(connectionId, messageId, externalId) {
    const news = await scope.sql.one<MessageUpdate>(
      sql`select n.* from tickets.message m, tickets.mark_sent(m.id, ${externalId}, ${maskedLive(scope)}) n
           where m.id = ${messageId}::bigint and m.whatsapp_id = ${connectionId} and m.from_me and m.external_id is null
             and not m.only_internal`,
    );
    if (news) await publishMessageUpdate(scope, news, 'update');
  },

  async failed(connectionId, externalId, reason, failure) {
    const news = await scope.sql.one<MessageUpdate>(
      sql`select * from tickets.ack(${connectionId}::int, ${externalId}, 0::smallint, ${reason.slice(0, 500)}::text, ${maskedLive(scope)})`,
    );
    if (news) await publishMessageUpdate(scope, news, 'error');
    if (news && failure === 'window') await windowRefusedLater(scope, connectionId, news.message_id);
  },

  async presence(connectionId, from, state) {
    const rows = await scope.sql.rows<TicketAssignment & { id: number; uuid: string; automaticBy: string | null }>(sql`
      select t.id, t.uuid, t.queue_id as "queueId", t.user_id as "userId", t.automatic_by as "automaticBy" from contacts.public_identity i
        join tickets.ticket t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.whatsapp_id = ${connectionId}
         and t.status in ('open', 'pending')
       where i.channel = ${from.channel} and i.scope = ${from.scope} and i.kind = ${from.kind} and i.value = ${from.value}`);
    for (const { automaticBy, ...row } of rows) {
      publishPresence(scope, row, state);
      if (automaticBy !== null) await passTyping(scope, row.id, state, automaticBy);
    }
  },

  windowUntil: windowUntil(scope),
  ...inboundChanges(scope),
  ...importedMessages(scope),

  history: (connectionId, of, { limit, before }) => history(scope, connectionId, of, limit, before),
});
