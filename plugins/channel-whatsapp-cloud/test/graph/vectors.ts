import type { SimulatedNumber } from './state.ts';

/** A customer’s message, or one that the company wrote on its phone. */
export interface Written {
  /** The number, or the id of a person whose number is hidden. */
  customer: string;
  contact: object;
  message: Record<string, unknown>;
  isEcho?: boolean;
}
export type Body = { type: string } & Record<string, unknown>;
export interface WireStatus {
  id: string;
  status: string;
  timestamp: string;
  recipient_id?: string;
  biz_opaque_callback_data?: string;
  errors?: object[];
}

let count = 0;
export const wamid = (): string => {
  count += 1;
  return `wamid.HBgN${Buffer.from(`${process.pid}-${Date.now()}-${count}`).toString('base64url')}`;
};
const seconds = (at: Date): string => String(Math.floor(at.getTime() / 1000));

interface More {
  id?: string;
  at?: Date;
  name?: string;
  /** The message that it replies to. */
  answers?: string;
}

/** A message of a person with a number. */
export const written = (
  _line: SimulatedNumber,
  number: string,
  body: Body,
  { id = wamid(), at = new Date(), name, answers }: More = {},
): Written => ({
  customer: number,
  contact: { profile: { name: name ?? `Cliente ${number.slice(-4)}` }, wa_id: number },
  message: {
    from: number,
    id,
    timestamp: seconds(at),
    ...body,
    ...(answers && { context: { from: '0', id: answers } }),
  },
});

/** A message of a person with a username: no number, only Meta’s id. */
export const writtenByUsername = (
  userId: string,
  username: string,
  body: Body,
  { id = wamid(), at = new Date(), name }: More = {},
): Written => ({
  customer: userId,
  contact: { profile: { username, ...(name && { name }) }, user_id: userId },
  message: { from_user_id: userId, id, timestamp: seconds(at), ...body },
});

/** A message that the company wrote on the phone with the same number. */
export const echoed = (to: string, body: Body, { id = wamid(), at = new Date() }: More = {}): Written => ({
  customer: to,
  contact: {},
  message: { from: '0', to, id, timestamp: seconds(at), ...body },
  isEcho: true,
});

/** The first message of a person who tapped an ad or a post. */
export const fromAd = (body: Body, more: object = {}): Body => ({
  ...body,
  referral: {
    source_url: 'https://fb.me/2ZQ1yPXAu',
    source_id: '120210000000000001',
    source_type: 'ad',
    headline: 'Consulta sem compromisso',
    body: 'Fale com um advogado hoje.',
    media_type: 'image',
    image_url: 'https://scontent.xx.fbcdn.net/v/t45.1.jpg',
    ctwa_clid: 'ARAkLkA8rmlFeiCktEJQ-QTwRiyYHAFDLMNDBH0CD3qpjd0HR4irJ6LEkR7JwFF4XvnO2E4Nx0',
    ...more,
  },
});

