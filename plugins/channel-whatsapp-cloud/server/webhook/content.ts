import { z, type Scope } from '@balcao/sdk/server';
import type { MediaType, MessageData } from '@balcao/connections/contract';
import type { WireMessage } from './envelope.ts';

/** A file that is still at Meta. */
export interface WaitingMedia {
  id: string;
  type: MediaType;
  name: string;
  mime: string;
}
export interface TextContent {
  kind: 'said';
  body: string;
  data?: MessageData;
  media?: WaitingMedia;
  choice?: string;
}
/** The content of one of Meta’s messages. */
export type Content =
  | TextContent
  | { kind: 'reaction'; to: string; emoji: string }
  | { kind: 'edited'; of: string; body: string }
  | { kind: 'deleted'; of: string };

const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const maybe = text.optional().catch(undefined);
const some = text.catch('');

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
};

const file = z.object({ id: z.string().min(1).max(300), mime_type: some, caption: some, filename: some });

const textContent = (body: string, more: Omit<TextContent, 'kind' | 'body'> = {}): TextContent => ({
  kind: 'said',
  body,
  ...more,
});

type Reader = (value: unknown, scope: Scope) => Content | undefined;
const reader =
  <S extends z.ZodType>(schema: S, make: (value: z.output<S>, scope: Scope) => Content): Reader =>
  (value, scope) => {
    const read = schema.safeParse(value);
    return read.success ? make(read.data, scope) : undefined;
  };

const media = (type: MediaType): Reader =>
  reader(file, ({ id, mime_type, caption, filename }, scope) => {
    const mime = mime_type.split(';')[0]?.trim() ?? '';
    const extension = extensions[mime];
    const name = filename || `${scope.t(`file.${type}`)}${extension === undefined ? '' : `.${extension}`}`;
    return textContent(caption, { media: { id, type, name: name.slice(0, 200), mime } });
  });

const location = reader(
  z.object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: maybe,
    address: maybe,
  }),
  ({ latitude, longitude, name, address }) =>
    textContent('', {
      data: {
        kind: 'location',
        latitude,
        longitude,
        ...(name && { name: name.slice(0, 500) }),
        ...(address && { address: address.slice(0, 1000) }),
      },
    }),
);

const card = z.object({
  name: z.object({ formatted_name: some, first_name: some }).catch({ formatted_name: '', first_name: '' }),
  phones: z.array(z.object({ phone: some, wa_id: some })).catch([]),
});
const cards = reader(z.array(card).min(1), (list) =>
  textContent('', {
    data: {
      kind: 'contacts',
      contacts: list.slice(0, 200).map(({ name, phones }) => ({
        name: (name.formatted_name || name.first_name).slice(0, 200),
        numbers: phones
          .map(({ phone, wa_id }) => (phone || wa_id).slice(0, 50))
          .filter((number) => number !== '')
          .slice(0, 20),
      })),
    },
  }),
);

const tapped = z.object({ id: text, title: some, description: some });
const flowAnswer = z.object({ name: some, body: some, response_json: some });

/** Returns the answers of a WhatsApp form, line by line. */
const filled = (json: string): string => {
  try {
    const values = z.record(z.string(), z.unknown()).parse(JSON.parse(json));
    return Object.entries(values)
      .filter(([name]) => name !== 'flow_token')
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n');
  } catch {
    return '';
  }
};

const interactive = reader(
  z.object({
    button_reply: tapped.optional().catch(undefined),
    list_reply: tapped.optional().catch(undefined),
    nfm_reply: flowAnswer.optional().catch(undefined),
  }),
  ({ button_reply, list_reply, nfm_reply }, scope) => {
    const option = button_reply ?? list_reply;
    if (option) {
      const body = option.description ? `${option.title}\n${option.description}` : option.title;
      return textContent(body || option.id, { choice: option.id });
    }
    if (nfm_reply) {
      const lines = filled(nfm_reply.response_json);
      return textContent([scope.t('inbound.form'), lines || nfm_reply.body].filter(Boolean).join('\n'));
    }
    return textContent(scope.t('inbound.emptyChoice'));
  },
);

const item = z.object({
  product_retailer_id: some,
  quantity: z.coerce.number().catch(1),
  item_price: z.coerce.number().optional().catch(undefined),
  currency: some,
});
const order = reader(
  z.object({ text: some, product_items: z.array(item).catch([]) }),
  ({ text: words, product_items }, scope) => {
    const lines = product_items.map(({ product_retailer_id, quantity, item_price, currency }) => {
      const price = item_price === undefined ? '' : ` (${currency} ${item_price.toFixed(2)})`.replace('( ', '(');
      return `${quantity} × ${product_retailer_id}${price}`;
    });
    return textContent([scope.t('inbound.order'), ...lines, words].filter(Boolean).join('\n'));
  },
);

/** Meta’s own text contains numbers, which not everybody may see, so it is worded here. */
const system = reader(z.object({ type: some }), ({ type }, scope) =>
  textContent(scope.t(/number|user_id/.test(type) ? 'inbound.numberChanged' : 'inbound.system')),
);

const readers: Readonly<Record<string, Reader>> = {
  text: reader(z.object({ body: text }), ({ body }) => textContent(body)),
  image: media('image'),
  video: media('video'),
  audio: media('audio'),
  voice: media('audio'),
  document: media('document'),
  sticker: media('sticker'),
  location,
  contacts: cards,
  reaction: reader(z.object({ message_id: z.string().min(1), emoji: some }), ({ message_id, emoji }) => ({
    kind: 'reaction',
    to: message_id,
    emoji,
  })),
  button: reader(z.object({ text: some, payload: some }), ({ text: words, payload }) =>
    textContent(words || payload, payload ? { choice: payload } : {}),
  ),
  interactive,
  order,
  system,
  edit: reader(
    z.object({
      original_message_id: z.string().min(1),
      message: z.looseObject({
        text: z.object({ body: some }).optional().catch(undefined),
        image: z.object({ caption: some }).optional().catch(undefined),
        video: z.object({ caption: some }).optional().catch(undefined),
        document: z.object({ caption: some }).optional().catch(undefined),
      }),
    }),
    ({ original_message_id, message }) => ({
      kind: 'edited',
      of: original_message_id,
      body: message.text?.body ?? message.image?.caption ?? message.video?.caption ?? message.document?.caption ?? '',
    }),
  ),
  revoke: reader(z.object({ original_message_id: z.string().min(1) }), ({ original_message_id }) => ({
    kind: 'deleted',
    of: original_message_id,
  })),
};

/** Returns the content of one of Meta’s messages. An unknown kind becomes a text that says so, and is not lost. */
export const contentOf = (message: WireMessage, scope: Scope): Content => {
  const { type } = message;
  const known = Object.hasOwn(readers, type) ? readers[type]?.(message[type], scope) : undefined;
  if (known) return known;
  // Real calls include taps without the tapped choice.
  if (type === 'interactive') return textContent(scope.t('inbound.emptyChoice'));
  return textContent(scope.t('inbound.unsupported'));
};
