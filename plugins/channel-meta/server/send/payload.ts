import { splitText, type OutboundMenu, type OutboundMessage, type TextLimit } from '@balcao/connections/contract';
import type { MetaChannel } from '../../contract.ts';
import type { AttachmentReference } from '../media/upload.ts';

/** Meta’s limit of quick replies. */
export const maxOptions = 13;

/** Meta counts bytes on Instagram and characters on Messenger. */
export const textLimits: Readonly<Record<MetaChannel, TextLimit>> = {
  facebook: { max: 2000, unit: 'characters' },
  instagram: { max: 1000, unit: 'bytes' },
};

/** One request: a text, a menu, or an uploaded file. */
export type Part = { text: string; menu?: OutboundMenu } | { file: number };

const cut = (title: string): string => {
  const signs = [...title.trim()];
  return signs.length <= 20 ? signs.join('') : `${signs.slice(0, 19).join('')}…`;
};

/**
 * Splits a message into the requests that Meta accepts: files first, each by itself, then the text. Tappable options
 * vanish after a tap and are not shown on every device, so their text keeps the numbers.
 */
export const partsOf = (
  { body, menu }: Pick<OutboundMessage, 'body' | 'menu'>,
  channel: MetaChannel,
  files: number,
): Part[] => {
  const texts = splitText(body, textLimits[channel]).map((text): Part => ({ text }));
  const last = texts.at(-1);
  if (menu && menu.options.length > 0 && menu.options.length <= maxOptions && last && 'text' in last) last.menu = menu;
  return [...Array.from({ length: files }, (_, file): Part => ({ file })), ...texts];
};

/** Returns the `message` of a request. */
export const messageOf = (part: Part, metadata: string, attachment: AttachmentReference | undefined): object => {
  if ('file' in part) {
    const payload = attachment && ('id' in attachment ? { attachment_id: attachment.id } : { url: attachment.url });
    return { attachment: { type: attachment?.kind, payload }, metadata };
  }
  const options = part.menu?.options.map(({ id, title }) => ({ content_type: 'text', title: cut(title), payload: id }));
  return { text: part.text, metadata, ...(options && { quick_replies: options }) };
};

/** Within the window a message is a response; after it only a person’s may go out, marked as such. */
export const typing = ({ outsideWindow }: Pick<OutboundMessage, 'outsideWindow'>): object =>
  outsideWindow ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' } : { messaging_type: 'RESPONSE' };
