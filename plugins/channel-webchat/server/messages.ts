import { AppError, pictureSize, type Scope, type Upload } from '@balcao/sdk/server';
import { channelInbox, mediaTypeOf, type HistoryMessage, type InboundMessage } from '@balcao/connections/contract';
import { visitorRoom, type ChatMessage, type ChatPage } from '../contract.ts';
import { identityOf, type Visitor } from './visitors.ts';

type Media = NonNullable<InboundMessage['media']>;

const linkSeconds = 6 * 3600;
const pageSize = 40;
/** Live messages travel between nodes; bigger ones are fetched instead. */
const liveBytes = 6_000;

export const shownMedia = async (
  { path, name, mime, type, size }: Media,
  scope: Scope,
): Promise<NonNullable<ChatMessage['media']>> => {
  const picture = type === 'image' || type === 'sticker' ? pictureSize(path) : undefined;
  return { url: await scope.storage.link(path, linkSeconds), name, mime, type, size, ...(picture && { picture }) };
};

const ownPrefix = (publicId: string): string => `${publicId}:`;
/** Returns the channel’s id of a visitor’s message: browsers choose ids, so each visitor has a namespace. */
export const inboundId = (publicId: string, id: string): string => `${ownPrefix(publicId)}${id}`;

const shownId = ({ id, externalId, fromMe }: HistoryMessage, publicId: string): string => {
  if (externalId === null) return `m${id}`;
  if (fromMe) return externalId;
  return externalId.startsWith(ownPrefix(publicId)) ? externalId.slice(ownPrefix(publicId).length) : `m${id}`;
};

export const shown = async (message: HistoryMessage, publicId: string, scope: Scope): Promise<ChatMessage> => ({
  id: shownId(message, publicId),
  n: message.id,
  from: message.fromMe ? 'company' : 'visitor',
  author: message.fromMe ? message.authorName : null,
  body: message.body,
  at: message.sentAt.toISOString(),
  ack: message.ack,
  media: message.media ? await shownMedia(message.media, scope) : null,
  deleted: message.isDeleted,
});

/** Returns messages, newest page first; messages that are still being sent arrive live. */
export const pageOf = async (visitor: Visitor, before: number | undefined, scope: Scope): Promise<ChatPage> => {
  const { connectionId, publicId } = visitor;
  const options = before === undefined ? { limit: pageSize } : { limit: pageSize, before };
  const rows = await scope.use(channelInbox).history(connectionId, identityOf(connectionId, publicId), options);
  const arrived = rows.filter(({ fromMe, externalId }) => !fromMe || externalId !== null);
  return {
    messages: await Promise.all(arrived.map((message) => shown(message, publicId, scope))),
    hasMore: rows.length === pageSize,
    readAt: visitor.readAt?.toISOString() ?? null,
    isClosed: visitor.isClosed,
  };
};

/** Publishes to every open page of the visitor. */
export const publishToVisitor = (visitor: string, message: ChatMessage, scope: Scope): void => {
  const isBig = Buffer.byteLength(JSON.stringify(message)) > liveBytes;
  if (isBig) scope.rooms.emit(visitorRoom, { visitor }, 'refresh', {});
  else scope.rooms.emit(visitorRoom, { visitor }, 'message', { message });
};

/** Stores a visitor’s message. A repeat of the same id returns the same message. */
export const write = async (
  visitor: Visitor,
  { id, body, file }: { id: string; body: string; file: Upload | undefined },
  scope: Scope,
): Promise<ChatMessage> => {
  const inbox = scope.use(channelInbox);
  const { connectionId, publicId, name } = visitor;
  const from = identityOf(connectionId, publicId);
  const stored = file && (await scope.storage.store(file, { anonymous: true }));
  const media: Media | undefined = stored && {
    type: mediaTypeOf(stored.mime),
    path: stored.path,
    name: stored.name,
    mime: stored.mime,
    size: stored.size,
  };
  const sentAt = new Date();
  let mayBeStored = false;
  try {
    const result = await inbox.message(connectionId, {
      externalId: inboundId(publicId, id),
      from,
      name,
      body,
      sentAt,
      ...(media && { media }),
    });
    mayBeStored = result.fresh;
    if (result.fresh) {
      const message: ChatMessage = {
        id,
        n: result.messageId,
        from: 'visitor',
        author: null,
        body,
        at: sentAt.toISOString(),
        ack: 1,
        media: media ? await shownMedia(media, scope) : null,
        deleted: false,
      };
      publishToVisitor(publicId, message, scope);
      return message;
    }
    const recent = (await inbox.history(connectionId, from, { limit: 200 })).find((one) => one.id === result.messageId);
    if (recent) return shown(recent, publicId, scope);
    return {
      id,
      n: result.messageId,
      from: 'visitor',
      author: null,
      body,
      at: sentAt.toISOString(),
      ack: 1,
      media: null,
      deleted: false,
    };
  } catch (error) {
    // After a lost database connection nobody knows if the message was stored: its file must exist if it was.
    mayBeStored = error instanceof AppError && error.status >= 500;
    throw error;
  } finally {
    // The first attempt stored these bytes already, or no stored message refers to them.
    if (stored && !mayBeStored) await scope.storage.remove(stored.path);
  }
};
