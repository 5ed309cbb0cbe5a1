import { AppError, companyBatch, RetryLater, sql, type Delivery, type Scope, type Sql } from '@balcao/sdk/server';
import { channelError, connections, failureOf, waitOf } from '@balcao/connections/contract';
import type {
  ChannelAdapter,
  ChannelFailure,
  Connection,
  Media,
  MessageData,
  OutboundMenu,
  OutboundMessage,
} from '@balcao/connections/contract';
import { contacts } from '@balcao/contacts/contract';
import type { MessageUpdate } from '../message/enqueue.ts';
import { publishMessageUpdate } from '../message/publish-message.ts';
import { signsByDefault } from '../message/signature.ts';
import { maskedLive } from '../reader.ts';
import { windowRefused } from '../window/changed-window.ts';
import { isPeoplesTime } from '../window/reply-window.ts';
import { isDoubtful, notingInHand, putDown, takesOnce } from './in-flight.ts';
import { awaitingTurns, holdBack } from './pace.ts';

interface Waiting {
  id: number;
  body: string;
  author: string | null;
  /** Somebody wrote it to this customer alone. */
  isPersons: boolean;
  /** It is sent after the time for free text, while people still may write. */
  isOutside?: boolean;
  /** The author's own word about the signature; null: as the company has it. */
  isSigned: boolean | null;
  contactId: number;
  whatsappId: number | null;
  media: Media | null;
  /** The files after that one. */
  further: Media[] | null;
  quoted: string | null;
  menu: OutboundMenu | null;
  data: MessageData | null;
  template: NonNullable<OutboundMessage['template']> | null;
  ticketId: number;
  /** When it came into the queue, in milliseconds. */
  queuedAt: number;
  reservedId: string | null;
  isForwarded: boolean;
  /** Its own, else the last one of the conversation before it. */
  subject: string | null;
  /** It was handed over, and what came of it is not known. */
  isInHand: boolean;
  /** The provider wants to be left alone for so long. */
  heldMs: number;
  /** An earlier one of the conversation waits for the connection: this one waits behind it. */
  isBehind: boolean;
  /** An earlier one went back into the queue after this one came into it. */
  isOvertaking: boolean;
}

/** A message that has to go out now; undefined when it went, failed, was taken back, or waits in bulk for its turn. */
const waitingTogether = () =>
  companyBatch<number, Waiting | undefined>({
    async run(scope, ids) {
      const rows = await scope.sql.rows<Waiting>(waiting(ids));
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id));
    },
  });

const waiting = (ids: readonly number[]): Sql =>
  sql.prepared(sql`
    select m.id, m.ticket_id as "ticketId", m.body, u.name as author,
           m.user_id is not null and not exists (select 1 from tickets.bulk b where b.company_id = m.company_id and b.message_id = m.id) as "isPersons",
           m.is_signed as "isSigned", t.contact_id as "contactId", t.whatsapp_id as "whatsappId",
           case when m.media_type is not null then json_build_object('type', m.media_type, 'path', m.media_path,
             'name', m.media_name, 'mime', m.media_mime, 'size', m.media_size) end as media, m.files as further,
           (select q.external_id from tickets.message q where q.company_id = m.company_id and q.id = m.quoted_id) as quoted,
           coalesce(m.subject, (select s.subject from tickets.message s
             where s.company_id = m.company_id and s.ticket_id = m.ticket_id and s.subject is not null and not s.is_deleted
               and (s.sent_at, s.id) < (m.sent_at, m.id) order by s.sent_at desc, s.id desc limit 1)) as subject,
           m.menu, m.template, m.data, m.is_forwarded as "isForwarded", m.reserved_id as "reservedId", m.handed_at is not null as "isInHand",
           extract(epoch from coalesce(m.queued_at, m.sent_at)) * 1000 as "queuedAt",
           coalesce((select extract(epoch from p.held_until - clock_timestamp()) * 1000 from tickets.pace p
             where p.company_id = m.company_id and p.connection_id = t.whatsapp_id and p.held_until > clock_timestamp()), 0)::float8 as "heldMs",
           coalesce(before.waits, false) as "isBehind", coalesce(before.later, false) as "isOvertaking"
      from tickets.message m
      join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
      left join kernel."user" u on u.company_id = m.company_id and u.id = m.user_id
      left join lateral (
        select bool_or(e.failure = 'disconnected') as waits, bool_or(e.failure is null and e.queued_at > m.queued_at) as later
          from tickets.message e
         where e.company_id = m.company_id and e.ticket_id = m.ticket_id and e.from_me and e.ack = 0 and not e.only_internal
           and e.external_id is null and not e.is_deleted and (e.sent_at, e.id) < (m.sent_at, m.id)) before on true
     where m.id = any(${[...ids]}::bigint[]) and m.ack = 0 and m.external_id is null and m.failure is null and not m.is_deleted
       and not exists (select 1 from tickets.bulk b
                        where b.company_id = m.company_id and b.message_id = m.id and b.released_at is null)`);

