import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, type Scope } from '@balcao/sdk/server';
import { channelInbox, type ChannelInbox, type InboundMessage } from '@balcao/connections/contract';
import { groupIdentity, identityOf } from '../identity.ts';
import type { Arrived, ArrivedMessage, Picture, ToServer } from '../connection/worker-protocol.ts';

/**
 * Stores a received file. Returns undefined while the disk is full: the message then arrives with a notice in place of
 * the file, which the phone still has.
 */
const storeFile = async (picture: Picture, scope: Scope): Promise<InboundMessage['media'] | undefined> => {
  const { file, name, mime, type } = picture;
  const stored = await scope.storage.store({ name, mime, body: createReadStream(file) }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_DISK_FULL') return undefined;
    throw error;
  });
  return stored && { type, path: stored.path, name, mime, size: stored.size || (await stat(file)).size };
};

/** Deletes a received file with the folder that the worker made for it alone. */
export const discard = ({ file }: Picture): Promise<void> => rm(dirname(file), { recursive: true, force: true });

/**
 * Returns the person a message belongs to: in a group its author, elsewhere the other side of the chat, also for
 * messages that the company wrote.
 */
const personOf = ({ chat, from, group }: Arrived) => (group ? from : chat);

const bodyOf = ({ body, missing }: Pick<ArrivedMessage, 'body' | 'missing'>, scope: Scope): string => {
  if (missing === undefined) return body;
  const notice = scope.t(`missing.${missing}`);
  return body === '' ? notice : `${body}\n${notice}`;
};

export const asInbound = async (message: ArrivedMessage, scope: Scope): Promise<InboundMessage | undefined> => {
  const person = personOf(message);
  const identity = identityOf(person);
  if (!identity) return undefined;
  const { id, group, name, at, fromMe, quotedId, isForwarded, data, choice } = message;
  const media = message.media && (await storeFile(message.media, scope));
  const missing = message.media && !media ? 'media' : message.missing;
  return {
    externalId: id,
    from: identity,
    name: fromMe ? '' : name,
    ...(person.phone !== undefined && { number: person.phone }),
    body: bodyOf({ body: message.body, ...(missing && { missing }) }, scope),
    sentAt: new Date(at),
    ...(media && { media }),
    ...(quotedId && { quotedExternalId: quotedId }),
    ...(isForwarded && { isForwarded }),
    ...(data && { data }),
    ...(choice && { choice }),
    ...(fromMe && { fromMe: true }),
    ...(group && { group: { identity: groupIdentity(group.id), name: group.name } }),
  };
};

const storeMessage = async (inbox: ChannelInbox, connectionId: number, message: ArrivedMessage, scope: Scope) => {
  try {
    const inbound = await asInbound(message, scope);
    if (inbound) await inbox.message(connectionId, inbound);
    // Deleted only now: if the message cannot be stored, the worker delivers it again and needs the file.
    if (message.media) await discard(message.media);
  } catch (error) {
    scope.log.warn(
      { connection: connectionId, code: (error as { code?: unknown }).code },
      'message could not be stored yet',
    );
    throw error;
  }
};

type InboundRequest = Extract<ToServer, { do: 'message' | 'reaction' | 'edit' | 'revoke' | 'ack' | 'presence' }>;

/** Stores what a connection received. Resolves when it is stored. */
export const receive = async (connectionId: number, request: InboundRequest, scope: Scope): Promise<void> => {
  const inbox = scope.use(channelInbox);
  if (request.do === 'message') return storeMessage(inbox, connectionId, request.message, scope);
  if (request.do === 'ack') return inbox.ack(connectionId, request.id, request.ack);
  if (request.do === 'presence') {
    const from = identityOf(request.from);
    if (from) await inbox.presence(connectionId, from, request.state);
    return undefined;
  }
  const { by, target } = request;
  if (request.do === 'revoke') return inbox.deleted(connectionId, target);
  if (request.do === 'edit')
    return inbox.edited(connectionId, target, { body: request.body, editedAt: new Date(by.at) });
  const from = identityOf(by.from);
  if (!from) return undefined;
  return inbox.reaction(connectionId, target, {
    emoji: request.emoji,
    from,
    at: new Date(by.at),
    ...(by.group && { name: by.name }),
    ...(by.fromMe && { fromMe: true }),
  });
};
