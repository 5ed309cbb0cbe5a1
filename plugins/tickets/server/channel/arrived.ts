import { invalid, type Scope } from '@balcao/sdk/server';
import type { InboundMessage, Media } from '@balcao/connections/contract';
import { filesOf, storable } from '../message/files.ts';
import { readInboundData } from '../message/kinds/read-data.ts';
import { originOf } from '../message/origin.ts';
import { subjectOf } from '../message/subject.ts';

/** A message as `tickets.receive_batch` takes it, without its `place` in the batch. */
export interface Arrived {
  connection: number;
  external: string;
  channel: string;
  scope: string;
  kind: string;
  value: string;
  name: string;
  number: string | null;
  picture: string | null;
  body: string;
  sent_at: string;
  from_me: boolean;
  media: Media | null;
  quoted: string | null;
  participant: string | null;
  data: object | null;
  choice: string | null;
  forwarded: boolean;
  subject: string | null;
  context: object | null;
  referral: object | null;
  files: readonly Media[] | null;
  email: string | null;
  /** The message may be an answer to a pending rating question. */
  rates: boolean;
}

// PostgreSQL text cannot hold NUL or unpaired surrogates, and a message must not be lost because of one.
const text = (value: string): string => value.replaceAll('\0', '').toWellFormed();
const maybe = (value: string | undefined): string | null => (value === undefined ? null : text(value));

/** Ids are refused instead of cleaned: two ids that differ only in removed characters would become one. */
const idOf = (field: string, value: string): string => {
  if (value.includes('\0')) throw invalid({ [field]: 'ERR_INVALID_VALUE' });
  return value.toWellFormed();
};

/** True for years that PostgreSQL and ISO 8601 write alike. */
const isWritable = (at: Date): boolean => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999;

/** Returns the author’s name: of a member in a group, and of the company’s own message if the provider reports it. */
export const participantOf = ({ author, from, fromMe, group, name, number }: InboundMessage): string | null => {
  if (fromMe) return maybe(author)?.slice(0, 100).toWellFormed() || null;
  return group ? text(name || number || from.value) : null;
};

/** Returns the storable form of a message. ERR_VALIDATION (400) when nothing of it could be stored. */
export const arrivedOf = (scope: Scope, connectionId: number, message: InboundMessage): Arrived => {
  const { externalId, sentAt, fromMe = false, group } = message;
  if (externalId === '') throw invalid({ externalId: 'Required' });
  // In a group the conversation belongs to the group; the sender is named on the message.
  const { channel, scope: within, kind, value } = group?.identity ?? message.from;
  const [media, ...further] = filesOf(message);
  const data = readInboundData(scope, message, media !== undefined);
  const asksRating = scope.settings.get('userRating') === 'enabled';
  const { context, referral } = originOf(message);
  const isPlain = !media && !message.data && !group && !fromMe && !context?.isPublic && isWritable(sentAt);
  return {
    connection: connectionId,
    external: idOf('externalId', externalId),
    channel,
    scope: text(within),
    kind,
    value: idOf('from', value),
    name: text(group?.name ?? (fromMe ? '' : message.name)),
    number: group ? null : maybe(message.number),
    picture: group ? null : maybe(message.picture),
    body: text(message.body) || (data?.words ?? ''),
    sent_at: (isWritable(sentAt) ? sentAt : new Date()).toISOString(),
    from_me: fromMe,
    media: media ? storable(media) : null,
    quoted: maybe(message.quotedExternalId),
    participant: participantOf(message),
    data: data?.data ?? null,
    choice: maybe(message.choice)?.slice(0, 200).toWellFormed() || null,
    forwarded: message.isForwarded === true,
    subject: subjectOf(message.subject) ?? null,
    context,
    referral,
    files: further.length > 0 ? further.map(storable) : null,
    email: (!fromMe && !group && maybe(message.email)) || null,
    rates: asksRating && isPlain,
  };
};

/** Returns the key of the sender, whose messages are stored in order. */
export const senderOf = ({ connection, channel, scope, kind, value }: Arrived): string =>
  JSON.stringify([connection, channel, scope, kind, value]);