export const text = (body: string): Body => ({ type: 'text', text: { body } });
export const media = (type: string, id: string, mime: string, more: object = {}): Body => ({
  type,
  [type]: { id, mime_type: mime, sha256: 'S3VsSGFz', ...more },
});
export const location = (more: object = {}): Body => ({
  type: 'location',
  location: { latitude: -23.5614, longitude: -46.6559, ...more },
});
export const contacts = (name: string, phone: string): Body => ({
  type: 'contacts',
  contacts: [
    {
      name: { formatted_name: name, first_name: name },
      phones: [{ phone, wa_id: phone.replace(/\D/g, ''), type: 'CELL' }],
    },
  ],
});
export const reaction = (messageId: string, emoji?: string): Body => ({
  type: 'reaction',
  reaction: { message_id: messageId, ...(emoji !== undefined && { emoji }) },
});
export const buttonReply = (id: string, title: string): Body => ({
  type: 'interactive',
  interactive: { type: 'button_reply', button_reply: { id, title } },
});
export const listReply = (id: string, title: string, description?: string): Body => ({
  type: 'interactive',
  interactive: { type: 'list_reply', list_reply: { id, title, ...(description && { description }) } },
});
export const formReply = (answers: object): Body => ({
  type: 'interactive',
  interactive: {
    type: 'nfm_reply',
    nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify({ flow_token: 'x', ...answers }) },
  },
});
/** Seen in real calls: a tap without the tapped choice. */
export const emptyInteractive = (): Body => ({ type: 'interactive' });
export const templateButton = (payload: string, words: string): Body => ({
  type: 'button',
  button: { payload, text: words },
});
export const edit = (messageId: string, body: string): Body => ({
  type: 'edit',
  edit: { original_message_id: messageId, message: { type: 'text', text: { body } } },
});
export const revoke = (messageId: string): Body => ({ type: 'revoke', revoke: { original_message_id: messageId } });
export const numberChanged = (from: string, to: string): Body => ({
  type: 'system',
  system: { body: `User Helena changed from ${from} to ${to}`, wa_id: to, type: 'user_changed_number' },
});
export const unsupported = (): Body => ({
  type: 'unsupported',
  errors: [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }],
});
export const order = (): Body => ({
  type: 'order',
  order: {
    catalog_id: '194836987003835',
    text: 'Entregar à tarde',
    product_items: [
      { product_retailer_id: 'ROSA-12', quantity: '2', item_price: '49.9', currency: 'BRL' },
      { product_retailer_id: 'CARTAO', quantity: '1', item_price: '5', currency: 'BRL' },
    ],
  },
});

export const status = (
  id: string,
  how: 'sent' | 'delivered' | 'read' | 'played' | 'failed',
  more: Partial<WireStatus> = {},
): WireStatus => ({ id, status: how, timestamp: seconds(new Date()), recipient_id: '5511970010001', ...more });

const metadata = ({ displayNumber, phoneNumberId }: SimulatedNumber): object => ({
  display_phone_number: displayNumber.replace(/\D/g, ''),
  phone_number_id: phoneNumberId,
});

/** The body of one call. */
export const envelope = (
  line: SimulatedNumber,
  { messages = [], statuses = [] }: { messages?: readonly Written[]; statuses?: readonly WireStatus[] },
): object => {
  const product = { messaging_product: 'whatsapp', metadata: metadata(line) };
  const echoes = messages.filter(({ isEcho }) => isEcho);
  const others = messages.filter(({ isEcho }) => !isEcho);
  const changes: object[] = [];
  if (others.length > 0 || statuses.length > 0)
    changes.push({
      field: 'messages',
      value: {
        ...product,
        ...(others.length > 0 && {
          contacts: others.map(({ contact }) => contact),
          messages: others.map(({ message }) => message),
        }),
        ...(statuses.length > 0 && { statuses }),
      },
    });
  if (echoes.length > 0)
    changes.push({
      field: 'smb_message_echoes',
      value: { ...product, message_echoes: echoes.map(({ message }) => message) },
    });
  return { object: 'whatsapp_business_account', entry: [{ id: line.wabaId, changes }] };
};

/** A change of the account, as `user_preferences`. */
export const change = (line: SimulatedNumber, field: string, value: object): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: line.wabaId,
      changes: [{ field, value: { messaging_product: 'whatsapp', metadata: metadata(line), ...value } }],
    },
  ],
});

/** Meta approved or refused a template. */
export const templateStatus = (
  line: SimulatedNumber,
  name: string,
  language: string,
  event: string,
  reason = 'NONE',
): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: line.wabaId,
      changes: [
        {
          field: 'message_template_status_update',
          value: {
            event,
            message_template_id: 1,
            message_template_name: name,
            message_template_language: language,
            reason,
          },
        },
      ],
    },
  ],
});