const fitting = ({ capabilities }: ChannelAdapter, media: Media): Media => {
  const type = capabilities.media[media.type] === undefined ? 'document' : media.type;
  const most = capabilities.media[type];
  if (most === undefined) throw channelError('refused', 'no-media');
  if (media.size > most) throw channelError('refused', 'too-large');
  return { ...media, type };
};

/** In order. How many go into one message was asked when it was stored; its channel may take fewer since. */
const fittingAll = (adapter: ChannelAdapter, { media, further }: Waiting): Media[] => {
  const all = media ? [media, ...(further ?? [])] : [];
  if (all.length > 1 && all.length > (adapter.capabilities.filesPerMessage ?? 1))
    throw channelError('refused', 'too-many-files');
  return all.map((one) => fitting(adapter, one));
};

/** As the customer reads it: with its author's name in front where the company signs. */
export const asSigned = (
  { author, body, isSigned }: Pick<Waiting, 'author' | 'body' | 'isSigned'>,
  scope: Scope,
): string => (author !== null && body !== '' && (isSigned ?? signsByDefault(scope)) ? `*${author}:*\n${body}` : body);

const menuFor = ({ capabilities }: ChannelAdapter, menu: OutboundMenu | null): OutboundMenu | undefined =>
  menu && capabilities.interactive && menu.options.length <= capabilities.interactive.max ? menu : undefined;

/** What is noted of a message on its way out, shared by those that go out at the same time. */
interface Desk {
  awaitTurn: ReturnType<typeof awaitingTurns>;
  noteInHand: ReturnType<typeof notingInHand>;
}

const hand = async (
  scope: Scope,
  message: Waiting,
  adapter: ChannelAdapter,
  connection: Connection,
  { noteInHand }: Desk,
): Promise<string> => {
  const to = await scope
    .use(contacts)
    .findIdentity(message.contactId, connection.channel, adapter.identityScope(connection), adapter.identityKind);
  if (!to) throw channelError('invalid-contact', 'the contact has no address on this channel');
  const menu = menuFor(adapter, message.menu);
  const medias = fittingAll(adapter, message);
  message.isOutside =
    message.isPersons &&
    (await isPeoplesTime(scope, { ...message, channel: connection.channel, whatsappId: connection.id }));
  const reservedId = await noteInHand(scope, message, to, adapter, connection);
  message.reservedId = reservedId;
  const outbound: OutboundMessage = {
    id: message.id,
    to,
    by: message.isPersons ? 'person' : 'company',
    ...(message.isOutside && { outsideWindow: true }),
    body: asSigned(message, scope),
    ...(medias[0] && { media: medias[0] }),
    ...(medias.length > 1 && { medias }),
    ...(adapter.capabilities.subjects && message.subject !== null && { subject: message.subject }),
    ...(message.quoted !== null && { quotedExternalId: message.quoted }),
    ...(reservedId !== null && { reservedId }),
    ...(menu && { menu }),
    ...(message.data && adapter.capabilities.data?.includes(message.data.kind) && { data: message.data }),
    ...(message.isForwarded && { isForwarded: true }),
    ...(message.template && { template: message.template }),
  };
  return inTime(adapter.send(outbound, connection, scope).then(({ externalId }) => externalId));
};

