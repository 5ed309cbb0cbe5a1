import type { Scope } from '@balcao/sdk/server';
import { channelInbox, type InboundMessage } from '@balcao/connections/contract';
import { idAtMeta, type Account } from '../account/account.ts';
import type { PlacedComment } from '../comments/comment-store.ts';
import { storeIncoming } from '../media/incoming.ts';
import { identityOf, provisionalName } from '../people/identity.ts';
import type { CallBatch } from './call-batch.ts';
import { contentOf } from './content.ts';
import { isForeignEcho } from './echo.ts';
import { authorOfEcho } from './echo-author.ts';
import type { WireEvent, WireMessage, WireReferral } from './envelope.ts';
import { receiveReceipt } from './receipts.ts';
import { daysOpened, originOf } from './referral.ts';

const dayMs = 86_400_000;

/** The context that the events of one call share. */
export interface Call {
  account: Account;
  /** People with a contact: their names are not replaced by provisional ones. */
  known: ReadonlySet<string>;
  together: CallBatch;
  /** Windows that open for longer than a message does; they are set once the messages are stored. */
  windows: { connectionId: number; person: string; until: Date; account: Account }[];
  /** Comments that are messages now; their ids are stored once all of the call is. */
  placed: PlacedComment[];
  scope: Scope;
}

/** Times in the future are limited to now, or the message would stay below all later ones. */
export const timeOf = ({ timestamp }: Pick<WireEvent, 'timestamp'>): Date =>
  timestamp !== undefined && timestamp > 0 && timestamp < 1e15 ? new Date(Math.min(timestamp, Date.now())) : new Date();

/** Returns the customer of an event; undefined when it is about another account, or about none. */
export const personOf = (event: WireEvent, account: Account): string | undefined => {
  const own = idAtMeta(account);
  const [from, to] = [event.sender?.id, event.recipient?.id];
  if (from === own || event.message?.is_echo) return from === own && to !== own ? to : undefined;
  return to === own || to === undefined ? from : undefined;
};

type Base = Pick<InboundMessage, 'externalId' | 'from' | 'name' | 'sentAt'>;
const baseOf = ({ account, known, scope }: Call, event: WireEvent, person: string, id: string): Base => ({
  externalId: id,
  from: identityOf(account, person),
  name: known.has(person) ? '' : provisionalName(scope, account, person),
  sentAt: timeOf(event),
});

const openWindow = (call: Call, event: WireEvent, person: string, days: number): void => {
  const until = new Date(timeOf(event).getTime() + days * dayMs);
  call.windows.push({ connectionId: call.account.connectionId, person, until, account: call.account });
};

/** A message after an ad opens the conversation for longer than its 24 hours. */
const openAfterAd = (call: Call, event: WireEvent, person: string, referral: WireReferral): void => {
  const days = daysOpened(referral, call.scope.settings.get<number>('metaAdWindowDays'));
  if (days > 1) openWindow(call, event, person, days);
};

const receiveMessage = async (
  call: Call,
  event: WireEvent & { message: WireMessage },
  person: string,
): Promise<void> => {
  const { message } = event;
  const { account, scope } = call;
  const fromMe = message.is_echo;
  if (fromMe && !(await isForeignEcho(scope, account, person, event))) return;
  await receiveContent(call, event, person, fromMe);
  if (!fromMe) openAfterAd(call, event, person, message.referral);
};

/** Stores the content of a message; one with files once they are downloaded. */
export const receiveContent = async (
  call: Call,
  event: WireEvent & { message: WireMessage },
  person: string,
  fromMe: boolean,
): Promise<void> => {
  const { message } = event;
  const { medias, ...content } = contentOf(message, call.scope);
  const origin = originOf(message.referral);
  const stored: InboundMessage = {
    ...baseOf(call, event, person, message.mid),
    ...origin,
    ...content,
    ...(message.quick_reply && { choice: message.quick_reply.payload }),
    ...(message.reply_to?.mid && { quotedExternalId: message.reply_to.mid }),
    ...(fromMe && { fromMe, author: await authorOfEcho(call.scope, call.account, message) }),
  };
  if (medias.length > 0) await storeIncoming(call.scope, call.account.connectionId, stored, medias);
  else call.together.add(call.account.connectionId, stored);
};

const receivePostback = (call: Call, event: WireEvent, person: string): void => {
  const { postback, timestamp } = event;
  if (!postback) return;
  const { mid, title, payload, referral } = postback;
  call.together.add(call.account.connectionId, {
    ...baseOf(call, event, person, mid ?? `postback:${person}:${timestamp ?? 0}:${payload ?? ''}`.slice(0, 300)),
    ...originOf(referral),
    body: title || payload || call.scope.t('inbound.button'),
    ...(payload && { choice: payload }),
  });
  openAfterAd(call, event, person, referral);
};

/** A link or an ad that a person with a conversation opened, without having written yet. */
const receiveReferral = (call: Call, event: WireEvent, person: string): void => {
  const { referral, timestamp } = event;
  call.together.add(call.account.connectionId, {
    ...baseOf(call, event, person, `referral:${person}:${timestamp ?? 0}`),
    ...originOf(referral),
    body: call.scope.t('inbound.referral'),
  });
  openAfterAd(call, event, person, referral);
};

const receiveReaction = async (call: Call, event: WireEvent, person: string): Promise<void> => {
  const { account, scope } = call;
  const { reaction } = event;
  if (!reaction) return;
  const isWithdrawn = reaction.action === 'unreact';
  const emoji = isWithdrawn ? '' : reaction.emoji || (reaction.reaction === 'love' ? '❤️' : '👍');
  const fromMe = event.sender?.id === idAtMeta(account);
  await scope.use(channelInbox).reaction(account.connectionId, reaction.mid, {
    emoji,
    from: identityOf(account, person),
    at: timeOf(event),
    ...(fromMe && { fromMe }),
  });
  // A reaction is an action of the person, which opens the conversation as a message does.
  if (!isWithdrawn && !fromMe) openWindow(call, event, person, 1);
};

/** Handles one event. Messages wait for the rest of the call; everything else may refer to them. */
export const receiveEvent = async (call: Call, event: WireEvent): Promise<void> => {
  const { account, together, scope } = call;
  const person = personOf(event, account);
  if (person === undefined) return scope.log.info({ connection: account.connectionId }, 'event about another account');
  const { message } = event;
  const inbox = scope.use(channelInbox);
  if (message && !message.is_deleted) return receiveMessage(call, { ...event, message }, person);
  if (event.postback) return receivePostback(call, event, person);
  await together.store();
  if (message) return inbox.deleted(account.connectionId, message.mid);
  if (event.message_edit)
    return inbox.edited(account.connectionId, event.message_edit.mid, {
      body: event.message_edit.text,
      editedAt: timeOf(event),
    });
  if (event.reaction) return receiveReaction(call, event, person);
  if (event.delivery ?? event.read) return receiveReceipt(scope, account, event, person);
  if (event.referral) return receiveReferral(call, event, person);
};
