import { AppError, conflict, notFound, sql, z, type Scope } from '@balcao/sdk/server';
import type { Media, OwnData } from '@balcao/connections/contract';
import type { MessageData } from '../../contract.ts';
import { readerOf, type SignedIn } from '../reader.ts';
import { assertMayOpen, mayRead, ticketById } from '../ticket/find-ticket.ts';
import { partName } from './send-message.ts';
import { assertWindowOpen } from '../window/reply-window.ts';
import { enqueue, type Outgoing } from './enqueue.ts';
import { filesPerMessage, inMessages } from './files.ts';

/** A number that is chosen by hand; hundreds are the job of a campaign. */
const maxTargets = 20;
const maxMessages = 30;

const ids = (max: number, highest: number) =>
  z
    .array(z.number().int().positive().max(highest))
    .min(1, 'Required')
    .max(max)
    .transform((list) => [...new Set(list)]);

export const forwardBody = z.object({
  messageIds: ids(maxMessages, Number.MAX_SAFE_INTEGER),
  ticketIds: ids(maxTargets, 2_147_483_647),
  clientId: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .optional()
    .describe('Identifies the request: a repeat, for example after a lost response, forwards nothing twice.'),
});
export type ForwardBody = z.output<typeof forwardBody>;

export const forwardOutput = z.object({
  done: z.array(z.number()),
  /** Conversations to which nothing was forwarded, each with the error code. */
  failed: z.array(
    z.object({ ticketId: z.number(), error: z.string(), context: z.record(z.string(), z.unknown()).optional() }),
  ),
});
export type ForwardAnswer = z.output<typeof forwardOutput>;

interface Source {
  id: number;
  ticketId: number;
  body: string;
  isDeleted: boolean;
  onlyInternal: boolean;
  media: Media | null;
  /** The files after `media`. */
  further: Media[] | null;
  data: MessageData | null;
}

const sources = async (scope: SignedIn, messageIds: readonly number[]): Promise<Source[]> => {
  const found = await scope.sql.rows<Source>(sql`
    select m.id, m.ticket_id as "ticketId", m.body, m.is_deleted as "isDeleted", m.only_internal as "onlyInternal",
           case when m.media_type is not null then json_build_object('type', m.media_type, 'path', m.media_path,
             'name', m.media_name, 'mime', m.media_mime, 'size', m.media_size) end as media, m.files as further,
           tickets.data_json(m.data, ${readerOf(scope).masked}) as data
      from tickets.message m where m.id = any(${[...messageIds]}::bigint[]) order by m.sent_at, m.id`);
  if (found.length < messageIds.length) throw notFound('ERR_NO_MESSAGE_FOUND');
  for (const ticketId of new Set(found.map((message) => message.ticketId))) {
    const row = await ticketById(scope, ticketId);
    if (!mayRead(scope, row)) assertMayOpen(scope, row);
  }
  if (found.some(({ isDeleted }) => isDeleted)) throw conflict('ERR_MESSAGE_DELETED');
  if (found.some(({ onlyInternal }) => onlyInternal)) throw conflict('ERR_MESSAGE_INTERNAL');
  return found;
};

/** Returns locations and contact cards as text that every channel supports. */
const wordsOf = ({ body, data }: Source): string => {
  if (data?.kind === 'location') {
    const { name, address, latitude, longitude } = data;
    return [name, address, `https://www.google.com/maps?q=${latitude},${longitude}`].filter(Boolean).join('\n');
  }
  if (data?.kind === 'contacts')
    return data.contacts.map(({ name, numbers }) => [name, ...numbers].filter(Boolean).join('\n')).join('\n\n');
  return body;
};

/** True for content of a plugin, which is forwarded as it is; locations and contact cards are forwarded as text. */
const isPluginData = (data: MessageData | null): data is OwnData => data?.kind.includes('.') === true;