// Shorter than the time the outbox gives a handler, so that a provider that never answers is told apart from a defect.
const patience = 45_000;

export const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(channelError('unknown', 'the provider did not answer')), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** To the end of the conversation's queue. */
const stepBack = async (scope: Scope, { id }: Waiting): Promise<void> => {
  await scope.sql.run(sql`
    with last as (update tickets.message m set queued_at = clock_timestamp() where m.id = ${id} returning m)
    select tickets.tell_queued(l.m) from last l`);
};

const fail = async (scope: Scope, messageId: number, failure: ChannelFailure, reason: string): Promise<void> => {
  const news = await scope.sql.one<MessageUpdate>(
    sql`select * from tickets.mark_failed(${messageId}::bigint, ${failure}, ${reason}, ${maskedLive(scope)})`,
  );
  if (news) await publishMessageUpdate(scope, news, 'error');
};

const triesWhileDown = 3;

/** A provider that always says "later" is not believed for ever. */
const longestRestMs = 3_600_000;
const maxPatienceMs = 24 * 3_600_000;

/** A refusal is an answer of the provider, not a defect of ours: it must not make the way out of others rest. */
export const again = (error: unknown): AppError => new AppError(409, 'ERR_BUSY', { cause: error });

/** Passing trouble is tried again by the outbox, in order; everything else ends here with its reason. */
const failed = async (
  scope: Scope,
  message: Waiting,
  error: unknown,
  delivery: Delivery,
  connection: Connection,
  adapter: ChannelAdapter | undefined,
  askedAt: Date,
): Promise<void> => {
  const told = failureOf(error);
  if (told === 'window' && adapter?.capabilities.windowHours !== undefined)
    await windowRefused(
      scope,
      { contactId: message.contactId, connectionId: connection.id },
      askedAt,
      message.isOutside ?? false,
    );
  // Sent again it goes out once: no need to ask a person.
  const failure = told === 'unknown' && adapter && takesOnce(adapter, message) ? 'retry' : told;
  const reason = error instanceof Error ? error.message : String(error);
  if (told !== 'unknown') await putDown(scope, message);
  const wait = failure === 'retry' ? waitOf(error) : undefined;
  if (wait && Date.now() - message.queuedAt < maxPatienceMs) {
    const ms = Math.min(wait.retryAfter * 1000, longestRestMs);
    if (wait.of !== 'conversation') await holdBack(scope, connection.id, ms);
    throw new RetryLater(ms * (1 + Math.random() * 0.1), reason);
  }
  if (failure === 'retry' && !delivery.last) throw again(error);
  if (failure === 'disconnected' && !delivery.last && delivery.attempt < triesWhileDown) throw again(error);
  if (failure === 'retry') scope.log.warn({ err: error, message: message.id }, 'a message was given up');
  await fail(scope, message.id, failure, reason);
};

/** What waited for a connection goes back into the queue, in the order it was written. */
export const requeueWaiting = async (scope: Scope, connectionId: number): Promise<void> => {
  const rows = await scope.tx(async (inner) => [
    ...(await inner.sql.rows<MessageUpdate>(
      sql`select * from tickets.shelve(${connectionId}::int, ${maskedLive(scope)})`,
    )),
    ...(await inner.sql.rows<MessageUpdate>(
      sql`select * from tickets.requeue(null::bigint, ${connectionId}::int, ${maskedLive(scope)})`,
    )),
  ]);
  for (const news of rows) await publishMessageUpdate(scope, news, 'update');
};

