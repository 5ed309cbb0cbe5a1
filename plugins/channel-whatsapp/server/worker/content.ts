import { normalizeMessageContent, proto, type WAMessageContent } from 'baileys';
import type { MediaType, MessageData } from '@balcao/connections/contract';

type Content = proto.IMessage;

/** A file as a message describes it. */
export interface Announced {
  type: MediaType;
  content: { mediaKey?: Uint8Array | null; directPath?: string | null; url?: string | null };
  mime: string;
  name: string;
}

export type MessageContent =
  | {
      is: 'message';
      body: string;
      media?: Announced;
      data?: MessageData;
      quotedId?: string;
      isForwarded?: boolean;
      choice?: string;
      missing?: 'kind';
    }
  | { is: 'reaction'; target: string; emoji: string }
  | { is: 'edit'; target: string; body: string }
  | { is: 'revoke'; target: string }
  /** Between the devices, or of no meaning to people. */
  | { is: 'nothing' };

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'application/pdf': 'pdf',
};
const nameFor = (type: MediaType, mime: string): string => `${type}.${endings[mime] ?? mime.split('/')[1] ?? 'bin'}`;
const plainMime = (mime: string | null | undefined, otherwise: string): string =>
  (mime ?? otherwise).split(';')[0]?.trim() || otherwise;

const announced = (content: Content): { media: Announced; caption: string } | undefined => {
  const of = (type: MediaType, part: Announced['content'] & { mimetype?: string | null }, otherwise: string) => {
    const mime = plainMime(part.mimetype, otherwise);
    return { type, content: part, mime, name: nameFor(type, mime) };
  };
  const { imageMessage, audioMessage, documentMessage, stickerMessage } = content;
  const videoMessage = content.videoMessage ?? content.ptvMessage;
  if (imageMessage) return { media: of('image', imageMessage, 'image/jpeg'), caption: imageMessage.caption ?? '' };
  if (videoMessage) return { media: of('video', videoMessage, 'video/mp4'), caption: videoMessage.caption ?? '' };
  if (audioMessage) return { media: of('audio', audioMessage, 'audio/ogg'), caption: '' };
  if (stickerMessage) return { media: of('sticker', stickerMessage, 'image/webp'), caption: '' };
  if (documentMessage) {
    const media = of('document', documentMessage, 'application/octet-stream');
    const { fileName, caption } = documentMessage;
    return { media: { ...media, name: fileName || media.name }, caption: caption ?? '' };
  }
  return undefined;
};

/** Returns name and numbers of one contact card. */
const card = (displayName: string | null | undefined, vcard: string | null | undefined) => {
  const lines = (vcard ?? '').split(/\r?\n/);
  const full = lines
    .find((line) => line.startsWith('FN'))
    ?.split(':')
    .slice(1)
    .join(':');
  const numbers = lines
    .filter((line) => /^(item\d+\.)?TEL/i.test(line))
    .map((line) => /waid=(\d+)/.exec(line)?.[1] ?? line.slice(line.lastIndexOf(':') + 1).replace(/[^\d+]/g, ''))
    .filter((number) => number !== '');
  return { name: displayName || full || numbers[0] || '', numbers };
};

const dataOf = ({ locationMessage, liveLocationMessage, contactMessage, contactsArrayMessage }: Content) => {
  const place = locationMessage ?? liveLocationMessage;
  if (place) {
    const { degreesLatitude, degreesLongitude } = place;
    const { name, address } = locationMessage ?? {};
    return {
      kind: 'location',
      latitude: degreesLatitude ?? 0,
      longitude: degreesLongitude ?? 0,
      ...(name && { name }),
      ...(address && { address }),
    } satisfies MessageData;
  }
  const cards = contactsArrayMessage?.contacts ?? (contactMessage ? [contactMessage] : []);
  if (cards.length === 0) return undefined;
  return {
    kind: 'contacts',
    contacts: cards.map(({ displayName, vcard }) => card(displayName, vcard)),
  } satisfies MessageData;
};

const choiceOf = (content: Content): { body: string; choice: string } | undefined => {
  const { buttonsResponseMessage: button, listResponseMessage: list, templateButtonReplyMessage: template } = content;
  if (button) return { body: button.selectedDisplayText ?? '', choice: button.selectedButtonId ?? '' };
  if (list) return { body: list.title ?? '', choice: list.singleSelectReply?.selectedRowId ?? '' };
  if (template) return { body: template.selectedDisplayText ?? '', choice: template.selectedId ?? '' };
  return undefined;
};

export const textOf = (content: Content | null | undefined): string => {
  const inner = normalizeMessageContent(content ?? undefined);
  return inner?.conversation || inner?.extendedTextMessage?.text || (inner && announced(inner)?.caption) || '';
};

const contextOf = (content: Content): proto.IContextInfo | undefined => {
  for (const part of Object.values(content) as unknown[]) {
    if (typeof part !== 'object' || part === null || !('contextInfo' in part)) continue;
    const { contextInfo } = part as { contextInfo?: proto.IContextInfo | null };
    if (contextInfo) return contextInfo;
  }
  return undefined;
};

const ofProtocol = ({ type, key, editedMessage }: proto.Message.IProtocolMessage): MessageContent => {
  const { Type } = proto.Message.ProtocolMessage;
  const target = key?.id ?? '';
  if (target === '') return { is: 'nothing' };
  // Deletion is 0, which is not serialised.
  if ((type ?? Type.REVOKE) === Type.REVOKE) return { is: 'revoke', target };
  return type === Type.MESSAGE_EDIT ? { is: 'edit', target, body: textOf(editedMessage) } : { is: 'nothing' };
};

/** Parts that accompany others, or are exchanged between devices only. */
const ignoredParts = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'deviceSentMessage',
  'encReactionMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
]);

/** Returns the content of a message, unwrapped. */
export const contentOf = (message: WAMessageContent | null | undefined): MessageContent => {
  const content = normalizeMessageContent(message ?? undefined);
  if (!content) return { is: 'nothing' };
  if (content.protocolMessage) return ofProtocol(content.protocolMessage);
  if (content.reactionMessage)
    return { is: 'reaction', target: content.reactionMessage.key?.id ?? '', emoji: content.reactionMessage.text ?? '' };
  const file = announced(content);
  const data = dataOf(content);
  const choice = choiceOf(content);
  const { stanzaId: quotedId, isForwarded } = contextOf(content) ?? {};
  const body = choice?.body ?? file?.caption ?? textOf(content);
  const hasContent = body !== '' || file !== undefined || data !== undefined;
  if (!hasContent && Object.entries(content).every(([part, value]) => !value || ignoredParts.has(part)))
    return { is: 'nothing' };
  return {
    is: 'message',
    body,
    ...(file && { media: file.media }),
    ...(data && { data }),
    ...(quotedId && { quotedId }),
    ...(isForwarded && { isForwarded: true }),
    ...(choice?.choice && { choice: choice.choice }),
    ...(!hasContent && { missing: 'kind' }),
  };
};
