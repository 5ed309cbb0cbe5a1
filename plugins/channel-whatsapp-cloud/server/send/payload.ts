import {
  splitText,
  type Identity,
  type MediaType,
  type OutboundMenu,
  type OutboundMessage,
  type TextLimit,
} from '@balcao/connections/contract';

const megabyte = 1024 * 1024;
/** Longer texts are sent as several messages. */
export const textLimit: TextLimit = { max: 4096, unit: 'characters' };
const longestCaption = 1024;

/** Media types that Meta displays natively, with their limits in bytes; everything else is sent as a document. */
const nativeTypes: Readonly<Record<string, readonly [MediaType, number]>> = {
  'image/jpeg': ['image', 5 * megabyte],
  'image/png': ['image', 5 * megabyte],
  'audio/aac': ['audio', 16 * megabyte],
  'audio/amr': ['audio', 16 * megabyte],
  'audio/mpeg': ['audio', 16 * megabyte],
  'audio/mp4': ['audio', 16 * megabyte],
  'audio/ogg': ['audio', 16 * megabyte],
  'video/mp4': ['video', 16 * megabyte],
  'video/3gpp': ['video', 16 * megabyte],
};
export const maxBytes = 100 * megabyte;

type Media = NonNullable<OutboundMessage['media']>;

/** Returns the kind as which a file is sent: a photo that is too large for one is sent as a document. */
export const kindOf = ({ type, mime, size }: Pick<Media, 'type' | 'mime' | 'size'>): MediaType => {
  if (type === 'sticker' && mime === 'image/webp' && size <= 500 * 1024) return 'sticker';
  const [kind, maxLength] = nativeTypes[mime.split(';')[0] ?? ''] ?? ['document', maxBytes];
  return size <= maxLength ? kind : 'document';
};

/** Returns the recipient, by number, or by the id of a person whose number is hidden. */
export const recipient = ({ kind, value }: Identity): object => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...(kind === 'bsuid' ? { recipient: value } : { to: value }),
});

const texts = (body: string): object[] =>
  splitText(body, textLimit).map((text) => ({
    type: 'text',
    text: { body: text, preview_url: /https?:\/\//.test(text) },
  }));

const cut = (text: string, maxLength: number): string => {
  const signs = [...text.trim()];
  return signs.length <= maxLength ? signs.join('') : `${signs.slice(0, maxLength - 1).join('')}…`;
};

export const maxButtons = 3;
/** Limit of rows in a list. */
export const maxOptions = 10;

/** Up to three choices are buttons, more are a list that opens. */
export const menuPayload = ({ text, options }: OutboundMenu, listButton: string): object => {
  const body = { text: cut(text, longestCaption) };
  if (options.length <= maxButtons) {
    const buttons = options.map(({ id, title }) => ({ type: 'reply', reply: { id, title: cut(title, 20) } }));
    return { type: 'interactive', interactive: { type: 'button', body, action: { buttons } } };
  }
  const rows = options.map(({ id, title }) => ({
    id,
    title: cut(title, 24),
    // A title that is truncated is repeated in full below.
    ...([...title].length > 24 && { description: cut(title, 72) }),
  }));
  const action = { button: cut(listButton, 20), sections: [{ rows }] };
  return { type: 'interactive', interactive: { type: 'list', body, action } };
};

/**
 * Splits a message into the parts that Meta accepts: text that is too long for a caption, or for one message, follows.
 */
export const partsOf = (
  message: Pick<OutboundMessage, 'body' | 'media' | 'menu'>,
  mediaId: string | undefined,
  listButton: string,
): object[] => {
  const { body, media, menu } = message;
  if (menu && menu.options.length > 0 && menu.options.length <= maxOptions) return [menuPayload(menu, listButton)];
  if (!media || mediaId === undefined) return texts(body);
  const type = kindOf(media);
  const takesCaption = type !== 'audio' && type !== 'sticker' && body !== '' && body.length <= longestCaption;
  const file = {
    id: mediaId,
    ...(takesCaption && { caption: body }),
    ...(type === 'document' && { filename: media.name }),
  };
  return [{ type, [type]: file }, ...(takesCaption ? [] : texts(body))];
};