/** Behind one that waits for the connection. If that one went back into the queue meanwhile, nobody would call again. */
const waitBehind = async (scope: Scope, { id, ticketId }: Waiting, connectionId: number): Promise<void> => {
  await fail(scope, id, 'disconnected', 'waits behind an earlier message');
  const earlier = await scope.sql.one(sql`
    select 1 from tickets.message e join tickets.message m on m.company_id = e.company_id and m.id = ${id}
     where e.ticket_id = ${ticketId} and e.from_me and e.ack = 0 and not e.only_internal and e.external_id is null
       and not e.is_deleted and e.failure = 'disconnected' and (e.sent_at, e.id) < (m.sent_at, m.id) limit 1`);
  if (!earlier) await requeueWaiting(scope, connectionId);
};

/** What a provider answered, stored for several messages by one statement. */
const sentTogether = () =>
  companyBatch<{ message: number; external: string }, MessageUpdate | undefined>({
    async run(scope, items, waits) {
      const [only] = items;
      if (waits && only)
        return [
          await scope.sql.one<MessageUpdate>(
            sql`select * from tickets.mark_sent(${only.message}::bigint, ${only.external}, ${maskedLive(scope)})`,
          ),
        ];
      const sent = JSON.stringify(items.map((item, place) => ({ place, ...item })));
      const rows = await scope.sql.rows<MessageUpdate & { place: number }>(
        sql`select * from tickets.mark_sent_batch(${sent}::json, ${maskedLive(scope)})`,
      );
      const found = new Map(rows.map((row) => [row.place, row]));
      return items.map((_, place) => found.get(place));
    },
  });

/**
 * Hands one message to its channel. No transaction is open and no connection is held while the provider thinks; what
 * goes out at the same time shares its statements. An instance for each server.
 */
export const delivering = () => {
  const waitingNow = waitingTogether();
  const sent = sentTogether();
  const desk: Desk = { awaitTurn: awaitingTurns(), noteInHand: notingInHand() };
  return async (
    { messageId, isWaiting }: { messageId: number; isWaiting?: true },
    scope: Scope,
    delivery: Delivery,
  ): Promise<void> => {
    // Late, it would overtake those that were let out before it; the event of its own turn comes.
    if (isWaiting) return;
    const message = await waitingNow(scope, messageId);
    if (!message) return;
    const externalId = await handOver(scope, message, delivery, desk);
    if (externalId === undefined) return;
    const news = await sent(scope, { message: messageId, external: externalId });
    if (news) await publishMessageUpdate(scope, news, 'update');
  };
};

/** The provider's id; undefined when it did not take it, which is noted by then. */
const handOver = async (
  scope: Scope,
  message: Waiting,
  delivery: Delivery,
  desk: Desk,
): Promise<string | undefined> => {
  const service = scope.use(connections);
  const connection = message.whatsappId === null ? undefined : await service.find(message.whatsappId);
  const refuse = async (failure: ChannelFailure, reason: string): Promise<undefined> => {
    await fail(scope, message.id, failure, reason);
    return undefined;
  };
  if (!connection) return refuse('refused', 'connection-gone');
  if (message.isBehind) {
    await waitBehind(scope, message, connection.id);
    return undefined;
  }
  if (message.isOvertaking) {
    await stepBack(scope, message);
    return undefined;
  }
  const adapter = service.adapter(connection);
  if (adapter && isDoubtful(adapter, message))
    return refuse('unknown', 'the server stopped while it was being sent: it may have arrived');
  // What a turn away says is no failure of this message.
  if (adapter && connection.status === 'CONNECTED') await desk.awaitTurn(scope, message, connection, adapter);
  const askedAt = new Date();
  try {
    if (!adapter) throw channelError('disconnected', 'channel-off');
    return await hand(scope, message, adapter, connection, desk);
  } catch (error) {
    await failed(scope, message, error, delivery, connection, adapter, askedAt);
    // It may have come back between the attempt and the note that it was down: nobody would call again.
    const now = await service.find(connection.id);
    const wentMeanwhile =
      connection.status !== 'CONNECTED' || now?.updatedAt.getTime() !== connection.updatedAt.getTime();
    if (wentMeanwhile && now?.status === 'CONNECTED') await requeueWaiting(scope, connection.id);
    return undefined;
  }
};
