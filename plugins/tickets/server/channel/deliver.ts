import {
  AppError,
  companyBatch,
  RetryLater,
  sql,
  withTimeout,
  type Delivery,
  type Scope,
  type Sql,
} from '@balcao/sdk/server';
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
import { isPersonOnlyWindow } from '../window/reply-window.ts';
import { isDoubtful, inFlightRecorder, clearInFlight, dropsDuplicates } from './in-flight.ts';
import { awaitingTurns, holdBack } from './pace.ts';

interface PendingMessage {
  id: number;
  body: string;
  author: string | null;
  /** A person wrote it, and not in bulk. */
  isFromPerson: boolean;
  /** It is sent after the window for free text, in the longer one that people have. */
  isOutside?: boolean;
  /** The author's choice about the signature; null: the company's setting. */
  isSigned: boolean | null;
  contactId: number;
  whatsappId: number | null;
  media: Media | null;
  /** The files after `media`. */
  further: Media[] | null;
  quoted: string | null;
  menu: OutboundMenu | null;
  data: MessageData | null;
  template: NonNullable<OutboundMessage['template']> | null;
  ticketId: number;
  /** Time it was queued, in milliseconds since 1970. */
  queuedAt: number;
  reservedId: string | null;
  isForwarded: boolean;
  /** Its own subject, else the last one before it in the conversation. */
  subject: string | null;
  /** It was handed to the provider, and the outcome is not known. */
  isInFlight: boolean;
  /** Time left, in milliseconds, during which the provider asked for no messages. */
  heldMs: number;
  /** An earlier message of the conversation waits for the connection: this one waits behind it. */
  isBehind: boolean;
  /** An earlier message was queued again after this one was queued. */
  isOvertaking: boolean;
}

/** Reads messages that have to go out now; undefined for one that was sent, failed, was deleted, or waits in bulk. */
const readPending = () =>
  companyBatch<number, PendingMessage | undefined>({
    async run(scope, ids) {
      const rows = await scope.sql.rows<PendingMessage>(pendingRows(ids));
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id));
    },
  });

