/** Bodies of events, as Meta documents them. */
import { randomBytes } from 'node:crypto';

export interface WireEvent {
  sender: { id: string };
  recipient: { id: string };
  timestamp: number | string;
  message?: Record<string, unknown>;
  postback?: Record<string, unknown>;
  [field: string]: unknown;
}
export interface WireEntry {
  id: string;
  time: number;
  messaging?: WireEvent[];
  standby?: WireEvent[];
  changes?: object[];
}

export const newMid = (): string => `m_${randomBytes(10).toString('base64url')}`;

export const entry = (id: string, messaging: WireEvent[]): WireEntry => ({ id, time: Date.now(), messaging });

type Message = Record<string, unknown>;
export interface WrittenHow {
  mid?: string;
  at?: Date;
}

/** An event of a customer. */
export const event = (from: string, account: string, content: object, at = new Date()): WireEvent => ({
  sender: { id: from },
  recipient: { id: account },
  timestamp: at.getTime(),
  ...content,
});
/** A message of a customer. */
export const written = (
  from: string,
  account: string,
  message: Message,
  { mid = newMid(), at = new Date() }: WrittenHow = {},
): WireEvent => event(from, account, { message: { mid, ...message } }, at);
/** A message that the account sent, from whatever app. */
export const echoed = (
  to: string,
  account: string,
  message: Message,
  { mid = newMid(), at = new Date() }: WrittenHow = {},
): WireEvent => event(account, to, { message: { mid, is_echo: true, ...message } }, at);

export const text = (body: string): Message => ({ text: body });
export const attached = (
  ...attachments: { type: string; payload?: object; title?: string; url?: string }[]
): Message => ({ attachments });
export const reaction = (mid: string, emoji: string): object =>
  emoji === ''
    ? { reaction: { mid, action: 'unreact' } }
    : { reaction: { mid, action: 'react', reaction: 'other', emoji } };

/** A comment as the field `feed` of a page reports it. */
export interface PageComment {
  id: string;
  postId: string;
  parentId: string;
  person: string;
  name?: string;
  text: string;
  verb?: 'add' | 'edited' | 'remove' | 'hide' | 'unhide';
  writtenAt: number;
}
const changed = (account: string, change: object): WireEntry => ({
  id: account,
  time: Math.floor(Date.now() / 1000),
  changes: [change],
});
export const feedComment = (account: string, { verb = 'add', ...one }: PageComment): WireEntry =>
  changed(account, {
    field: 'feed',
    value: {
      item: 'comment',
      verb,
      comment_id: one.id,
      post_id: one.postId,
      parent_id: one.parentId || one.postId,
      from: { id: one.person, name: one.name ?? 'Thaís Ribeiro' },
      message: one.text,
      created_time: Math.floor(one.writtenAt / 1000),
    },
  });
/** A comment as Instagram reports it: without a time of its own. */
export const instagramComment = (
  account: string,
  one: Omit<PageComment, 'verb' | 'writtenAt'> & { field?: 'comments' | 'live_comments'; adId?: string },
): WireEntry =>
  changed(account, {
    field: one.field ?? 'comments',
    value: {
      id: one.id,
      ...(one.parentId && { parent_id: one.parentId }),
      from: { id: one.person, username: one.name ?? 'thais.ribeiro' },
      text: one.text,
      media: { id: one.postId, media_product_type: 'FEED', ...(one.adId && { ad_id: one.adId, ad_title: 'Mutirão' }) },
    },
  });
