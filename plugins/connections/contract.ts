/**
 * Connections and the points that channels contribute to. A channel is a plugin with one adapter (server) and one type
 * (browser); everything above it (deduplication, contact identity, routing, acks, retries) is written once, elsewhere.
 */
import {
  component,
  event,
  point,
  publishedKey,
  publishedSql,
  room,
  service,
  type Component,
} from '@balcao/sdk/contract';
import type { Readable } from 'node:stream';
import type { Scope, WeeklyHours, z } from '@balcao/sdk/server';
import type { Identity, AddressBookPerson } from '@balcao/contacts/contract';

export type { Identity, AddressBookPerson };

export type ConnectionStatus = 'qrcode' | 'PAIRING' | 'DISCONNECTED' | 'TIMEOUT' | 'OPENING' | 'CONNECTED';
/**
 * Statuses in which nothing can be sent: they show the red badge in the menu, for a connection that was connected
 * before.
 */
export const downStatuses: readonly ConnectionStatus[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

export interface Connection {
  id: number;
  companyId: number;
  name: string;
  /** Id of the channel’s adapter: `sandbox`, `webchat`. */
  channel: string;
  status: ConnectionStatus;
  /** The text of the QR code to scan; '' when there is none. */
  qrcode: string;
  /** Number of attempts to connect since it was last connected: sessions started, and codes shown. */
  retries: number;
  isDefault: boolean;
  /** Sent before the menu of queues. */
  greetingMessage: string;
  /** Sent when a ticket is resolved, unless its queue has a text of its own. */
  complationMessage: string;
  /** Minutes within which a closed ticket is reopened instead of a new one started; 0 for never. */
  timeCreateNewTicket: number;
  allowGroup: boolean;
  /** Enabled: a group is one ticket. Disabled: messages of a group belong to the member’s own ticket. */
  groupAsTicket: 'enabled' | 'disabled';
  queueIds: number[];
  /** Entry queue where no menu applies. */
  keyWordQueueId: number | null;
  /** Limit of menus of queues that one customer gets; 0 for no menu. */
  maxUseBotQueues: number;
  /**
   * Minutes after which the menu may be shown again to a customer who saw it that often; 0 for never in this ticket.
   */
  timeUseBotQueues: number;
  /** Minutes without a choice after which the ticket goes to `sendIdQueue`; 0 for never. */
  timeSendQueue: number;
  sendIdQueue: number | null;
  /** Sent outside the hours, unless the hours are a queue’s. */
  outOfHoursMessage: string;
  /** Hours of the connection, which apply when the company’s `scheduleType` is `connection`; empty for always open. */
  schedules: WeeklyHours;
  /** Asks for a rating from 1 to 3 after closing, when the company’s `userRating` is enabled; '' asks nothing. */
  ratingMessage: string;
  /** Minutes in which an answer to that question counts as a rating. */
  expiresTicketNPS: number;
  /** Number of invalid answers after which the question is not repeated. */
  maxUseBotQueuesNPS: number;
  /** Hours of silence after which an open ticket is closed; 0 for never. */
  expiresTicket: number;
  /** 0: silence of both sides; 1: only when the last message was the company’s. */
  whenExpiresTicket: 0 | 1;
  /** Sent when a ticket is closed for silence. */
  expiresInactiveMessage: string;
  /** Minutes of the customer’s silence after which `inactiveMessage` is sent; 0 for never. */
  timeInactiveMessage: number;
  inactiveMessage: string;
  /**
   * Seconds between two bulk messages (`Tickets.send` with `bulk: true`); 0 for as fast as the channel sends them.
   * Messages of people always go first.
   */
  bulkInterval: number;
  /** Sent before the greeting: a picture or a video. */
  greetingMediaAttachment: GreetingMedia | null;
  /** Start of the period of old messages to import; null for no import. */
  importOldMessages: Date | null;
  /** End of that period. */
  importRecentMessages: Date | null;
  importOldMessagesGroups: boolean;
  /** Imported tickets are closed when the import has ended. */
  closedTicketsPostImported: boolean;
  /** Progress of the import; null if none was requested. */
  importProgress: ImportProgress | null;
  /** The integration, prompt and provider version that the connection uses; null or '' for none. */
  integrationId: number | null;
  promptId: number | null;
  provider: string;
  /** With `TIMEOUT` only: when its channel retries by itself; null if it does not. */
  nextTryAt: Date | null;
  /** True if it was connected at least once. Until then it is not broken: it only has to be paired. */
  wasConnected: boolean;
  /**
   * Not connected because the provider locked or restricted the account: connecting anew does not help, and sending on
   * afterwards is a decision of a person.
   */
  isLocked: boolean;
  updatedAt: Date;
}

/** See `Connections.setStatus`. */
export interface StatusChange {
  status: ConnectionStatus;
  qrcode?: string;
  nextTryAt?: Date;
  isLocked?: boolean;
}

export interface GreetingMedia {
  type: 'image' | 'video';
  path: string;
  name: string;
  mime: string;
  size: number;
}

export interface ImportProgress {
  /** `waiting` for the connection, `running`, `done`, or `failed` with a code or the channel’s text. */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Number of imported messages. */
  done: number;
  /** Total number of messages, if the channel knows it. */
  total: number | null;
  reason: string | null;
}

/** The capabilities of a channel; the interface offers nothing else. */
export interface ChannelCapabilities {
  /** Media kinds that it sends, each with its limit in bytes. */
  media: Partial<Record<MediaType, number>>;
  /**
   * Kinds of `MessageData` that it sends natively, in `OutboundMessage.data`; for others the customer reads `body`,
   * which has the same content as text.
   */
  data?: readonly MessageData['kind'][];
  /**
   * The longest text of one message; absent for none. The adapter sends a longer one as several messages, split by
   * `splitText`, so that the composer can tell beforehand how many there will be.
   */
  text?: TextLimit;
  /** Maximum number of files per message, by default 1; more files are sent as several messages, in order. */
  filesPerMessage?: number;
  /** Hours after the customer’s last message in which free text may be sent; absent for always. */
  windowHours?: number;
  /**
   * With `windowHours`: hours after the customer’s last message in which people may still write, when automations,
   * rules and bulk no longer may: 168 on Messenger. Messages of people are then sent with
   * `OutboundMessage.outsideWindow`.
   */
  personWindowHours?: number;
  reactions?: boolean;
  edits?: boolean;
  deletes?: boolean;
  groups?: boolean;
  quotes?: boolean;
  /** Pairs by a QR code that the connections page shows. */
  qr?: boolean;
  /** Receives and sends typing indicators. */
  typing?: boolean;
  /** Messages have a subject: an optional one of the author, and the customer’s are displayed. */
  subjects?: boolean;
  /** Can check if a number exists there. */
  numberCheck?: boolean;
  /** Has an address book from which people can be imported. */
  contacts?: boolean;
  /**
   * Sends tappable choices, up to this number: a menu of queues within it is sent as `OutboundMessage.menu`. The answer
   * arrives as `InboundMessage.choice`.
   */
  interactive?: { max: number };
  /**
   * The provider deduplicates messages by our `id`, so an interrupted message is simply sent again. Without this, and
   * without `reserveId`, such a message is marked `unknown` and a person decides.
   */
  once?: boolean;
}

/**
 * A channel’s own fields of its connections. The channel stores them in a table of its own, and they are deleted with
 * the connection.
 */
export interface ChannelFields {
  /**
   * Schema of the whole object `options`, in the body of POST and PUT /whatsapp. Faults are displayed at their fields.
   */
  schema: z.ZodType<Record<string, unknown>>;
  /** Loads the fields by connection, for people who may change it: no secrets, only if they are set. */
  load(connectionIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, Record<string, unknown>>>;
  /** Saves the fields in the transaction that creates or changes the connection: an error rolls all of it back. */
  save(connectionId: number, value: Record<string, unknown>, scope: Scope): Promise<void>;
}

/** Send rate of a connection. Messages above it wait, in order. */
export interface ChannelLimits {
  /** Messages per second over the whole connection; 0.5 is one in two seconds. */
  perSecond?: number;
  /** Number of messages that may be sent at once after a pause, before `perSecond` applies; by default 1. */
  burst?: number;
  /** A pause of random length after each message, as a person makes: minimum and maximum in milliseconds. */
  pauseMs?: { min: number; max: number };
}

/** Tappable choices, as an alternative to the text that numbers them. */
export interface OutboundMenu {
  /** The text above the choices. */
  text: string;
  /**
   * In order. `id` is returned as `InboundMessage.choice`; `title` may be longer than the provider allows: truncate it.
   */
  options: { id: string; title: string }[];
}
/** A location. Degrees. */
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
/** Data of a kind that a plugin defines by the point `messages.kind`, under its own id and a dot: `polls.poll`. */
export interface OwnData {
  kind: `${string}.${string}`;
  [field: string]: unknown;
}
/** Structured content of a message besides text and file, discriminated by `kind`. */
export type MessageData = LocationData | ContactsData | OwnData;
export type MediaType = 'image' | 'audio' | 'video' | 'document' | 'sticker';
/** Returns the media type that a file is sent as, by its MIME type: `document` unless it can be shown or played. */
export const mediaTypeOf = (mime: string): MediaType => {
  const [kind] = mime.split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
};
/** A file of a message, stored by `scope.storage`. `size` is in bytes. */
export interface Media {
  type: MediaType;
  path: string;
  name: string;
  mime: string;
  size: number;
}

/** A placeholder in a template, filled in by the sender. */
export interface TemplateVariable {
  /** Key in `TemplateMessage.variables`, unique in the template. */
  key: string;
  place: 'header' | 'body' | 'button';
  /** Label for people: the text between the braces, or the button’s text. */
  label: string;
}
/** A message whose text the channel’s provider approved beforehand, so that it may be sent at any time. */
export interface ChannelTemplate {
  /** Unique on the connection together with `language`. */
  name: string;
  /** `pt_BR`, `en_US`, … in the provider’s notation. */
  language: string;
  /** The provider’s category: `MARKETING`, `UTILITY`. */
  category: string;
  /** `other` for a status that the channel does not know. */
  status: 'approved' | 'pending' | 'rejected' | 'paused' | 'other';
  /** Approved, and made only of parts that the channel can send. */
  isSendable: boolean;
  /** The text header; '' for none. Placeholders are in double braces: `{{1}}`, `{{nome}}`. */
  header: string;
  /** Kind of the file above the text, which must be supplied; null for none. */
  file: 'image' | 'video' | 'document' | null;
  body: string;
  footer: string;
  /** The texts of its buttons, in order. */
  buttons: readonly string[];
  /** In reading order. */
  variables: readonly TemplateVariable[];
}
/** A template to send, with the values of its variables. */
export interface TemplateMessage {
  name: string;
  language: string;
  /** Values by `key`. Line breaks and repeated spaces become one space where the provider refuses them. */
  variables?: Readonly<Record<string, string>>;
}
export interface TemplateRowsProps {
  label: string;
  /** One line of help under the label. */
  help?: string;
  /** The field's name on the server, whose errors are shown here; those of a value are named `<name>.<key>`. */
  name?: string;
  /** An error that you found, or read, yourself. */
  error?: string | undefined;
  /** Text of the first choice, which is no template: "Sem modelo". */
  none: string;
  /** Those of one connection in every status, as `Connections.templates` returns them. */
  templates: readonly ChannelTemplate[];
  value: TemplateMessage | null;
  onChange(value: TemplateMessage | null): void;
  /** Values of a template that was just chosen, in the order of its placeholders; `{nome}` and the like are yours to replace. */
  usual?: readonly string[];
  /** One line of help about the values, under the first of them. */
  valueHelp?: string;
  /** Offers also templates whose header is a file: your form has a field for it. Without it they are not offered. */
  withFiles?: boolean;
}
/** Rows of a form that choose an approved template and fill in its placeholders; the file of a header is yours to ask. */
export const templateRows = component<TemplateRowsProps>('connections.template');
/** A template as the customer reads it; in a preview, empty placeholders remain. */
export interface FilledTemplate {
  header: string;
  body: string;
  footer: string;
  buttons: readonly string[];
  /** The complete text, for the ticket. */
  text: string;
}
/** A template that is ready to send. */
export interface PreparedTemplate {
  text: string;
  /** JSON for the adapter only: returned as `OutboundMessage.template`, even if the template changed since. */
  payload: unknown;
}
/** Server: the templates of one channel. */
export interface ChannelTemplates {
  /** Id of its adapter. */
  id: string;
  /**
   * Returns all templates of the connection, in every status. Answer from stored data: the provider is not requested
   * each time.
   */
  list(connection: Connection, scope: Scope): Promise<ChannelTemplate[]>;
  /** Throws ERR_NO_TEMPLATE_FOUND (404). */
  preview(template: TemplateMessage, connection: Connection, scope: Scope): Promise<FilledTemplate>;
  /**
   * Prepares a template; nothing is sent yet. Throws ERR_NO_TEMPLATE_FOUND (404), ERR_TEMPLATE_NOT_SENDABLE (409), and
   * ERR_VALIDATION with the keys of empty variables, or `file` when that is missing or does not fit.
   */
  prepare(
    template: TemplateMessage,
    file: { mime: string; size: number } | undefined,
    connection: Connection,
    scope: Scope,
  ): Promise<PreparedTemplate>;
}
/**
 * Server: templates of a channel, so that senders need no knowledge of its provider. They are sent by `Tickets.send`
 * with `template`, and reach the adapter’s `send` as `OutboundMessage.template`.
 */
export const channelTemplate = point<ChannelTemplates>('channels.template');

export interface OutboundMessage {
  /** Our id, the same on every retry. Pass it to the provider if it accepts an idempotency key. */
  id: number;
  to: Identity;
  /**
   * The author: a person of the company who writes to this one customer, or the company itself (a greeting, an
   * automation, one of many bulk messages). For networks that allow people more than programs.
   */
  by: 'person' | 'company';
  /**
   * With the capability `personWindowHours`: a person sends this after the time for free text, while people still may.
   * Mark it as the network requires. Throw `window` when it refuses: then nobody may write until the customer does
   * again.
   */
  outsideWindow?: true;
  body: string;
  /** Its file; of several, the first. */
  media?: Media;
  /** All its files in order, if it has several: at most `filesPerMessage`. */
  medias?: readonly Media[];
  /**
   * With the capability `subjects`: the author’s subject, else the last one of the ticket. Absent if the ticket never
   * had one.
   */
  subject?: string;
  /** Provider’s id of the message that this one replies to. */
  quotedExternalId?: string;
  /** The id that `reserveId` returned: the same on every retry. Pass it to the provider as the message’s own. */
  reservedId?: string;
  /** With the capability `data`, if it includes this kind: send this instead of `body`. */
  data?: MessageData;
  /** With the capability `interactive`: send these choices instead of `body`, which numbers them. */
  menu?: OutboundMenu;
  /** A forwarded message: mark it where the network shows that. Our interface marks it in any case. */
  isForwarded?: boolean;
  /**
   * A template, as the channel’s `channels.template` prepared it; `body` is its text, without the author’s name, and
   * `media` is its header file.
   */
  template?: { name: string; language: string; payload: unknown };
}

/** A message that both sides have. */
export interface MessageReference {
  externalId: string;
  fromMe: boolean;
}

export interface ChannelAdapter {
  id: string;
  capabilities: ChannelCapabilities;
  /**
   * Returns the scope of identities on this connection: '' when values are unique everywhere (phone numbers), else the
   * connection or the account there. With an account’s id people stay the same when the account is connected anew.
   */
  identityScope(connection: Connection, scope: Scope): string | Promise<string>;
  /** The kind of identities on this channel, by which contacts that never wrote there are reached. */
  identityKind: Identity['kind'];
  /** Fields of this channel in the connection form, from its creation on. */
  fields?: ChannelFields;
  /** Starts a session, or a new pairing when `fresh`. Reports progress through `connections.setStatus`. */
  connect(connection: Connection, scope: Scope, options: { fresh: boolean }): Promise<void>;
  disconnect(connection: Connection, scope: Scope): Promise<void>;
  /** Returns the send rate of this connection; absent for no limit. */
  limits?(connection: Connection): ChannelLimits;
  /**
   * Returns the provider’s id of a message before it is sent, where the sender chooses it. It is stored first, so that
   * after a crash the same message is sent with the same id and the provider drops the duplicate.
   */
  reserveId?(message: Pick<OutboundMessage, 'id' | 'to'>, connection: Connection): string;
  /** Resolves once the provider accepted the message. Throws ChannelError otherwise. */
  send(message: OutboundMessage, connection: Connection, scope: Scope): Promise<{ externalId: string }>;
  /** Marks the messages up to here as read by the attendant. */
  markRead?(externalIds: readonly string[], to: Identity, connection: Connection, scope: Scope): Promise<void>;
  presence?(state: Presence, to: Identity, connection: Connection, scope: Scope): Promise<void>;
  /**
   * A person’s ticket was closed, or is open again: for a channel whose other side shows that. Called with the state at
   * that moment, possibly more than once; errors are only logged.
   */
  conversationState?(state: 'running' | 'closed', to: Identity, connection: Connection, scope: Scope): Promise<void>;
  /** Reacts to a message; '' removes the reaction. With the capability `reactions`. Throws ChannelError. */
  react?(target: MessageReference, emoji: string, to: Identity, connection: Connection, scope: Scope): Promise<void>;
  /** Edits a sent message. With the capability `edits`. Throws ChannelError: `window` when it is too late. */
  edit?(target: MessageReference, body: string, to: Identity, connection: Connection, scope: Scope): Promise<void>;
  /** Deletes a sent message for everybody. With the capability `deletes`. Throws ChannelError. */
  revoke?(target: MessageReference, to: Identity, connection: Connection, scope: Scope): Promise<void>;
  checkNumber?(number: string, connection: Connection, scope: Scope): Promise<{ exists: boolean; value: string }>;
  /**
   * Yields everybody in the connection’s address book, with the identities that their messages will have. With the
   * capability `contacts`. Runs in a job: it may take long, and ends early when `scope.signal` is aborted.
   */
  contacts?(connection: Connection, scope: Scope): AsyncIterable<AddressBookPerson>;
  /**
   * Yields messages from before the connection joined the product, oldest first and in batches. Runs in a job on any
   * node once the connection is up: a history that the network pushes only once is stored by the channel until it is
   * read here. Known messages are skipped. Ends early when `scope.signal` is aborted.
   */
  importHistory?(period: HistoryPeriod, connection: Connection, scope: Scope): AsyncIterable<HistoryBatch>;
  fetchMedia?(
    reference: string,
    connection: Connection,
    scope: Scope,
  ): Promise<{ name: string; mime?: string; body: Readable }>;
  /**
   * The connection was deleted, with every row that refers to it: end what still runs for it, also at the provider.
   * Called after the commit, whatever its status was; if absent, `disconnect` is called for a connected one. Data that
   * it needs then must be in a table without a reference to the connection.
   */
  release?(connection: Connection, scope: Scope): Promise<void>;
}
/** The period of old messages that a company imports. */
export interface HistoryPeriod {
  from: Date;
  until: Date;
  groups: boolean;
}
export interface HistoryBatch {
  messages: InboundMessage[];
  /** Total number of messages, as far as known by now. */
  total?: number;
}
/** Server: the adapter of one channel. */
export const channelAdapter = point<ChannelAdapter>('channels.adapter');

export type Presence = 'composing' | 'recording' | 'paused';

/** The reason why a provider did not accept a message, which determines what follows. */
export type ChannelFailure =
  | 'retry' // temporary failure: retried with back-off
  | 'refused' // permanent failure: marked failed with the reason
  | 'window' // outside the time in which free text may be sent
  | 'invalid-contact' // the person does not exist there
  | 'disconnected' // the connection is down: retried once it is up
  | 'unknown'; // the answer was lost: sent again where the provider deduplicates, else marked for a person to decide

/** With `retry`, when the provider asks to wait. */
export interface RetryAfter {
  /** Seconds. Attempts in between are not counted. */
  retryAfter: number;
  /** The scope of the wait: all messages of the connection (the default), or only of this ticket. */
  of?: 'connection' | 'conversation';
}

/**
 * Creates the error that an adapter throws. It is recognised by its shape, never by its class: a plugin may have its
 * own copy of this file.
 *
 * `reason` is a code if people should read it: one word of small letters, digits, `-` and `_`. The ticket displays it
 * in the reader’s language, by `reason.<code>` in the locales of the plugin that contributes the channel’s
 * `channels.type`, which also explains what to do; a code without a text is displayed by `reason.other` there, with
 * `{{code}}`. Texts of a provider are for the log: they may contain numbers and names, and are not sent to browsers.
 * @example
 * throw channelError('refused', 'template-paused', error); // "reason": { "template-paused": "…" }
 */
export const channelError = (
  failure: ChannelFailure,
  reason: string,
  cause?: unknown,
  wait?: RetryAfter,
): Error & { channelFailure: ChannelFailure; channelWait?: RetryAfter } =>
  Object.assign(new Error(reason, { cause }), { channelFailure: failure, ...(wait && { channelWait: wait }) });
/** Returns the failure of an error; any unknown error counts as a temporary failure. */
export const failureOf = (error: unknown): ChannelFailure =>
  (error as { channelFailure?: ChannelFailure } | undefined)?.channelFailure ?? 'retry';

/** Returns how long the provider asked to wait; undefined if it did not. */
export const waitOf = (error: unknown): RetryAfter | undefined => {
  const wait = (error as { channelWait?: RetryAfter } | undefined)?.channelWait;
  return wait && wait.retryAfter > 0 ? wait : undefined;
};

/**
 * The thing outside its ticket that a message refers to: the story that it replies to, the ad that was tapped. Displayed above
 * its text. Texts are truncated (`id` and `title` at 500 characters, `url` at 2,000), and a `url` that is not http or
 * https is left out.
 */
export interface MessageContext {
  kind: 'story' | 'story-mention' | 'post' | 'reel' | 'ad' | 'comment';
  /** The provider’s id of it. */
  id?: string;
  /**
   * Its page. It opens in a new tab: nothing is loaded from there, and it may be removed one day. Of a story, its
   * picture or film, for a `messages.renderer` of the channel; it is no link.
   */
  url?: string;
  /** Its headline, or the first words of a comment or of the post that was commented on. */
  title?: string;
  /**
   * The message itself is public: a comment under a post. It opens no window for free text (`windowHours`), and no rule
   * or automation answers it: people do, by what the channel offers for it.
   */
  isPublic?: true;
}
/**
 * The way by which a person came to write, for reports and automations. Every text is truncated at 500 characters, `url` at 2,000.
 */
export interface MessageReferral {
  /** The origin, as the provider’s term in small letters: `ad`, `post`, `shortlink`. */
  source?: string;
  /** The company’s own tag of the link: `ref` of an m.me link. */
  ref?: string;
  /** The provider’s id of the ad. */
  adId?: string;
  /** The ad’s headline. */
  title?: string;
  /** The ad’s text. */
  text?: string;
  url?: string;
  /** Identifies the tap to the ad platform, for conversion reports: `ctwa_clid`. */
  clickId?: string;
}

export interface InboundMessage {
  /** Provider’s id, unique on the connection: duplicates are dropped. */
  externalId: string;
  from: Identity;
  /** The sender’s name as the provider knows it. */
  name: string;
  /** Digits, if known. */
  number?: string;
  /**
   * Their e-mail address, if the provider knows it: set on the contact if it has none. It does not identify a person;
   * an identity of the kind `email` does.
   */
  email?: string;
  picture?: string;
  /** Displayed above the text; one line, truncated at 500 characters. */
  subject?: string;
  body: string;
  /** Provider’s time, by which messages are ordered. */
  sentAt: Date;
  media?: Media;
  /** Its files in order, if it may have several; instead of `media`. Files after the 100th are left out. */
  medias?: readonly Media[];
  quotedExternalId?: string;
  data?: MessageData;
  /** The thing outside the ticket that it refers to: the story that it replies to, the ad that it came from. */
  context?: MessageContext;
  /** The person’s way to the company, if the provider reports it. */
  referral?: MessageReferral;
  /** The `id` of the tapped option. `body` is its title, as people read it. */
  choice?: string;
  /** A forwarded message, where the network shows that. */
  isForwarded?: boolean;
  /** Sent by the company itself from another device. */
  fromMe?: boolean;
  /**
   * With `fromMe`: who wrote it, if the provider reports that: a person, or the program that they used (“Meta Business
   * Suite”). Displayed above it, as the names of attendants are; truncated at 100 characters.
   */
  author?: string;
  /** The group’s identity and name, for a message in a group. */
  group?: { identity: Identity; name: string };
}

/** Receives what arrives on a channel. Resolves only when it is stored: answer the provider after that. */
export interface ChannelInbox {
  /**
   * Stores one message. Messages of one company that arrive at the same time are stored together, by one statement,
   * unless this is called inside `tx`. Unsupported data is left out if a text or a file remains. Throws ERR_VALIDATION
   * (400) when nothing would remain, ERR_NO_WAPP_FOUND (404), and ERR_BUSY (503) when too many wait.
   */
  message(connectionId: number, message: InboundMessage): Promise<InboundResult>;
  /**
   * Stores several messages, as a provider delivers them in one call: together, and those of one person in the given
   * order. Returns one outcome each, in the given order, with the result or the error of `message`. Rejects with
   * ERR_BUSY (503) when too many wait: then none was stored.
   * @example
   * const outcomes = await scope.use(channelInbox).messages(connectionId, arrived);
   * const failed = outcomes.find((outcome) => outcome.status === 'rejected');
   * if (failed) throw failed.reason; // the provider delivers all of them again; stored ones are dropped then
   */
  messages(connectionId: number, messages: readonly InboundMessage[]): Promise<PromiseSettledResult<InboundResult>[]>;
  /** Sets the ack: 1 sent, 2 delivered, 3 and 4 read. It never decreases; unknown ids are ignored. */
  ack(connectionId: number, externalId: string, ack: 1 | 2 | 3 | 4): Promise<void>;
  /**
   * Sets the ack of everything that the company sent to this person up to a moment: for providers whose receipts have
   * no ids. `at` is compared with the moment at which each message was passed to the channel; failed messages, unsent
   * ones and those older than 30 days are unchanged. An unknown person is ignored.
   */
  ackUntil(connectionId: number, to: Identity, at: Date, ack: 2 | 3 | 4): Promise<void>;
  /**
   * Opens the time for free text until this moment at least: for events that open it without a message (a reaction, a
   * tap), or for longer than `windowHours` (an ad). It never shortens it; a message that the adapter, or `failed`,
   * refused with `window` ends it early. An unknown person, and channels without `windowHours`, are ignored.
   */
  windowUntil(connectionId: number, from: Identity, until: Date): Promise<void>;
  /**
   * The provider confirms by our own id that it accepted a message: for providers that return it with their receipts.
   * Settles messages that were interrupted between sending and the answer.
   */
  sent(connectionId: number, messageId: number, externalId: string): Promise<void>;
  /**
   * Imports old messages: nothing is sent automatically, no count rises, nobody is notified. Returns the number of new
   * messages. Current messages go to `message`.
   */
  imported(connectionId: number, messages: readonly InboundMessage[]): Promise<number>;
  /** Closes the tickets that contain imported messages only. */
  closeImported(connectionId: number): Promise<void>;
  /**
   * The provider reported later that a message failed. `reason` is the same as in `channelError`. `failure` is `window`
   * when the time for free text was over, which is then closed here too until the customer writes.
   */
  failed(connectionId: number, externalId: string, reason: string, failure?: 'window'): Promise<void>;
  presence(connectionId: number, from: Identity, state: Presence): Promise<void>;
  /**
   * A person reacted to a message; '' removes the reaction. `name` is set in groups. With the provider’s time `at` an
   * older reaction of the same person changes nothing. A reaction that arrives before its message is stored for it;
   * other unknown messages are ignored.
   */
  reaction(
    connectionId: number,
    externalId: string,
    reaction: { emoji: string; from: Identity; name?: string; fromMe?: boolean; at?: Date },
  ): Promise<void>;
  /** The author edited a message. An edit older than the last one is ignored. */
  edited(connectionId: number, externalId: string, change: { body: string; editedAt: Date }): Promise<void>;
  /** The author deleted a message. */
  deleted(connectionId: number, externalId: string): Promise<void>;
  /**
   * Returns the messages exchanged with this person, oldest first: for channels that show history on the other side.
   */
  history(
    connectionId: number,
    with_: Identity,
    options: { limit: number; before?: number },
  ): Promise<HistoryMessage[]>;
}
export interface InboundResult {
  /** False if it was already stored. */
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
  /** Time of the author’s last edit; null for never. */
  editedAt: Date | null;
  isDeleted: boolean;
}
/** Provided by the plugin that stores tickets. */
export const channelInbox = service<ChannelInbox>('channels.inbox');

export interface Connections {
  /**
   * Creates a connection with the default rules, for channels that learn from the network which accounts there are: as
   * POST /whatsapp does, with its errors. `queueId` is its entry queue. `options` are the channel’s own fields, saved in
   * the same transaction. Check the permission `connections-page:addConnection` of the person yourself.
   */
  create(made: {
    name: string;
    channel: string;
    queueId: number;
    options?: Readonly<Record<string, unknown>>;
  }): Promise<Connection>;
  list(): Promise<Connection[]>;
  find(id: number): Promise<Connection | undefined>;
  /** Returns the default connection, else the only connected one. */
  preferred(): Promise<Connection | undefined>;
  /**
   * Stores the status. `nextTryAt`, with `TIMEOUT`: when the channel retries by itself to reach a network that does not
   * answer. `isLocked`: the provider locked the account, until the next status without it.
   */
  setStatus(id: number, change: StatusChange): Promise<void>;
  /**
   * Returns the templates of a connection, in every status; none if its channel has none. Throws ERR_NO_WAPP_FOUND
   * (404).
   */
  templates(connectionId: number): Promise<ChannelTemplate[]>;
  /** Returns a template as the customer would read it. Throws ERR_NO_WAPP_FOUND, ERR_NO_TEMPLATE_FOUND (404). */
  previewTemplate(connectionId: number, template: TemplateMessage): Promise<FilledTemplate>;
  /**
   * For the plugin that stores tickets; others send templates by `Tickets.send`. Throws the errors of
   * `ChannelTemplates.prepare`.
   */
  prepareTemplate(
    connectionId: number,
    template: TemplateMessage,
    file?: { mime: string; size: number },
  ): Promise<PreparedTemplate>;
  /** Returns the adapter of a connection; undefined while its plugin is disabled. */
  adapter(connection: Pick<Connection, 'channel'>): ChannelAdapter | undefined;
}
/**
 * Server: issues tokens by which programs send through a connection. `POST /whatsapp-token/{id}` calls the first
 * contribution.
 */
export interface ConnectionTokenIssuer {
  id: string;
  /** Returns a new token, to be displayed once. Existing tokens of the connection remain valid. */
  issue(connectionId: number, scope: Scope): Promise<string>;
  /** Returns which of these connections have a token. */
  has(connectionIds: readonly number[], scope: Scope): Promise<ReadonlySet<number>>;
  /** The page on which tokens are managed, `/messages-api`; the connection form links to it. */
  page?: string;
}
/** Server: the issuer of connection tokens; without one there are none. */
export const connectionTokenIssuer = point<ConnectionTokenIssuer>('connections.token.issuer');
/** Server: describes the dependents of a connection, to the person who is about to delete it. */
export interface ConnectionDependents {
  id: string;
  /**
   * Returns a whole sentence in the reader’s language, by `scope.t`, with a count; undefined without dependents.
   * `scope` is the plugin’s own. A contribution that fails is left out: it must not block the deletion.
   */
  describe(connectionId: number, scope: Scope): Promise<string | undefined>;
}
/** Server: sentences about the dependents of a connection, before it is deleted. `GET /whatsapp/{id}/dependents`. */
export const connectionDependents = point<ConnectionDependents>('connections.dependents');

/** The company’s connections. */
export const connections = service<Connections>('connections.connections');

/** A connection was created, changed (including its status) or deleted. Key: the connection. */
export const connectionChanged = event<{
  connectionId: number;
  status: ConnectionStatus;
  action: 'create' | 'update' | 'delete';
}>('connections.connection.changed');
/** Live messages: `update` {connection}, `delete` {connectionId}. */
export const connectionsRoom = room('connections.list');
/**
 * For people who may pair a connection: the messages of `connectionsRoom` with the QR code. For clients of the
 * specified protocol (`joinWhatsappSession`), which receive the code.
 */
export const pairingRoom = room('connections.pairing');

/** A connection as browsers receive it: moments are ISO 8601. */
export interface ConnectionView extends Omit<
  Connection,
  'updatedAt' | 'nextTryAt' | 'importOldMessages' | 'importRecentMessages'
> {
  updatedAt: string;
  nextTryAt: string | null;
  importOldMessages: string | null;
  importRecentMessages: string | null;
  capabilities: ChannelCapabilities;
  /** True if its channel is enabled for the company. Otherwise nothing is received or sent, whatever the status. */
  channelOn: boolean;
  /** True if its channel can import old messages. */
  hasHistory: boolean;
  /** True if a token for the messages API was issued; null if there is no issuer. */
  hasToken: boolean | null;
  /** The page on which tokens are managed; null for none. */
  tokenPage: string | null;
  /** The channel’s own fields; null for people who may not change the connection, and for channels without any. */
  options: Readonly<Record<string, unknown>> | null;
}

/** Browser: the appearance of a channel and its parts of the forms. */
export interface ChannelType {
  id: string;
  order?: number;
  /** Locale key of its name. */
  label: string;
  /** 24 × 24 SVG path and the disc’s colour. */
  glyph: { path: string; color: string };
  /**
   * Opens instead of the form when somebody adds a connection of this type: for networks where a login returns the
   * accounts to choose from. `onAdded` reloads the list; it creates the connections by a route of the plugin, with
   * `Connections.create`.
   */
  connect?: Component<{ onAdded(connectionIds: readonly number[]): void; onClose(): void }>;
  /** Shows the company’s next step: a snippet to paste, a QR code. */
  setup?: Component<{ connection: ConnectionView }>;
  /**
   * A sheet of the channel’s own settings, behind the gear of an existing connection. It saves by itself, by routes of
   * the plugin.
   */
  form?: Component<{ connection: ConnectionView }>;
  /**
   * Fields within the connection form, from its creation on. `values` are passed to `save` of the adapter’s `fields`;
   * the server’s faults are displayed at the field: `<FormRow name="options.address">`.
   */
  fields?: Component<ChannelFieldsProps>;
}
export interface ChannelFieldsProps {
  /** Undefined while a new connection is created. */
  connection: ConnectionView | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}
/** Browser: the appearance of one channel, and its setup. */
export const channelType = point<ChannelType>('channels.type');
/** The tab of a section in the connection form; `own` is a tab of its own, named by `label`. */
export type ConnectionTab = 'general' | 'integrations' | 'messages' | 'chatbot' | 'nps' | 'own';

/** A section of the connection form. `values` holds the values typed so far. */
export interface ConnectionFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  /** Default: `general`. */
  tab?: ConnectionTab;
  component: Component<{
    /** Undefined while a new connection is created. */
    connection: ConnectionView | undefined;
    values: Readonly<Record<string, unknown>>;
    /**
     * Sets a field. `known` is its previous value, so that a change that somebody else saved in between is not
     * overwritten.
     */
    setValue(field: string, value: unknown, known?: unknown): void;
  }>;
}
/** Server: the valid values of a connection’s `integrationId`, for `GET /queueIntegration`. */
export interface ConnectionIntegrations {
  id: string;
  list(scope: Scope): Promise<{ id: number; name: string }[]>;
}
/** Server: integrations that a connection can use. */
export const connectionIntegrations = point<ConnectionIntegrations>('connections.integration');
/** Browser: a section in the connection form. Properties: `{ connection }`. */
export const connectionFormSection = point<ConnectionFormSection>('connections.form.section');

/** A row of `connections.public_connection`. */
export interface PublicConnection {
  id: number;
  company_id: number;
  name: string;
  /** Id of the channel’s adapter. */
  channel: string;
  status: ConnectionStatus;
  is_default: boolean;
  allow_group: boolean;
  /** True if a group is one ticket. */
  group_as_ticket: boolean;
  /** Entry queue where no menu applies. */
  entry_queue_id: number | null;
  /** Limit of menus of queues that one customer gets; 0 for no menu. */
  max_use_bot_queues: number;
  /** Minutes after which the menu may be shown again; 0 for never in this ticket. */
  time_use_bot_queues: number;
  /** Minutes without a choice after which the ticket goes to `send_id_queue`; 0 for never. */
  time_send_queue: number;
  send_id_queue: number | null;
  /** Minutes within which a closed ticket is reopened; 0 for never. */
  time_create_new_ticket: number;
  created_at: Date;
  updated_at: Date;
  /** Hours of silence after which an open ticket is closed; 0 for never. */
  expires_ticket: number;
  /** 0: silence of both sides; 1: only when the last message was the company’s. */
  when_expires_ticket: 0 | 1;
  /** Minutes of the customer’s silence after which `inactive_message` is sent; 0 for never. */
  time_inactive_message: number;
  inactive_message: string;
}
/** SQL: connections of the company. A channel’s own data is in its own tables. */
export const publicConnection = publishedSql<PublicConnection>('connections.public_connection');

/** A row of `connections.public_connection_queue`. */
export interface PublicConnectionQueue {
  company_id: number;
  connection_id: number;
  queue_id: number;
}
/** SQL: queues of each connection. */
export const publicConnectionQueue = publishedSql<PublicConnectionQueue>('connections.public_connection_queue');

/** Foreign keys to connections refer to `connections.connection (company_id, id)`. */
export const connectionKey = publishedKey('connections.connection');

/** The longest text of one message on a channel. */
export interface TextLimit {
  max: number;
  /** Characters are UTF-16 code units, as `length` counts them; bytes are those of UTF-8. */
  unit: 'characters' | 'bytes';
}

const encoder = new TextEncoder();

/** Returns the size of a text as the channel counts it. */
export const textSizeOf = (text: string, { unit }: TextLimit): number =>
  unit === 'bytes' ? encoder.encode(text).length : text.length;

let segmenter: Intl.Segmenter | undefined;

/** Returns the longest beginning of a text within the limit, never within an emoji. */
const beginningOf = (text: string, limit: TextLimit): string => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let size = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    size += textSizeOf(segment, limit);
    if (size > limit.max) break;
    end = index + segment.length;
  }
  // A single character over the limit: without progress the loop would not end.
  return end === 0 ? String.fromCodePoint(text.codePointAt(0) ?? 0) : text.slice(0, end);
};

/** Splits a text at spaces into parts within the limit; a word that is too long is cut. */
export const splitText = (text: string, limit: TextLimit): string[] => {
  const parts: string[] = [];
  let rest = text.trim();
  while (textSizeOf(rest, limit) > limit.max) {
    const beginning = beginningOf(rest, limit);
    const space = beginning.search(/\s\S*$/);
    const isInWord = !/^\s/.test(rest.slice(beginning.length));
    const cut = isInWord && space > beginning.length / 2 ? space : beginning.length;
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== '') parts.push(rest);
  return parts;
};