/** Copies the file, so that deleting one conversation deletes only its own files. */
const copyOf = async (scope: Scope, media: Media): Promise<Media> => {
  const { stream } = await scope.storage.read(media.path);
  const { path, mime, size } = await scope.storage.store({ name: media.name, mime: media.mime, body: stream });
  return { type: media.type, name: media.name, path, mime, size };
};

/** The same request was stored meanwhile: the copies of this one are removed. */
class AlreadyForwarded extends Error {}

/**
 * True when the request was stored already. It stores all messages of a conversation or none, so checking one is
 * enough.
 */
const isForwarded = async (scope: Scope, ticketId: number, name: string | null): Promise<boolean> =>
  name !== null &&
  (await scope.sql.one(
    sql`select 1 from tickets.message where ticket_id = ${ticketId} and client_id = ${name} limit 1`,
  )) !== undefined;

const forwardTo = async (
  scope: SignedIn,
  ticketId: number,
  messages: readonly Source[],
  clientId: string | undefined,
): Promise<void> => {
  const ticket = await ticketById(scope, ticketId);
  assertMayOpen(scope, ticket);
  const nameOf = ({ id }: Source): string | null => (clientId === undefined ? null : `${clientId}/${id}`);
  const first = messages[0] ? nameOf(messages[0]) : null;
  if (await isForwarded(scope, ticketId, first)) return;
  if (ticket.status === 'closed') throw conflict('ERR_TICKET_CLOSED');
  await assertWindowOpen(scope, ticket, 'person');
  const storedPaths: string[] = [];
  try {
    const outgoing: Outgoing[] = [];
    for (const message of messages) {
      const copies: Media[] = [];
      for (const media of [...(message.media ? [message.media] : []), ...(message.further ?? [])]) {
        const copy = await copyOf(scope, media);
        storedPaths.push(copy.path);
        copies.push(copy);
      }
      // Somebody else's words: they are not signed with the forwarder's name.
      const base = { ticketId, userId: scope.user.id, signed: false, forwarded: true };
      const perMessage = copies.length < 2 ? 1 : await filesPerMessage(scope, ticket.whatsappId);
      for (const [index, [media, ...further]] of inMessages(copies, perMessage).entries()) {
        const clientId = nameOf(message);
        outgoing.push({
          ...base,
          body: index === 0 ? wordsOf(message) : '',
          ...(index === 0 && isPluginData(message.data) && { data: message.data }),
          clientId: clientId && partName(clientId, index),
          ...(media && { media, further }),
        });
      }
    }
    await scope.tx(async (inner) => {
      // The same request may run twice at once: the second waits for this lock, and then finds what the first stored.
      await inner.sql.run(sql`select from tickets.ticket where id = ${ticketId} for no key update`);
      if (await isForwarded(inner, ticketId, first)) throw new AlreadyForwarded();
      for (const each of outgoing) await enqueue(inner, each);
    });
  } catch (error) {
    // After a database failure it is unknown whether the messages were stored.
    const isUnknown = error instanceof AppError && error.status >= 500;
    if (!isUnknown) for (const path of storedPaths) await scope.storage.remove(path).catch(() => undefined);
    if (!(error instanceof AlreadyForwarded)) throw error;
  }
};

/** Forwards messages of one conversation to others, with files and captions: all of them or none in each. */
export const forwardMessages = async (
  scope: SignedIn,
  { messageIds, ticketIds, clientId }: ForwardBody,
): Promise<ForwardAnswer> => {
  const messages = await sources(scope, messageIds);
  const answer: ForwardAnswer = { done: [], failed: [] };
  for (const ticketId of ticketIds) {
    if (scope.signal.aborted) break;
    try {
      await forwardTo(scope, ticketId, messages, clientId);
      answer.done.push(ticketId);
    } catch (error) {
      if (!(error instanceof AppError))
        scope.log.error({ err: error, ticketId }, 'forwarding messages to a conversation failed');
      const { code, context } = error instanceof AppError ? error : new AppError(500, 'ERR_INTERNAL');
      answer.failed.push({ ticketId, error: code, ...(context && { context: { ...context } }) });
    }
  }
  return answer;
};