const pendingRows = (ids: readonly number[]): Sql =>
  sql.prepared(sql`
    select m.id, m.ticket_id as "ticketId", m.body, u.name as author,
           m.user_id is not null and not exists (select 1 from tickets.bulk b where b.company_id = m.company_id and b.message_id = m.id) as "isFromPerson",
           m.is_signed as "isSigned", t.contact_id as "contactId", t.whatsapp_id as "whatsappId",
           case when m.media_type is not null then json_build_object('type', m.media_type, 'path', m.media_path,
             'name', m.media_name, 'mime', m.media_mime, 'size', m.media_size) end as media, m.files as further,
           (select q.external_id from tickets.message q where q.company_id = m.company_id and q.id = m.quoted_id) as quoted,
           coalesce(m.subject, (select s.subject from tickets.message s
             where s.company_id = m.company_id and s.ticket_id = m.ticket_id and s.subject is not null and not s.is_deleted
               and (s.sent_at, s.id) < (m.sent_at, m.id) order by s.sent_at desc, s.id desc limit 1)) as subject,
           m.menu, m.template, m.data, m.is_forwarded as "isForwarded", m.reserved_id as "reservedId", m.handed_at is not null as "isInFlight",
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
  const max = capabilities.media[type];
  if (max === undefined) throw channelError('refused', 'no-media');
  if (media.size > max) throw channelError('refused', 'too-large');
  return { ...media, type };
};

/**
 * Returns the files in order. The number allowed in one message was checked when it was stored; the channel may allow
 * fewer now.
 */
const fittingAll = (adapter: ChannelAdapter, { media, further }: PendingMessage): Media[] => {
  const all = media ? [media, ...(further ?? [])] : [];
  if (all.length > 1 && all.length > (adapter.capabilities.filesPerMessage ?? 1))
    throw channelError('refused', 'too-many-files');
  return all.map((one) => fitting(adapter, one));
};

/** Returns the text as the customer reads it: with the author's name in front where the company signs. */
export const asSigned = (
  { author, body, isSigned }: Pick<PendingMessage, 'author' | 'body' | 'isSigned'>,
  scope: Scope,
): string => (author !== null && body !== '' && (isSigned ?? signsByDefault(scope)) ? `*${author}:*\n${body}` : body);

const menuFor = ({ capabilities }: ChannelAdapter, menu: OutboundMenu | null): OutboundMenu | undefined =>
  menu && capabilities.interactive && menu.options.length <= capabilities.interactive.max ? menu : undefined;

/** Writes about messages on their way out, shared by those that go out at the same time. */
interface BatchedSteps {
  awaitTurn: ReturnType<typeof awaitingTurns>;
  recordInFlight: ReturnType<typeof inFlightRecorder>;
}

const handToChannel = async (
  scope: Scope,
  message: PendingMessage,
  adapter: ChannelAdapter,
  connection: Connection,
  { recordInFlight }: BatchedSteps,
): Promise<string> => {
  const to = await scope
    .use(contacts)
    .findIdentity(
      message.contactId,
      connection.channel,
      await adapter.identityScope(connection, scope),
      adapter.identityKind,
    );
  if (!to) throw channelError('invalid-contact', 'the contact has no address on this channel');
  const menu = menuFor(adapter, message.menu);
  const medias = fittingAll(adapter, message);
  message.isOutside =
    message.isFromPerson &&
    (await isPersonOnlyWindow(scope, { ...message, channel: connection.channel, whatsappId: connection.id }));
  const reservedId = await recordInFlight(scope, message, to, adapter, connection);
  message.reservedId = reservedId;
  const outbound: OutboundMessage = {
    id: message.id,
    to,
    by: message.isFromPerson ? 'person' : 'company',
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
  return withAnswerLimit(adapter.send(outbound, connection, scope).then(({ externalId }) => externalId));
};

// Shorter than the time the outbox gives a handler, so that a silent provider is not mistaken for a defect.
const answerLimitMs = 45_000;

/** Resolves like a call of the provider; fails when it does not answer. */
export const withAnswerLimit = <T>(call: Promise<T>): Promise<T> =>
  withTimeout(call, answerLimitMs, () => channelError('unknown', 'the provider did not answer'));

/** Moves a message to the end of the conversation's send queue. */
const stepBack = async (scope: Scope, { id }: PendingMessage): Promise<void> => {
  await scope.sql.run(sql`
    with last as (update tickets.message m set queued_at = clock_timestamp() where m.id = ${id} returning m)
    select tickets.publish_queued(l.m) from last l`);
};

const fail = async (scope: Scope, messageId: number, failure: ChannelFailure, reason: string): Promise<void> => {
  const update = await scope.sql.one<MessageUpdate>(
    sql`select * from tickets.mark_failed(${messageId}::bigint, ${failure}, ${reason}, ${maskedLive(scope)})`,
  );
  if (update) await publishMessageUpdate(scope, update, 'error');
};

const triesWhileDown = 3;

/** Longest pause a provider may ask for at once. */
const maxPauseMs = 3_600_000;
const maxRetryMs = 24 * 3_600_000;

/**
 * Wraps a provider's refusal as a conflict: it is an answer, not a defect, and must not open the circuit breaker for
 * other messages.
 */
export const toRetry = (error: unknown): AppError => new AppError(409, 'ERR_BUSY', { cause: error });

/** Has the outbox retry passing failures, in order, and stores any other failure with its reason. */
const failed = async (
  scope: Scope,
  message: PendingMessage,
  error: unknown,
  delivery: Delivery,
  connection: Connection,
  adapter: ChannelAdapter | undefined,
  askedAt: Date,
): Promise<void> => {
  const reported = failureOf(error);
  if (reported === 'window' && adapter?.capabilities.windowHours !== undefined)
    await windowRefused(
      scope,
      { contactId: message.contactId, connectionId: connection.id },
      askedAt,
      message.isOutside ?? false,
    );
  // The provider drops duplicates, so sending again is safe without asking a person.
  const failure = reported === 'unknown' && adapter && dropsDuplicates(adapter, message) ? 'retry' : reported;
  const reason = error instanceof Error ? error.message : String(error);
  if (reported !== 'unknown') await clearInFlight(scope, message);
  const wait = failure === 'retry' ? waitOf(error) : undefined;
  if (wait && Date.now() - message.queuedAt < maxRetryMs) {
    const ms = Math.min(wait.retryAfter * 1000, maxPauseMs);
    if (wait.of !== 'conversation') await holdBack(scope, connection.id, ms);
    throw new RetryLater(ms * (1 + Math.random() * 0.1), reason);
  }
  if (failure === 'retry' && !delivery.last) throw toRetry(error);
  if (failure === 'disconnected' && !delivery.last && delivery.attempt < triesWhileDown) throw toRetry(error);
  if (failure === 'retry')
    scope.log.warn({ err: error, message: message.id }, 'sending a message was given up after all retries');
  await fail(scope, message.id, failure, reason);
};

/** Queues the messages that waited for a connection, in the order they were written. */
export const requeueWaiting = async (scope: Scope, connectionId: number): Promise<void> => {
  const rows = await scope.tx(async (inner) => [
    ...(await inner.sql.rows<MessageUpdate>(
      sql`select * from tickets.requeue_bulk(${connectionId}::int, ${maskedLive(scope)})`,
    )),
    ...(await inner.sql.rows<MessageUpdate>(
      sql`select * from tickets.requeue(null::bigint, ${connectionId}::int, ${maskedLive(scope)})`,
    )),
  ]);
  for (const update of rows) await publishMessageUpdate(scope, update, 'update');
};

/**
 * Lets a message wait behind one that waits for the connection. If that one was queued again meanwhile, the waiting
 * messages are queued here, because nothing else would do it.
 */
const waitBehind = async (scope: Scope, { id, ticketId }: PendingMessage, connectionId: number): Promise<void> => {
  await fail(scope, id, 'disconnected', 'waiting for an earlier message of the conversation');
  const earlier = await scope.sql.one(sql`
    select 1 from tickets.message e join tickets.message m on m.company_id = e.company_id and m.id = ${id}
     where e.ticket_id = ${ticketId} and e.from_me and e.ack = 0 and not e.only_internal and e.external_id is null
       and not e.is_deleted and e.failure = 'disconnected' and (e.sent_at, e.id) < (m.sent_at, m.id) limit 1`);
  if (!earlier) await requeueWaiting(scope, connectionId);
};

/** Stores the answers of providers, several messages in one statement. */
const storeSent = () =>
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
 * Creates the handler that hands one message to its channel. No transaction is open and no database connection is held
 * while the provider answers; messages that go out at the same time share their statements. One instance per server.
 */
export const delivering = () => {
  const pendingMessage = readPending();
  const sent = storeSent();
  const steps: BatchedSteps = { awaitTurn: awaitingTurns(), recordInFlight: inFlightRecorder() };
  return async (
    { messageId, isWaiting }: { messageId: number; isWaiting?: true },
    scope: Scope,
    delivery: Delivery,
  ): Promise<void> => {
    // An event from the time it waited in bulk, delivered late: sending now would overtake messages released before it.
    // Its release emits another.
    if (isWaiting) return;
    const message = await pendingMessage(scope, messageId);
    if (!message) return;
    const externalId = await handOver(scope, message, delivery, steps);
    if (externalId === undefined) return;
    const update = await sent(scope, { message: messageId, external: externalId });
    if (update) await publishMessageUpdate(scope, update, 'update');
  };
};

/** Returns the provider's id; undefined when the provider did not accept the message, which is stored by then. */
const handOver = async (
  scope: Scope,
  message: PendingMessage,
  delivery: Delivery,
  steps: BatchedSteps,
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
    return refuse('unknown', 'the server stopped while sending the message: it may have arrived');
  // Outside the try: RetryLater from a turn that is far away is no failure of this message.
  if (adapter && connection.status === 'CONNECTED') await steps.awaitTurn(scope, message, connection, adapter);
  const askedAt = new Date();
  try {
    if (!adapter) throw channelError('disconnected', 'channel-off');
    return await handToChannel(scope, message, adapter, connection, steps);
  } catch (error) {
    await failed(scope, message, error, delivery, connection, adapter, askedAt);
    // The connection may have come back before the failure was stored; then nothing else would queue the message again.
    const now = await service.find(connection.id);
    const reconnectedMeanwhile =
      connection.status !== 'CONNECTED' || now?.updatedAt.getTime() !== connection.updatedAt.getTime();
    if (reconnectedMeanwhile && now?.status === 'CONNECTED') await requeueWaiting(scope, connection.id);
    return undefined;
  }
};
