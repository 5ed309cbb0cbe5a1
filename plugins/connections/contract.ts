/**
 * Connections and the points a channel plugs into. A channel is a plugin with one adapter (server) and one type
 * (browser); everything above it (once-only, contact identity, routing, acks, retries) is written once, elsewhere.
 */
import { event, point, publishedKey, publishedSql, room, service, type Component } from '@balcao/sdk/contract';
import type { Readable } from 'node:stream';
import type { Scope, WeeklyHours, z } from '@balcao/sdk/server';
import type { Identity, KnownPerson } from '@balcao/contacts/contract';

export type { Identity, KnownPerson };

export type ConnectionStatus = 'qrcode' | 'PAIRING' | 'DISCONNECTED' | 'TIMEOUT' | 'OPENING' | 'CONNECTED';
/** Statuses in which nothing can be sent: the red badge in the menu, for a connection that was connected before. */
export const troubled: readonly ConnectionStatus[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

export interface Connection {
  id: number;
  companyId: number;
  name: string;
  /** Id of the channel's adapter: `sandbox`, `webchat`. */
  channel: string;
  status: ConnectionStatus;
  /** What the phone scans; '' when there is nothing to scan. */
  qrcode: string;
  /** How often it has tried to come up since it was up last: sessions begun, and codes shown. */
  retries: number;
  isDefault: boolean;
  /** Stands above the menu of departments. */
  greetingMessage: string;
  /** Said when a conversation is resolved, unless its queue has words of its own. */
  complationMessage: string;
  /** Minutes within which a closed conversation is reopened instead of a new one started; 0: never. */
  timeCreateNewTicket: number;
  allowGroup: boolean;
  /** Enabled: a group is one conversation. Disabled: what a member writes there is the member's own conversation. */
  groupAsTicket: 'enabled' | 'disabled';
  queueIds: number[];
  /** Entry queue where no menu applies. */
  keyWordQueueId: number | null;
  /** How often the menu of departments is shown to one customer; 0: there is no menu. */
  maxUseBotQueues: number;
  /** Minutes after which the menu may be shown again to who saw it as often as that; 0: not in this conversation. */
  timeUseBotQueues: number;
  /** Minutes without a choice after which the conversation goes to `sendIdQueue`; 0: never. */
  timeSendQueue: number;
  sendIdQueue: number | null;
  /** Said outside the hours, unless the hours are a queue's. */
  outOfHoursMessage: string;
  /** Hours of the connection, which count when the company's `scheduleType` is `connection`; empty: always open. */
  schedules: WeeklyHours;
  /** Asks for a rating from 1 to 3 after closing, when the company's `userRating` is enabled; '' asks nothing. */
  ratingMessage: string;
  /** Minutes in which an answer to that question is a rating. */
  expiresTicketNPS: number;
  /** How many answers that are none are met with the question again. */
  maxUseBotQueuesNPS: number;
  /** Hours of silence after which an open conversation is closed; 0: never. */
  expiresTicket: number;
  /** 0: whoever wrote last; 1: only when the last message was the company's. */
  whenExpiresTicket: 0 | 1;
  /** Said when it is closed so. */
  expiresInactiveMessage: string;
  /** Minutes of the customer's silence after which `inactiveMessage` is said; 0: never. */
  timeInactiveMessage: number;
  inactiveMessage: string;
  /**
   * Seconds between two bulk messages (`Tickets.send` with `bulk: true`); 0: as fast as the channel takes them, always
   * behind what people write.
   */
  bulkInterval: number;
  /** Sent before the greeting: a picture or a video. */
  greetingMediaAttachment: GreetingMedia | null;
  /** Takes over what was said before, from this moment on; null: nothing. */
  importOldMessages: Date | null;
  /** Until this moment. */
  importRecentMessages: Date | null;
  importOldMessagesGroups: boolean;
  /** Conversations that were taken over so are closed when all is in. */
  closedTicketsPostImported: boolean;
  /** How far taking over has come; null: none was asked for. */
  importProgress: ImportProgress | null;
  /** Which integration, prompt and provider version the connection uses; null or '': none. */
  integrationId: number | null;
  promptId: number | null;
  provider: string;
  /** `TIMEOUT` alone: when its channel tries again by itself; null: it does not. */
  nextTryAt: Date | null;
  /** It was up at least once. Until then it is not broken: it only has to be paired. */
  wasConnected: boolean;
  updatedAt: Date;
}

export interface GreetingMedia {
  type: 'image' | 'video';
  path: string;
  name: string;
  mime: string;
  size: number;
}

export interface ImportProgress {
  /** `waiting` for the connection to be up, `running`, `done`, or `failed` with a code or the channel's words. */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Messages that are in. */
  done: number;
  /** Messages there are, where the channel knows. */
  total: number | null;
  reason: string | null;
}

/** What a channel can do, so that the screen offers no more. */
export interface ChannelCapabilities {
  /** Media kinds it sends, each with the largest size in bytes. */
  media: Partial<Record<MediaType, number>>;
  /**
   * Kinds of `MessageData` that it sends as such, in `OutboundMessage.data`; of others the customer reads `body`, which
   * says the same in words.
   */
  data?: readonly MessageData['kind'][];
  /** How many files one message takes. Absent: 1, and what has more goes out as several messages, in order. */
  filesPerMessage?: number;
  /** Hours after the customer's last message in which free text may be sent; absent: always. */
  windowHours?: number;
  /**
   * With `windowHours`: hours after the customer's last message in which people still may write, when automations, rules
   * and bulk no longer may: 168 on Messenger. What people write then goes out with `OutboundMessage.outsideWindow`.
   */
  personWindowHours?: number;
  reactions?: boolean;
  edits?: boolean;
  deletes?: boolean;
  groups?: boolean;
  quotes?: boolean;
  /** Pairs by a QR code that the connections page shows. */
  qr?: boolean;
  /** Tells when the other side types, and takes ours. */
  typing?: boolean;
  /** Messages have a subject there: one may be written, and those of the customer show theirs. */
  subjects?: boolean;
  /** Can tell whether a number exists there. */
  numberCheck?: boolean;
  /** Has an address book from which people can be imported. */
  contacts?: boolean;
  /**
   * Sends choices that are tapped, at most so many: the menu of departments goes out as `OutboundMessage.menu` where it
   * has no more of them. An answer comes in as `InboundMessage.choice`.
   */
  interactive?: { most: number };
  /**
   * The provider takes a message once however often it is sent, told by our `id`. Then what was interrupted is simply
   * sent again. Without it, and without `reserveId`, such a message is marked `unknown` and a person decides.
   */
  once?: boolean;
}

/** A channel's own fields of its connections. The channel keeps them, in a table of its own; they go with the connection. */
export interface ChannelFields {
  /** Of the whole object `options`, in the body of POST and PUT /whatsapp. What it refuses is told at its field. */
  schema: z.ZodType<Record<string, unknown>>;
  /** By connection, for those who may change it: no secrets, only whether they are set. */
  load(connectionIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, Record<string, unknown>>>;
  /** In the transaction that makes or changes the connection: what it throws undoes all of it. */
  save(connectionId: number, value: Record<string, unknown>, scope: Scope): Promise<void>;
}

/** How fast a connection may send. What is over it waits its turn, in order. */
export interface ChannelLimits {
  /** Messages a second over the whole connection; 0.5 is one in two seconds. */
  perSecond?: number;
  /** How many may go at once after a rest, before `perSecond` counts. Absent: 1. */
  burst?: number;
  /** A pause of random length after each message, as a person makes: milliseconds at least and at most. */
  pauseMs?: { least: number; most: number };
}

/** Choices to tap, beside the text that names them by number. */
export interface OutboundMenu {
  /** What stands above the choices. */
  text: string;
  /** In order. `id` comes back as `InboundMessage.choice`; `title` may be longer than the provider takes: cut it. */
  options: { id: string; title: string }[];
}
/** A place. Degrees. */
export interface LocationData {
  kind: 'location';
  latitude: number;
  longitude: number;
  name?: string;
  address?: string;
}
/** Contact cards. */
export interface ContactsData {
  kind: 'contacts';
  contacts: { name: string; numbers: string[] }[];
}
/** What a plugin describes by the point `messages.kind`, under its own id and a dot: `polls.poll`. */
export interface OwnData {
  kind: `${string}.${string}`;
  [field: string]: unknown;
}
/** What a message carries beside text and file, told apart by `kind`. */
export type MessageData = LocationData | ContactsData | OwnData;
export type MediaType = 'image' | 'audio' | 'video' | 'document' | 'sticker';
/** A file of a message, kept by `scope.storage`. `size` is in bytes. */
export interface Media {
  type: MediaType;
  path: string;
  name: string;
  mime: string;
  size: number;
}

/** A gap in a template that whoever sends it fills in. */
export interface TemplateVariable {
  /** Names it in `TemplateMessage.variables`, unique in the template. */
  key: string;
  place: 'header' | 'body' | 'button';
  /** For people: what stands between the braces, or what the button says. */
  label: string;
}
/** A message whose text the channel's provider approved beforehand, so that it takes it at any time. */
export interface ChannelTemplate {
  /** With `language` unique on the connection. */
  name: string;
  /** `pt_BR`, `en_US`, … as the provider writes it. */
  language: string;
  /** The provider's word: `MARKETING`, `UTILITY`. */
  category: string;
  /** `other`: something that the channel cannot tell. */
  status: 'approved' | 'pending' | 'rejected' | 'paused' | 'other';
  /** Approved, and made only of parts that the channel can send. */
  isSendable: boolean;
  /** Above the text, as text; '' for none. Gaps stand in double braces: `{{1}}`, `{{nome}}`. */
  header: string;
  /** Kind of the file that stands above the text, and has to be given with it; null: none. */
  file: 'image' | 'video' | 'document' | null;
  body: string;
  footer: string;
  /** What its buttons say, in order. */
  buttons: readonly string[];
  /** In the order in which they are read. */
  variables: readonly TemplateVariable[];
}
/** Which template is said, and what fills its gaps. */
export interface TemplateMessage {
  name: string;
  language: string;
  /** By `key`. Line breaks and rows of spaces become one space where the provider takes none. */
  variables?: Readonly<Record<string, string>>;
}
/** A template as the customer reads it; in a preview, gaps that are still open stay as they are. */
export interface FilledTemplate {
  header: string;
  body: string;
  footer: string;
  buttons: readonly string[];
  /** All of it as one text, for the conversation. */
  text: string;
}
/** A template that may be sent. */
export interface PreparedTemplate {
  text: string;
  /** JSON, for the adapter alone: comes back as `OutboundMessage.template`, whatever became of the template since. */
  payload: unknown;
}
/** Server: the templates of one channel. */
export interface ChannelTemplates {
  /** Id of its adapter. */
  id: string;
  /** All that the connection has, in every status. Answer from what is kept: the provider is not asked for each. */
  list(connection: Connection, scope: Scope): Promise<ChannelTemplate[]>;
  /** Throws ERR_NO_TEMPLATE_FOUND (404). */
  preview(template: TemplateMessage, connection: Connection, scope: Scope): Promise<FilledTemplate>;
  /**
   * Makes ready what is to be sent; nothing is sent yet. Throws ERR_NO_TEMPLATE_FOUND (404), ERR_TEMPLATE_NOT_SENDABLE
   * (409), and ERR_VALIDATION with the keys of gaps that are open, or `file` when that is missing or does not fit.
   */
  prepare(
    template: TemplateMessage,
    file: { mime: string; size: number } | undefined,
    connection: Connection,
    scope: Scope,
  ): Promise<PreparedTemplate>;
}
/**
 * Server: templates of a channel, so that whoever sends them needs to know nothing of its provider. They are sent by
 * `Tickets.send` with `template`, and reach the adapter's `send` as `OutboundMessage.template`.
 */
export const channelTemplate = point<ChannelTemplates>('channels.template');

export interface OutboundMessage {
  /** Ours: the same on every retry. Give it to the provider where it takes an idempotency key. */
  id: number;
  to: Identity;
  /**
   * Who says it: somebody of the company who writes to this one customer, or the company by itself (a greeting, an
   * automation, one of many messages in bulk). For networks that allow people more than programs.
   */
  by: 'person' | 'company';
  /**
   * With the capability `personWindowHours`: somebody says this after the time for free text, while people still may. Mark
   * it as the network wants. Throw `window` when it refuses: then nobody may write until the customer does again.
   */
  outsideWindow?: true;
  body: string;
  /** Its file; of several, the first. */
  media?: Media;
  /** All its files in order, where it has several: `filesPerMessage` of them at most. */
  medias?: readonly Media[];
  /**
   * With the capability `subjects`: what its author gave it, else what the conversation had last. Absent: the
   * conversation never had one.
   */
  subject?: string;
  /** Provider's id of the message that is answered. */
  quotedExternalId?: string;
  /** The id that `reserveId` named: the same on every retry. Give it to the provider as the message's own. */
  reservedId?: string;
  /** With the capability `data`, which names its kind: send this instead of `body`. */
  data?: MessageData;
  /** With the capability `interactive`: send these choices instead of `body`, which says the same by numbers. */
  menu?: OutboundMenu;
  /** It was said to somebody else before: mark it so where the network shows that. Ours is marked whatever it does. */
  isForwarded?: boolean;
  /**
   * It is this template, as the channel's `channels.template` prepared it; `body` says it in words, without the author's
   * name, and `media` is the file above it.
   */
  template?: { name: string; language: string; payload: unknown };
}

/** A message that both sides know. */
export interface SaidMessage {
  externalId: string;
  fromMe: boolean;
}

export interface ChannelAdapter {
  id: string;
  capabilities: ChannelCapabilities;
  /** Scope of identities on this connection: '' when values are unique everywhere (phone numbers). */
  identityScope(connection: Connection): string;
  /** What people are known by on this channel, and so what a contact that never wrote there is reached by. */
  identityKind: Identity['kind'];
  /** What a connection of this channel asks for in its form, from the moment that it is made. */
  fields?: ChannelFields;
  /** Starts a session, or a new pairing when `fresh`. Reports progress through `connections.setStatus`. */
  connect(connection: Connection, scope: Scope, options: { fresh: boolean }): Promise<void>;
  disconnect(connection: Connection, scope: Scope): Promise<void>;
  /** How fast this connection may send; absent: as fast as it goes. */
  limits?(connection: Connection): ChannelLimits;
  /**
   * Names the provider's id of a message before it is sent, where the sender chooses it. It is stored first, so that
   * after a crash the same message goes out under the same id and the provider drops the second.
   */
  reserveId?(message: Pick<OutboundMessage, 'id' | 'to'>, connection: Connection): string;
  /** Resolves once the provider took the message. Throws ChannelError otherwise. */
  send(message: OutboundMessage, connection: Connection, scope: Scope): Promise<{ externalId: string }>;
  /** The attendant read up to here. */
  markRead?(externalIds: readonly string[], to: Identity, connection: Connection, scope: Scope): Promise<void>;
  presence?(state: Presence, to: Identity, connection: Connection, scope: Scope): Promise<void>;
  /**
   * The conversation with somebody was closed, or runs again: for a channel whose other side shows it. Told what holds
   * when it is called, maybe more than once; what it throws is only noted.
   */
  standing?(state: 'running' | 'closed', to: Identity, connection: Connection, scope: Scope): Promise<void>;
  /** Reacts to a message; '' takes the reaction back. With the capability `reactions`. Throws ChannelError. */
  react?(target: SaidMessage, emoji: string, to: Identity, connection: Connection, scope: Scope): Promise<void>;
  /** Changes what was sent. With the capability `edits`. Throws ChannelError: `window` when it is too late. */
  edit?(target: SaidMessage, body: string, to: Identity, connection: Connection, scope: Scope): Promise<void>;
  /** Takes a sent message back for everybody. With the capability `deletes`. Throws ChannelError. */
  revoke?(target: SaidMessage, to: Identity, connection: Connection, scope: Scope): Promise<void>;
  checkNumber?(number: string, connection: Connection, scope: Scope): Promise<{ exists: boolean; value: string }>;
  /**
   * Everybody in the address book of the connection, with the identities their messages will come from. With the
   * capability `contacts`. Read in a job: it may take its time, and ends early when `scope.signal` is aborted.
   */
  contacts?(connection: Connection, scope: Scope): AsyncIterable<KnownPerson>;
  /**
   * What was said before the connection came to the product, oldest first and in batches. Read in a job on any node
   * once the connection is up: what a network pushes only once is kept by the channel until it is read here. A message
   * that is known already is passed over. Ends early when `scope.signal` is aborted.
   */
  importHistory?(wanted: HistoryWanted, connection: Connection, scope: Scope): AsyncIterable<HistoryBatch>;
  fetchMedia?(
    reference: string,
    connection: Connection,
    scope: Scope,
  ): Promise<{ name: string; mime?: string; body: Readable }>;
  /**
   * The connection was deleted, and with it every row that refers to it: end what still runs for it, at the provider
   * too. Called after the commit, whatever its status was; absent: `disconnect` is called when it was connected. What it
   * needs then must lie in a table without a reference to the connection.
   */
  forget?(connection: Connection, scope: Scope): Promise<void>;
}
/** Which old messages a company wants. */
export interface HistoryWanted {
  from: Date;
  until: Date;
  groups: boolean;
}
export interface HistoryBatch {
  messages: InboundMessage[];
  /** Messages there are altogether, as far as known by now. */
  total?: number;
}
/** Server: the adapter of one channel. */
export const channelAdapter = point<ChannelAdapter>('channels.adapter');

export type Presence = 'composing' | 'recording' | 'paused';

/** Why a provider did not take a message, and so what follows. */
export type ChannelFailure =
  | 'retry' // passing trouble: tried again with back-off
  | 'refused' // this message never passes: marked failed with the reason
  | 'window' // outside the time in which free text may be sent
  | 'invalid-contact' // no such person there
  | 'disconnected' // the connection is down: waits for it, then is tried again
  | 'unknown'; // the answer was lost: sent again where the provider takes it once, else marked for a person to decide

/** With `retry`, when the provider says how long to wait. */
export interface RetryAfter {
  /** Seconds. The tries meanwhile are not counted. */
  retryAfter: number;
  /** What it holds back: everything of the connection (the default), or only this conversation. */
  of?: 'connection' | 'conversation';
}

/**
 * What an adapter throws. Told by its shape, never by its class: a plugin may hold its own copy of this file.
 *
 * `reason` is a code where people should read it: one word of small letters, digits, `-` and `_`. The conversation says
 * it, in the reader's language, by `reason.<code>` in the locales of the plugin that gave the channel its
 * `channels.type`, which tells what to do, too; a code without a text by `reason.other` there, with `{{code}}`. Words of
 * a provider are for the log: they may hold numbers and names, and no browser receives them.
 * @example throw channelError('refused', 'template-paused', error); // "reason": { "template-paused": "…" }
 */
export const channelError = (
  failure: ChannelFailure,
  reason: string,
  cause?: unknown,
  wait?: RetryAfter,
): Error & { channelFailure: ChannelFailure; channelWait?: RetryAfter } =>
  Object.assign(new Error(reason, { cause }), { channelFailure: failure, ...(wait && { channelWait: wait }) });
/** The failure an error tells of; anything unknown counts as passing trouble. */
export const failureOf = (error: unknown): ChannelFailure =>
  (error as { channelFailure?: ChannelFailure } | undefined)?.channelFailure ?? 'retry';

/** How long the provider asked to wait; undefined: it did not say. */
export const waitOf = (error: unknown): RetryAfter | undefined => {
  const wait = (error as { channelWait?: RetryAfter } | undefined)?.channelWait;
  return wait && wait.retryAfter > 0 ? wait : undefined;
};

/**
 * What a message belongs to outside its conversation: the story that it answers, the ad under which somebody tapped. Shown
 * above its words. Texts are cut (`id` and `title` at 500 characters, `url` at 2,000), and a `url` that is not http or
 * https is left out.
 */
export interface MessageContext {
  kind: 'story' | 'story-mention' | 'post' | 'reel' | 'ad' | 'comment';
  /** The provider's id of it. */
  id?: string;
  /** Where people see it. It opens in a tab of its own: nothing is loaded from there, and it may be gone one day. */
  url?: string;
  /** Its headline, or the first words of a comment. */
  title?: string;
}
/** How somebody came to write: for reports and automations. Every text is cut at 500 characters, `url` at 2,000. */
export interface MessageReferral {
  /** Where they came from, in the provider's word in small letters: `ad`, `post`, `shortlink`. */
  source?: string;
  /** What the company gave the link to tell it by: `ref` of an m.me link. */
  ref?: string;
  /** The provider's id of the ad. */
  adId?: string;
  /** The ad's headline. */
  title?: string;
  /** The ad's text. */
  text?: string;
  url?: string;
  /** Names the tap to the ad platform, for those who report back what came of it: `ctwa_clid`. */
  clickId?: string;
}

export interface InboundMessage {
  /** Provider's id, unique on the connection: a repeat is dropped. */
  externalId: string;
  from: Identity;
  /** The sender's name as the provider knows it. */
  name: string;
  /** Digits, when known. */
  number?: string;
  /**
   * Their e-mail address, when the provider knows it: the contact gets it while it has none. It tells nobody who they
   * are; for that it is the identity, of the kind `email`.
   */
  email?: string;
  picture?: string;
  /** Shown above the words; one line, cut at 500 characters. */
  subject?: string;
  body: string;
  /** Provider's time: what messages are ordered by. */
  sentAt: Date;
  media?: Media;
  /** Its files in order, where it may have several; in place of `media`. Those after the 100th are left out. */
  medias?: readonly Media[];
  quotedExternalId?: string;
  data?: MessageData;
  /** What it belongs to outside the conversation: the story that it answers, the ad that it came from. */
  context?: MessageContext;
  /** How they came to write, where the provider tells. */
  referral?: MessageReferral;
  /** The `id` of the option that was tapped. `body` is its title, as people read it. */
  choice?: string;
  /** It was said to somebody else before, and the network shows that. */
  isForwarded?: boolean;
  /** Written by the company itself on another device. */
  fromMe?: boolean;
  /** The group's identity and name, when it was written in one. */
  group?: { identity: Identity; name: string };
}

/** Where a channel hands in what arrives. Resolves only when stored: answer the provider after it. */
export interface ChannelInbox {
  /**
   * One message. Those of one company that are handed in at the same time are stored together, by one statement, unless
   * this is called inside `tx`. Data that cannot be taken is left out where words or a file are left to keep. Throws
   * ERR_VALIDATION (400) when nothing would be left, ERR_NO_WAPP_FOUND (404), and ERR_BUSY (503) when too many wait.
   */
  message(connectionId: number, message: InboundMessage): Promise<InboundResult>;
  /**
   * Several, as a provider hands them over in one call: stored together, those of one person in the order given. Each has
   * an outcome of its own, in the order given, with what `message` would have answered or thrown. Rejects with ERR_BUSY
   * (503) when too many wait: then none was stored.
   * @example
   * const outcomes = await scope.use(channelInbox).messages(connectionId, arrived);
   * const failed = outcomes.find((outcome) => outcome.status === 'rejected');
   * if (failed) throw failed.reason; // the provider brings all of them again; what is stored is dropped then
   */
  messages(connectionId: number, messages: readonly InboundMessage[]): Promise<PromiseSettledResult<InboundResult>[]>;
  /** 1 sent, 2 delivered, 3 and 4 read. Never goes backwards; unknown ids are ignored. */
  ack(connectionId: number, externalId: string, ack: 1 | 2 | 3 | 4): Promise<void>;
  /**
   * The same for everything that the company said to this person up to a moment: for providers that tell no ids with
   * their receipts. `at` is compared with when each message was handed to the channel; what failed, what the channel has
   * not taken yet and what is older than 30 days stay as they are. Nobody known by `to`: nothing happens.
   */
  ackUntil(connectionId: number, to: Identity, at: Date, ack: 2 | 3 | 4): Promise<void>;
  /**
   * The time for free text lasts until this moment at least, whatever the customer wrote: for what opens it without a
   * message (a reaction, a tap), or for longer than `windowHours` (an ad). Never shortens it; what ends it early is a
   * message that the adapter, or `failed`, refused with `window`. Nobody known by `from`, and channels without `windowHours`: ignored.
   */
  windowUntil(connectionId: number, from: Identity, until: Date): Promise<void>;
  /**
   * The provider says by our own id that it took a message: for those that hand it back with their receipts. Settles
   * what was interrupted between sending and the answer.
   */
  sent(connectionId: number, messageId: number, externalId: string): Promise<void>;
  /**
   * Takes over messages of the past: nobody is answered, no count rises, nobody is called. Answers how many were new.
   * Messages that arrive now go to `message`.
   */
  imported(connectionId: number, messages: readonly InboundMessage[]): Promise<number>;
  /** Closes the conversations that hold nothing but what was taken over. */
  closeImported(connectionId: number): Promise<void>;
  /**
   * The provider said later that it failed. `reason`: as that of `channelError`. `failure`: `window` when it found the
   * time for free text to be over, which then is closed here too until the customer writes.
   */
  failed(connectionId: number, externalId: string, reason: string, failure?: 'window'): Promise<void>;
  presence(connectionId: number, from: Identity, state: Presence): Promise<void>;
  /**
   * Somebody reacted to a message; '' takes it back. `name` is given in groups. With the provider's time `at` an older
   * reaction of the same person changes nothing. One that overtakes its message is kept for it; others are ignored.
   */
  reaction(
    connectionId: number,
    externalId: string,
    reaction: { emoji: string; from: Identity; name?: string; fromMe?: boolean; at?: Date },
  ): Promise<void>;
  /** The author changed a message. An edit older than the one known is ignored. */
  edited(connectionId: number, externalId: string, change: { body: string; editedAt: Date }): Promise<void>;
  /** The author took a message back. */
  deleted(connectionId: number, externalId: string): Promise<void>;
  /** What was said with this person, oldest first: for channels that show history on the other side. */
  history(
    connectionId: number,
    with_: Identity,
    options: { limit: number; before?: number },
  ): Promise<HistoryMessage[]>;
}
export interface InboundResult {
  /** False when it was known already. */
  fresh: boolean;
  ticketId: number;
  ticketUuid: string;
  messageId: number;
}
export interface HistoryMessage {
  id: number;
  externalId: string | null;
  body: string;
  fromMe: boolean;
  ack: number;
  sentAt: Date;
  authorName: string | null;
  /** Its file; of several, the first. */
  media: Media | null;
  /** All its files, in order. */
  medias: Media[];
  data: MessageData | null;
  /** When its author changed it last; null: never. */
  editedAt: Date | null;
  isDeleted: boolean;
}
/** Provided by the plugin that keeps conversations. */
export const channelInbox = service<ChannelInbox>('channels.inbox');

export interface Connections {
  list(): Promise<Connection[]>;
  find(id: number): Promise<Connection | undefined>;
  /** The default connection, else the only one that is up. */
  preferred(): Promise<Connection | undefined>;
  /** `nextTryAt`: when the channel tries again by itself to reach a network that does not answer, with `TIMEOUT`. */
  setStatus(id: number, change: { status: ConnectionStatus; qrcode?: string; nextTryAt?: Date }): Promise<void>;
  /** Templates of a connection, in every status; none where its channel has none. ERR_NO_WAPP_FOUND (404). */
  templates(connectionId: number): Promise<ChannelTemplate[]>;
  /** A template as the customer would read it. ERR_NO_WAPP_FOUND, ERR_NO_TEMPLATE_FOUND (404). */
  previewTemplate(connectionId: number, template: TemplateMessage): Promise<FilledTemplate>;
  /** For the plugin that keeps conversations; others say it by `Tickets.send`. Refusals: as of `ChannelTemplates.prepare`. */
  prepareTemplate(
    connectionId: number,
    template: TemplateMessage,
    file?: { mime: string; size: number },
  ): Promise<PreparedTemplate>;
  /** The adapter of a connection; undefined while its plugin is off. */
  adapter(connection: Pick<Connection, 'channel'>): ChannelAdapter | undefined;
}
/** Server: gives out tokens by which programs send through a connection. `POST /whatsapp-token/{id}` asks the first. */
export interface ConnectionTokenIssuer {
  id: string;
  /** A new token, to be shown once. Those that the connection has already stay. */
  issue(connectionId: number, scope: Scope): Promise<string>;
  /** Which of these connections have a token. */
  has(connectionIds: readonly number[], scope: Scope): Promise<ReadonlySet<number>>;
  /** The page on which people make and revoke them, `/messages-api`: a connection's form leads there. */
  page?: string;
}
/** Server: who issues tokens of connections; without one there are none. */
export const connectionTokenIssuer = point<ConnectionTokenIssuer>('connections.token.issuer');
/** Server: says what hangs on a connection, to whoever is about to delete it. */
export interface ConnectionDependents {
  id: string;
  /**
   * A whole sentence in the reader's language, by `scope.t`, with its number; undefined: nothing hangs on it. `scope` is
   * the plugin's own. Whoever fails is left out: deleting must not wait for it.
   */
  tell(connectionId: number, scope: Scope): Promise<string | undefined>;
}
/** Server: sentences that say what hangs on a connection, before it is deleted. `GET /whatsapp/{id}/dependents`. */
export const connectionDependents = point<ConnectionDependents>('connections.dependents');

/** The company's connections. */
export const connections = service<Connections>('connections.connections');

/** A connection was made, changed (its status too) or deleted. Key: the connection. */
export const connectionChanged = event<{
  connectionId: number;
  status: ConnectionStatus;
  action: 'create' | 'update' | 'delete';
}>('connections.connection.changed');
/** Live: `update` {connection}, `delete` {connectionId}. */
export const connectionsRoom = room('connections.list');
/**
 * For who may pair a line: carries what `connectionsRoom` tells. For clients of the specified protocol
 * (`joinWhatsappSession`), which are told what there is to scan.
 */
export const pairingRoom = room('connections.pairing');

/** A connection as browsers have it: moments are ISO 8601. */
export interface ConnectionView extends Omit<
  Connection,
  'updatedAt' | 'nextTryAt' | 'importOldMessages' | 'importRecentMessages'
> {
  updatedAt: string;
  nextTryAt: string | null;
  importOldMessages: string | null;
  importRecentMessages: string | null;
  capabilities: ChannelCapabilities;
  /** Its channel is on for the company. Off: nothing comes in or goes out, whatever the status says. */
  channelOn: boolean;
  /** Its channel can hand in what was said before. */
  hasHistory: boolean;
  /** Whether a token for the messages API was issued; null: nobody issues any here. */
  hasToken: boolean | null;
  /** The page on which tokens are made and revoked; null: there is none. */
  tokenPage: string | null;
  /** What the channel's own fields hold; null for those who may not change the connection, and where it has none. */
  options: Readonly<Record<string, unknown>> | null;
}

/** Browser: how a channel looks and what its form asks. */
export interface ChannelType {
  id: string;
  order?: number;
  /** Locale key of its name. */
  label: string;
  /** 24 × 24 SVG path and the disc's colour. */
  glyph: { path: string; color: string };
  /** Shows what the company does next: a snippet to paste, a QR code. */
  setup?: Component<{ connection: ConnectionView }>;
  /**
   * A sheet of the channel's own settings, behind the gear of a connection that is there. It saves by itself, by routes
   * of the plugin.
   */
  form?: Component<{ connection: ConnectionView }>;
  /**
   * Fields of the connection's form itself, from the moment that it is made. `values` are those that `save` of the
   * adapter's `fields` is given; what the server refuses is shown at the field: `<FormRow name="options.address">`.
   */
  fields?: Component<ChannelFieldsProps>;
}
export interface ChannelFieldsProps {
  /** Absent while a new connection is written down. */
  connection: ConnectionView | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}
/** Browser: how one channel looks, and what its setup shows. */
export const channelType = point<ChannelType>('channels.type');
/** Where in the connection's form a section stands; `own` is a tab of its own, named by `label`. */
export type ConnectionTab = 'general' | 'integrations' | 'messages' | 'chatbot' | 'nps' | 'own';

/** A section of the connection's form. `values` holds what it typed so far. */
export interface ConnectionFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  /** Absent: `general`. */
  tab?: ConnectionTab;
  component: Component<{
    /** Absent while a new connection is written down. */
    connection: ConnectionView | undefined;
    values: Readonly<Record<string, unknown>>;
    /** `known` is what the field held before, so that it is not saved over what somebody else saved meanwhile. */
    setValue(field: string, value: unknown, known?: unknown): void;
  }>;
}
/** Server: what `integrationId` of a connection may name, for `GET /queueIntegration`. */
export interface ConnectionIntegrations {
  id: string;
  list(scope: Scope): Promise<{ id: number; name: string }[]>;
}
/** Server: integrations that a connection can be given. */
export const connectionIntegrations = point<ConnectionIntegrations>('connections.integration');
/** Browser: a section in the connection's form. Props: `{ connection }`. */
export const connectionFormSection = point<ConnectionFormSection>('connections.form.section');

/** A row of `connections.public_connection`. */
export interface PublicConnection {
  id: number;
  company_id: number;
  name: string;
  /** Id of the channel's adapter. */
  channel: string;
  status: ConnectionStatus;
  is_default: boolean;
  allow_group: boolean;
  /** A group is one conversation. */
  group_as_ticket: boolean;
  /** Entry queue where no menu applies. */
  entry_queue_id: number | null;
  /** How often the menu of departments is shown to one customer; 0: there is no menu. */
  max_use_bot_queues: number;
  /** Minutes after which the menu may be shown again; 0: not in this conversation. */
  time_use_bot_queues: number;
  /** Minutes without a choice after which the conversation goes to `send_id_queue`; 0: never. */
  time_send_queue: number;
  send_id_queue: number | null;
  /** Minutes within which a closed conversation is reopened; 0: never. */
  time_create_new_ticket: number;
  created_at: Date;
  updated_at: Date;
}
/** SQL: connections of the company. What a channel keeps of them is the channel's own. */
export const publicConnection = publishedSql<PublicConnection>('connections.public_connection');

/** A row of `connections.public_connection_queue`. */
export interface PublicConnectionQueue {
  company_id: number;
  connection_id: number;
  queue_id: number;
}
/** SQL: departments of each connection. */
export const publicConnectionQueue = publishedSql<PublicConnectionQueue>('connections.public_connection_queue');

/** Foreign keys to connections go through `connections.connection (company_id, id)`. */
export const connectionKey = publishedKey('connections.connection');
