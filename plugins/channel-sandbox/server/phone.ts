import { notFound, sql, type Scope } from '@balcao/sdk/server';
import {
  channelInbox,
  type Identity,
  type Media,
  type MessageData,
  type OutboundMenu,
} from '@balcao/connections/contract';
import { channelId, type PhoneMedia, type PhoneMessage } from '../contract.ts';
import { reactionsTo } from './changes.ts';

export const identityOf = (number: string): Identity => ({
  channel: channelId,
  scope: '',
  kind: 'phone',
  value: number,
});

export const shownMedia = ({ path, name, mime, type }: Media, scope: Scope): PhoneMedia => ({
  url: scope.storage.url(path),
  name,
  mime,
  type,
});

/** The remains of a deleted message. */
export const erased = {
  body: '',
  media: null,
  medias: [],
  data: null,
  menu: null,
  reactions: [],
  isDeleted: true,
} satisfies Partial<PhoneMessage>;

const pageSize = 200;

/**
 * Returns the messages of a phone: sent ones as the product stored them, and received ones as the network stored them.
 */
export const conversation = async (connectionId: number, number: string, scope: Scope): Promise<PhoneMessage[]> => {
  const stored = await scope.use(channelInbox).history(connectionId, identityOf(number), { limit: pageSize });
  const written = stored
    .filter(({ fromMe }) => !fromMe)
    .map(({ externalId, id, body, sentAt, media, medias, data, editedAt, isDeleted }) => ({
      id: externalId ?? String(id),
      body: data ? '' : body,
      fromPhone: true,
      ack: 2,
      at: sentAt.toISOString(),
      media: media ? shownMedia(media, scope) : null,
      ...(medias.length > 1 && { medias: medias.map((one) => shownMedia(one, scope)) }),
      data,
      isEdited: editedAt !== null,
      isDeleted,
    }));
  const rows = await scope.sql.rows<{
    externalId: string;
    body: string;
    ack: number;
    media: Media | null;
    medias: Media[] | null;
    data: MessageData | null;
    menu: OutboundMenu | null;
    receivedAt: Date;
    isEdited: boolean;
    isDeleted: boolean;
  }>(
    sql`select external_id as "externalId", body, ack, media, medias, data, menu, received_at as "receivedAt", edited_at is not null as "isEdited",
               revoked_at is not null as "isDeleted"
          from channel_sandbox.received
         where connection_id = ${connectionId} and number = ${number} order by id desc limit ${pageSize}`,
  );
  // Oldest first, so that those of one millisecond keep their order.
  const received = rows
    .toReversed()
    .map(({ externalId, body, ack, media, medias, data, menu, receivedAt, isEdited, isDeleted }) => ({
      id: externalId,
      body,
      fromPhone: false,
      ack,
      at: receivedAt.toISOString(),
      media: media ? shownMedia(media, scope) : null,
      ...(medias && { medias: medias.map((one) => shownMedia(one, scope)) }),
      data,
      menu,
      isEdited,
      isDeleted,
    }));
  const all = [...written, ...received].toSorted((one, other) => one.at.localeCompare(other.at));
  const reactions = await reactionsTo(
    scope,
    connectionId,
    all.map(({ id }) => id),
  );
  return all.map((message) => ({
    ...message,
    reactions: reactions.get(message.id) ?? [],
    ...(message.isDeleted && erased),
  }));
};

/** Requires a message that this phone wrote: nobody edits another person’s message. */
export const assertOwn = async (connectionId: number, number: string, id: string, scope: Scope): Promise<void> => {
  const stored = await scope.use(channelInbox).history(connectionId, identityOf(number), { limit: pageSize });
  if (!stored.some(({ fromMe, externalId }) => !fromMe && externalId === id)) throw notFound('ERR_NO_MESSAGE_FOUND');
};
