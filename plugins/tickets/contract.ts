/** Contract of conversations. What other plugins' SQL may use of them is at the end of this file. */
import { component, event, point, publishedKey, publishedSql, room, service } from '@balcao/sdk/contract';
import type { Component } from '@balcao/sdk/contract';
import type { Language, Scope, Sql, StoredFile, z } from '@balcao/sdk/server';
import type {
  MessageContext,
  MessageData,
  MessageReferral,
  OutboundMenu,
  Presence,
  TemplateMessage,
} from '@balcao/connections/contract';

export type { MessageContext, MessageData, MessageReferral, OutboundMenu, Presence, TemplateMessage };

export type TicketStatus = 'pending' | 'open' | 'closed';

export interface TicketView {
  id: number;
  uuid: string;
  status: TicketStatus;
  /**
   * A program began it and the customer has not answered: it is in no list and no count, and its status is `closed`.
   */
  isUnlisted?: true;
  channel: string;
  unreadMessages: number;
  lastMessage: string;
  /** The receipt of the last message: null when the customer wrote it, -1 when it could not be sent. */
  lastMessageAck: number | null;
  /**
   * `text`, a kind of file, `location`, `contacts` or another kind of `MessageData`, `deleted`, or `reaction` when the
   * latest change is a reaction.
   */
  lastMessageType: string;
  updatedAt: string;
  createdAt: string;
  /**
   * Time of the customer's first unanswered message, or when the conversation came back to wait; null: nobody waits.
   */
  waitingSince: string | null;
  /** Number of the company's messages that could not be sent. */
  unsentMessages: number;
  isGroup: boolean;
  queueId: number | null;
  userId: number | null;
  whatsappId: number;
  contactId: number;
  contact: { id: number; name: string; number: string; profilePicUrl: string | null; email: string };
  queue: { id: number; name: string; color: string } | null;
  user: { id: number; name: string } | null;
  whatsapp: { id: number; name: string; status: string };
  /** The company answers automatically: by the menu, or by an automation of a plugin. Accepting ends it. */
  isAutomaticService: boolean;
  /** The menu is active. */
  chatbot: boolean;
  /** The flow that is running; null: none. From the extra `flow`. */
  flow: { title: string } | null;
  /** Short text about the conversation; null: none was written. From the extra `summary`. */
  summary: string | null;
  tags: { id: number; name: string; color: string }[];
  /** The reply window. Present only when one conversation is requested; null: the channel has none. */
  window?: ReplyWindow | null;
  /** Values that other plugins add to a row, by the id of their `tickets.list.extra`. */
  extra: Record<string, unknown>;
}

/**
 * A row in a live update. After a message `tags` and `extra` are absent, because no message changes them: keep the
 * values you have.
 */
export type TicketRowView = Omit<TicketView, 'tags' | 'extra'> & Partial<Pick<TicketView, 'tags' | 'extra'>>;

/** The time in which a channel accepts free text after the customer's last message. */
export interface ReplyWindow {
  /** Length in hours according to the channel. Decide by the times below, not by this. */
  hours: number;
  /** When the window closes unless the customer writes again; null: it is closed. */
  closesAt: string | null;
  /** Length in hours of the window for people, where it is longer than that for automations. */
  personHours?: number;
  /** Until when people may write, never before `closesAt`; null: they may not. Absent: the same as `closesAt`. */
  personClosesAt?: string | null;
  /** It is closed, and the customer's last message is public (`MessageContext.isPublic`), which opens none. */
  isAfterPublic?: true;
}

export interface MessageView {
  id: number;
  ticketId: number;
  /** The subject, on channels that have one (capability `subjects`); null: none. */
  subject: string | null;
  body: string;
  fromMe: boolean;
  /** 0 waiting, 1 sent, 2 delivered, 3 and 4 read. */
  ack: number;
  /** Why it was not sent: suffix of a locale key under `failure.`; null when it was sent or is still to be sent. */
  failure: string | null;
  /**
   * Details of the failure: a code that the channel translates (`reason.<code>` of its locales), else one of this
   * plugin; null: none.
   */
  failureReason: string | null;
  mediaUrl: string | null;
  mediaType: 'image' | 'audio' | 'video' | 'document' | 'sticker' | null;
  mediaName: string | null;
  mediaSize: number | null;
  mediaMime: string | null;
  /** All files, in order; the fields `media…` are those of the first. */
  files: MessageFile[];
  /** The message that it answers. */
  quotedMsg: QuotedMessage | null;
  /**
   * Content beside text and files: a location, contact cards, or a kind that a plugin added. `body` is the same as
   * text.
   */
  dataJson: MessageData | null;
  /**
   * The thing outside the conversation that it belongs to, shown above the text: a story, a post, an ad; null: none.
   */
  context?: MessageContext | null;
  /** The way by which the customer came to write: the ad, the link; null: not known. */
  referral?: MessageReferral | null;
  /** One per person: a later one replaces the earlier. */
  messageReact: MessageReaction[];
  isDeleted: boolean;
  /** Time of the author's last edit; null: never edited. */
  editedAt: string | null;
  onlyInternal: boolean;
  /** It was forwarded from another conversation. */
  isForwarded: boolean;
  /** The author, of the company; null: the customer, or the company itself. */
  user: { id: number; name: string } | null;
  /** The name that the sender's browser gave it, by which the stored message replaces the optimistic copy. */
  clientId: string | null;
  /** The author in a group; of the company’s message, who wrote it elsewhere, if the network reports that. */
  participant?: string | null;
  createdAt: string;
  /** `createdAt` in milliseconds since 1970. */
  timestamp: number;
  /** The current queue of its conversation. */
  queueId: number | null;
  /** The customer who wrote it; null: the company. */
  contact: Pick<TicketView['contact'], 'id' | 'name' | 'profilePicUrl'> | null;
  /** A text that a plugin wrote for its content: what is said in a voice message; null: none. */
  summary: string | null;
  /**
   * The `id` of the menu option that was tapped; null: none. Present only in `Tickets.message` and `Tickets.messages`,
   * in what automations receive, and in live updates, not in pages of messages.
   */
  choice?: string | null;
}

/** A file of a message. */
export interface MessageFile {
  /** Path below the server's address, for people who are signed in to the company. */
  url: string;
  type: 'image' | 'audio' | 'video' | 'document' | 'sticker';
  name: string;
  /** In bytes. */
  size: number;
  mime: string;
}

/** The message that another one answers. */
export interface QuotedMessage extends Pick<MessageView, 'id' | 'body' | 'fromMe' | 'mediaType' | 'participant'> {
  /**
   * The author, of the company; null: the customer, or the company itself. Absent in data stored by earlier versions.
   */
  user?: MessageView['user'];
}

/**
 * Times at which a message of the company reached each delivery state; null: not reached, or reached before times were
 * stored.
 */
export interface MessageFacts {
  /** The author, of the company. */
  user: { id: number; name: string } | null;
  writtenAt: string;
  /** When the channel's provider accepted it. */
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
}

/** A message found by a search over all conversations. */
export interface FoundMessage extends Pick<
  MessageView,
  'id' | 'ticketId' | 'fromMe' | 'mediaType' | 'onlyInternal' | 'user' | 'createdAt'
> {
  ticketUuid: string;
  status: TicketStatus;
  contact: Pick<TicketView['contact'], 'id' | 'name' | 'profilePicUrl'>;
  /** The text around the first hit; `marks` are the hits in it, as [start, end). */
  snippet: { text: string; marks: [number, number][] };
}

export interface MessageReaction {
  emoji: string;
  /** The reaction is the company's. */
  fromMe: boolean;
  /** The name of who reacted: a person of the company, or the member of a group; null: the customer. */
  name: string | null;
}

/** The name under which the list of tickets registers with notifications: it shows these notices itself. */
export const listNotices = 'tickets';

/** A message that a plugin sends with `Tickets.send`. */
export interface OutgoingMessage {
  body: string;
  /** A stored file (`scope.storage`); the message takes ownership of it, unless `fileIsShared`. */
  file?: StoredFile;
  /**
   * Several files, in order, 30 at most: one message where the channel allows as many (`filesPerMessage` of its
   * capabilities), else as many messages as needed, stored together. The first has the body, the menu and the data, and
   * is the result of `send`. They follow `file`, where both are given.
   */
  files?: readonly StoredFile[];
  /** Identifies the message in its conversation, 80 characters at most: a repeat returns the existing message. */
  clientId?: string;
  /** The channel accepts it after its window closed too, like a template. */
  outsideWindow?: boolean;
  /** Our id of the message, of the same conversation, that it answers. */
  quotedId?: number;
  /**
   * A bulk message. It waits outside the send queue, in the order given, and everything that people write goes first: a
   * reply waits only for the message in flight. `true`: at least the connection's `bulkInterval` after the previous
   * one. `'fast'`: as fast as the channel accepts it, and before the former. The order within a conversation is kept: a
   * later message of another kind there releases the waiting ones at once, before itself.
   */
  bulk?: boolean | 'fast';
  /**
   * Options to tap, where the channel supports them (`interactive` of its capabilities); elsewhere `body` is sent. An
   * empty `body` becomes the menu's text with the numbered titles. The tapped option is returned as `choice`; ids are
   * unique, 200 characters at most.
   */
  menu?: OutboundMenu;
  /**
   * Content beside text and files: a location, contact cards, or a kind that a plugin added (`messages.kind`). An empty
   * `body` becomes its text. ERR_VALIDATION when the kind is unknown or its schema refuses the data.
   */
  data?: MessageData;
  /**
   * A template of the conversation's channel (`channels.template`), which may be sent at any time: `body` is replaced
   * by the text that the customer reads, and `file` is its header. Errors: ERR_NO_TEMPLATE_FOUND (404),
   * ERR_TEMPLATE_NOT_SENDABLE (409), ERR_VALIDATION with the keys of missing values, or `file`.
   */
  template?: TemplateMessage;
  /**
   * `file` stays yours, and messages refer to it: one copy for any number of messages, counted once. Remove it with
   * `scope.storage.remove` when you no longer need it: it is deleted once no message uses it. One file only;
   * ERR_NO_FILE_FOUND (404) when it is gone.
   */
  fileIsShared?: boolean;
  /**
   * Send only while this automation, by its id, has the conversation: ERR_NOT_AUTOMATIC (409) once a person accepted it
   * or another automation has it. It is checked in the transaction that stores the message, so nothing is sent after
   * the acceptance.
   */
  while?: string;
  /** An internal note, which the customer never sees; in a closed conversation too. Without menu, data and template. */
  isInternal?: true;
  /** The author: a person's id, or null for the company. Absent: the person of the scope, if any. */
  by?: number | null;
  /** With `data`: sent without the author's name, also where the company signs. */
  isSigned?: false;
}

/** A text of the company for `Tickets.sendTexts`. */
export interface CompanyText {
  ticketId: number;
  /** May be empty with a menu or a template. */
  body: string;
  /** See `OutgoingMessage.clientId`. */
  clientId: string;
  menu?: OutboundMenu;
  /** See `OutgoingMessage.template`; without a file. */
  template?: TemplateMessage;
  /** See `OutgoingMessage.bulk`. */
  bulk?: 'paced' | 'fast';
  /** An internal note, which the customer never sees. Without a menu. */
  isInternal?: boolean;
}

/** A conversation that an automation has locked, see `Tickets.holdAll`. */
export interface HeldTicket {
  id: number;
  channel: string;
  /** Null: the connection was deleted. */
  connectionId: number | null;
  queueId: number | null;
  /** The attendant who has the conversation beside the automation; null: nobody. */
  userId: number | null;
  contact: { id: number; name: string; number: string; email: string };
  /** ISO 8601. */
  createdAt: string;
}

/** Filters of `Tickets.list`; absent ones do not apply. */
export interface TicketSearch {
  status?: TicketStatus;
  /** Words in names, numbers, e-mail addresses and last messages. */
  search?: string;
  /** Ids of attendants; 0: without one. */
  userIds?: readonly number[];
  /** Ids of queues; 0: without one. */
  queueIds?: readonly number[];
  connectionId?: number;
  contactId?: number;
  /** `newest` by the last change (default), `oldest`, or `waiting`: the longest wait first, without closed ones. */
  order?: 'newest' | 'oldest' | 'waiting';
  /** Page number, from 1. */
  page?: number;
  /** Default 40, at most 40. */
  pageSize?: number;
}

export interface Tickets {
  find(id: number): Promise<TicketView | undefined>;
  /** Returns many as `find` shows each, in the order of the ids; missing ones are left out. */
  findAll(ids: readonly number[]): Promise<TicketView[]>;
  /**
   * Returns the conversation in which the company may write to a contact: the running one on the connection, else the
   * last one, reopened if it was closed recently, else a new one, which waits where the connection's rules put it.
   * `listed: false`: a new one is in no list and no count, does not reopen an older one, and gets no automatic replies,
   * until the customer writes or a person opens it; from then on it is an ordinary new conversation that includes the
   * earlier messages. A running conversation is not affected. ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_FOUND (404),
   * ERR_WAPP_INVALID_CONTACT (400) when the channel cannot reach the contact.
   */
  begin(to: {
    contactId: number;
    connectionId: number;
    listed?: boolean;
  }): Promise<{ id: number; uuid: string; isNew: boolean }>;
  /**
   * `begin` with `listed: false` for many contacts, in one statement. Returns the conversation of each; contacts whom the
   * channel cannot reach are left out. ERR_NO_WAPP_FOUND (404).
   */
  beginAll(to: {
    contactIds: readonly number[];
    connectionId: number;
  }): Promise<Map<number, { id: number; uuid: string }>>;
  /** Closes a conversation, with its closing text unless `justClose`. A closed one is left as it is. */
  close(ticketId: number, options?: { justClose?: boolean }): Promise<void>;
  /** Returns one message as the company's people see it; undefined: not found. */
  message(id: number): Promise<MessageView | undefined>;
  /**
   * Returns messages of a conversation, oldest first, including internal notes: the last ones, or with `before`, the id
   * of one of them, those before it. `limit`: default 50, at most 200. The errors of `assertReadable`, and
   * ERR_NO_MESSAGE_FOUND.
   */
  messages(ticketId: number, options?: { limit?: number; before?: number }): Promise<MessageView[]>;
  /**
   * Stores a text for the content of a message, as its `summary`: it is shown and searched like the message's own text.
   * Null removes it. Returns false when there is no such message, or it was deleted.
   */
  describe(messageId: number, summary: string | null): Promise<boolean>;
  /**
   * Shows the customer that somebody is typing, or stopped, where the channel supports it; failures are only logged.
   */
  typing(ticketId: number, state?: Presence): Promise<void>;
  /**
   * Returns a page of conversations: those that the person of the scope may see, or all without a person. `count`: the
   * total over all pages.
   */
  list(query?: TicketSearch): Promise<{ tickets: TicketView[]; hasMore: boolean; count: number }>;
  /** Returns the total of `list`. Without `search`, `connectionId` and `contactId` it is read from a stored tally. */
  count(query?: Omit<TicketSearch, 'order' | 'page' | 'pageSize'>): Promise<number>;
  /**
   * Full-text search over messages of the conversations that the person of the scope may open, or of all without a
   * person, newest first. `limit`: default 20, at most 50; `before`: the id of the last one received. Fewer than two
   * characters find nothing.
   */
  search(
    term: string,
    options?: { limit?: number; before?: number },
  ): Promise<{ messages: FoundMessage[]; hasMore: boolean }>;
  /** Sends text as the company itself: a greeting, menu or reminder. ERR_TICKET_CLOSED (409). */
  sendAsCompany(ticketId: number, body: string): Promise<void>;
  /**
   * Sends a message as the person of the scope, or as the company without a person. The message takes ownership of a
   * stored file: pass a file that is used elsewhere as `fileIsShared`. A repeated `clientId` returns the existing
   * message. `outsideWindow`: the channel accepts it after its window closed, which only the channel's own plugin
   * knows. Where people have a longer window (`personWindowHours` of the channel), it applies to messages with a person
   * as author, without `bulk` and `while`. `bulk`: everything that people write goes first; see `OutgoingMessage`.
   * ERR_NO_TICKET_FOUND, the errors of `assertReadable`, ERR_TICKET_CLOSED and ERR_WINDOW_CLOSED (409), ERR_VALIDATION
   * for an empty message.
   */
  send(ticketId: number, message: OutgoingMessage): Promise<MessageView>;
  /**
   * Sends texts, menus and templates of the company, and internal notes, in many conversations, in a few statements for all of
   * them: for programs that continue many conversations at once. Each is what `send` stores with `by: null`. Returns
   * the messages in the order given. Call it inside `tx`: it throws at the first that is refused, with the errors of
   * `send`, and the transaction then stores none.
   */
  sendTexts(messages: readonly CompanyText[]): Promise<MessageView[]>;
  /**
   * Switches automatic service. On: the automation `by` gets the conversation, or without `by` the first that claims
   * it. Off: automatic replies end. Returns true when automatic service is on now. ERR_NO_TICKET_FOUND,
   * ERR_NO_AUTOMATION_FOUND (404), ERR_TICKET_CLOSED (409).
   */
  setAutomaticService(ticketId: number, on: boolean, by?: string): Promise<boolean>;
  /**
   * Locks a conversation until the end of the scope's transaction, if this automation has it, by its id; otherwise
   * ERR_NOT_AUTOMATIC (409). Whatever the transaction does then happens before a person can accept. Call it inside `tx`,
   * before the first change.
   */
  hold(ticketId: number, automation: string): Promise<void>;
  /**
   * Locks those of the conversations that this automation has, as `hold` does, and returns what an automation needs to
   * know of them, in one statement. `skipsLocked`: leaves out those that another transaction has locked at the moment,
   * instead of waiting for them. Call it inside `tx`, before the first change.
   */
  holdAll(ticketIds: readonly number[], automation: string, options?: { skipsLocked?: boolean }): Promise<HeldTicket[]>;
  /** Ends automatic service in many conversations: `setAutomaticService(id, false)` in a few statements for all. */
  endAutomaticService(ticketIds: readonly number[]): Promise<void>;
  /**
   * Moves a conversation into a queue, where it waits, or to a person; automatic service ends. An absent queue is not
   * changed. ERR_NO_TICKET_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND (404), ERR_TICKET_CLOSED.
   */
  route(ticketId: number, to: { queueId?: number | null; userId?: number | null }): Promise<void>;
  /**
   * Returns whether the company attends at the moment, by the hours that apply to the conversation: those of its queue, its
   * connection or the company, and holidays. True where none are set. ERR_NO_TICKET_FOUND (404).
   */
  isOpen(ticketId: number): Promise<boolean>;
  /** Throws ERR_NO_TICKET_FOUND or ERR_NO_PERMISSION unless the person of the scope may open it. */
  assertReadable(ticketId: number): Promise<void>;
  /**
   * Returns those of many conversations that the person of the scope may not open, each with the code that
   * `assertReadable` would throw; an empty map: all of them may be opened. One statement, however many.
   */
  unreadable(ticketIds: readonly number[]): Promise<Map<number, string>>;
  /**
   * Locks a conversation until the scope's transaction ends: nobody stores a message in it or changes it meanwhile, so
   * what you read of it stays true. False: another transaction has it locked at the moment, or it does not exist; try
   * again later. Only inside `scope.tx`.
   */
  lock(ticketId: number): Promise<boolean>;
  /**
   * Subscribes a plugin to `messageStatus` in the company, or ends that. Without a subscriber they are not emitted,
   * because there are three for every message.
   */
  watchStatus(plugin: string, isWanted: boolean): Promise<void>;
  /**
   * Takes back messages sent with `bulk` that have not entered the send queue yet, or wait for their connection, as if
   * they had never been stored, and returns the ids of those: the others are on their way or were sent. Their `clientId`
   * is free again.
   */
  withdraw(messageIds: readonly number[]): Promise<number[]>;
  /** Returns until when the provider asked for no messages on a connection; null: it did not. */
  heldUntil(connectionId: number): Promise<Date | null>;
  /**
   * Adds an entry to the log of a conversation, which the plugin's `tickets.log.entry` shows. It is part of the scope's
   * transaction. ERR_NO_TICKET_FOUND (404).
   */
  log(ticketId: number, entry: NewLogEntry): Promise<void>;
  /**
   * Adds entries to the logs of many conversations in one statement, as after a bulk message. At most 1,000 at once;
   * conversations that do not exist are left out.
   */
  logAll(entries: readonly (NewLogEntry & { ticketId: number })[]): Promise<void>;
  /** Updates one row or many in live lists: call it after a change of what an extra shows or a filter selects. */
  touched(ticketIds: number | readonly number[]): Promise<void>;
  /**
   * Makes live lists that use this query parameter reload: call it after deleting or redefining what a contributed
   * filter selects by, when more rows change than `touched` could name.
   */
  refiltered(param: string): void;
}
/** A log entry of a plugin. */
export interface NewLogEntry {
  /** The plugin's id, a dot and a name: `lanes.moved`. Stored with the conversation: do not rename it. */
  type: string;
  /** Data for showing the entry, as JSON of 4,000 bytes at most. It is deleted when the contact is erased. */
  data?: Readonly<Record<string, unknown>>;
  /** The person who acted; null: nobody of the company. Absent: the person of the scope, if any. */
  by?: number | null;
}
/** Conversations, for other plugins. */
export const tickets = service<Tickets>('tickets.tickets');

/** Emitted when a conversation begins, changes its assignment or status, or ends. Key: the conversation. */
export const ticketChanged = event<{
  ticketId: number;
  action: 'create' | 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer' | 'delete';
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  /** The person who acted; absent or null: nobody of the company. */
  by?: number | null;
  /** Time of the change, ISO 8601: listeners may run later. */
  at: string;
}>('tickets.ticket.changed');
/**
 * Emitted when a person answers a customer who waited: once for each wait, with the first answer. Messages that
 * automations and programs send in the company's name are no answers. It comes just before the `tickets.message.queued`
 * of the same message, and may come twice, as every event: make it idempotent by `messageId`. Key: the conversation.
 * @example
 * host.on(ticketAnswered, 'first-reply', async ({ ticketId, messageId, waitedMs }, scope) => {
 *   await scope.sql.run(
 *     sql`insert into pace.reply (message_id, ticket_id, waited_ms) values (${messageId}, ${ticketId}, ${waitedMs})
 *         on conflict do nothing`,
 *   );
 * });
 */
export const ticketAnswered = event<{
  ticketId: number;
  messageId: number;
  /** The person who answered; null: an unknown one, on the telephone itself. */
  userId: number | null;
  queueId: number | null;
  /** Time of the answer, ISO 8601. */
  at: string;
  /** Milliseconds since the first unanswered message, or since the conversation came back to wait. */
  waitedMs: number;
}>('tickets.ticket.answered');
/**
 * Emitted when a note with its value is added to a conversation or removed. Deleting the conversation deletes its notes
 * and emits only its `delete`. It may come twice: make it idempotent by `noteId` and `change`. Key: the conversation.
 */
export const noteChanged = event<{
  ticketId: number;
  noteId: number;
  change: 'added' | 'removed';
  valueCents: number;
  /** The author of the note; null: a deleted person. */
  userId: number | null;
  /** The person who added or removed it; null: it was erased with the data of the contact. */
  by: number | null;
  /** ISO 8601. */
  at: string;
}>('tickets.note.changed');
/** Emitted when a person transferred a conversation to a colleague, who is to be notified. Key: the conversation. */
export const ticketHandedOver = event<{ ticketId: number; toUserId: number; by: { id: number; name: string } }>(
  'tickets.ticket.handed-over',
);
/**
 * Emitted when a person transferred several conversations to a colleague at once, who is to be notified once. Key: the
 * colleague.
 */
export const ticketsHandedOver = event<{ ticketIds: number[]; toUserId: number; by: { id: number; name: string } }>(
  'tickets.tickets.handed-over',
);
/** Emitted when an internal note was written in a conversation. Key: the conversation. */
export const internalNoteWritten = event<{ ticketId: number; messageId: number; userId: number }>(
  'tickets.internal-note.written',
);
/**
 * Emitted when the customer gave a rating, 1 to 3, of a person and a queue; null: without one. Key: the conversation.
 */
export const ticketRated = event<{ ticketId: number; rate: 1 | 2 | 3; userId: number | null; queueId: number | null }>(
  'tickets.ticket.rated',
);
/**
 * Emitted when the customer wrote. It carries the state of the conversation as the message found it, so that a listener
 * with nothing to do for such a conversation returns without a query; a listener that acts reads the current state.
 * Key: the conversation.
 * @example
 * host.on(messageReceived, 'remind', async ({ ticketId, status, userId }, scope) => {
 *   if (status !== 'open' || userId === null) return;
 *   await scope.sql.run(sql`delete from pace.reminder where ticket_id = ${ticketId}`);
 * });
 */
export const messageReceived = event<{
  ticketId: number;
  messageId: number;
  /** Time of the message, ISO 8601. */
  at: string;
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  /** Null: the connection was deleted. */
  connectionId: number | null;
  isGroup: boolean;
  /** The id of the automation that had the conversation; `menu`: the menu; null: none. */
  automaticBy: string | null;
  /** Its routing was not settled yet: a menu or an automation may still claim it. */
  isRouting: boolean;
  /** All earlier messages had been read. */
  isRead: boolean;
  /** The conversation waits, and the customer had not written in it before. */
  isFirst: boolean;
}>('tickets.message.received');
/** Emitted when a message of the company is to be sent. Key: the conversation. */
export const messageQueued = event<{
  ticketId: number;
  messageId: number;
  /** The author; null: the company itself. */
  userId: number | null;
  /** Time of writing, ISO 8601, which is not the time of the event: a message that is queued again is emitted again. */
  at: string;
  /** It waits in bulk. The event is emitted again, without this field, when the message enters the send queue. */
  isWaiting?: true;
}>('tickets.message.queued');
/**
 * Emitted when a message of the company reaches another delivery state, or fails: only in companies where a plugin
 * subscribed with `Tickets.watchStatus`. Key: the conversation.
 */
export const messageStatus = event<{
  ticketId: number;
  messageId: number;
  status: 'sent' | 'delivered' | 'read' | 'failed';
}>('tickets.message.status');
/**
 * Emitted when the company edited or deleted a message, or reacted: the channel is to receive it. Key: the
 * conversation.
 */
export const messageChanged = event<{ ticketId: number; messageId: number; change: 'reaction' | 'edit' | 'delete' }>(
  'tickets.message.changed',
);
/** Emitted when a person read messages of the customer, given by the provider's ids. */
export const ticketRead = event<{ ticketId: number; externalIds: string[] }>('tickets.ticket.read');

/**
 * Live lists: `update` {ticket: TicketRowView}, `delete` {ticketId}, `updateUnread` {ticketId}, `presence` {ticketId,
 * state} of the customer, and in `{ queueId: 0 }`, which everybody joins, `refilter` {param}. `{ queueId }` for people
 * of that queue (0: tickets without one); `{ userId }` for one's own; `{ all: true }` with tickets-manager:showall.
 */
export const ticketListRoom = room<{ queueId?: number; userId?: number; all?: boolean }>('tickets.list');
/**
 * One conversation: `message` {action: create | update | error, message}, with {error, failure: ChannelFailure} when
 * the channel refused a change of ours, which was undone; `ticket` {ticket} when its status, queue or attendant
 * changed, `deleted` {ticketId}, `notes` {} when a note was added or removed, `log` {} when a plugin added a log entry,
 * `presence` {state} of the customer, `window` {} when its reply window changed, `typing` {user, state} of an
 * attendant, `viewers` {users: {id, name}[]}. Browsers send `typing` {state}, `viewing` {} every 30 seconds while it is
 * on the screen, and `left` {}.
 */
export const ticketRoom = room<{ uuid: string }>('tickets.ticket');
/**
 * Messages of all conversations in a list: carries `message` of the conversations' rooms. For clients of the specified
 * protocol (`joinMessageNotification`); `{ queueId }`, `{ userId }` and `{ all }` as in the live lists.
 */
export const ticketMessagesRoom = room<{ queueId?: number; userId?: number; all?: boolean }>('tickets.messages');

/** Server: a kind of message beside text and files: a poll, an order, an invitation. */
export interface MessageKind {
  /**
   * The plugin's id, a dot and a name: `polls.poll`. It is the `data.kind` of its messages and is stored with them: do
   * not rename it.
   */
  id: string;
  /**
   * Schema of `data` without `kind`. Its output is stored; a refusal becomes ERR_VALIDATION (400). It must not be
   * asynchronous.
   */
  schema: z.ZodType<object>;
  /**
   * Returns the content in one line, in the company's language: the `body` of a message without one, for lists, search
   * and notices, for channels without this kind, and while the plugin is off.
   * @example text: ({ question }: Poll, language) => `${words[language].poll}: ${question}`
   */
  text(data: object, language: Language): string;
  /** Maximum size of `data` as JSON, in bytes, 65,536 at most; absent: 16,384. Larger data becomes ERR_VALIDATION. */
  maxBytes?: number;
}
/**
 * Server: a kind of message. Channels receive it and `Tickets.send` sends it as `data`; a `messages.renderer` with the
 * same `kind` renders it.
 * @example
 * host.contribute(messageKind, {
 *   id: 'polls.poll',
 *   schema: z.object({ question: z.string().max(200), options: z.array(z.string().max(100)).min(2).max(12) }),
 *   text: ({ question }: Poll) => question,
 * });
 */
export const messageKind = point<MessageKind>('messages.kind');

/** Server: answers customers automatically until a person accepts: a flow, an assistant. */
export interface TicketAutomation {
  /** Stored with the conversation while it has it: do not rename it. */
  id: string;
  /**
   * Called once when a conversation begins or is reopened by the customer, and when it enters a queue by rule; not out
   * of hours. True: it claims the conversation, which then shows as automatic service, and receives `message`, which
   * led here, as its first; undefined: a person switched automatic service on. Return quickly, and send nothing yet.
   */
  claims(ticket: TicketView, message: MessageView | undefined, scope: Scope): Promise<boolean>;
  /**
   * Called when the customer writes while it has the conversation. In order, at least once: be idempotent by
   * `message.id`, for example with `clientId` in `Tickets.send`. If it throws, or does not return within 45 s,
   * automatic service ends and the conversation waits for people. Automatic service also ends when a person accepts,
   * transfers or closes (listen to `ticketChanged`), and by `Tickets.route` and `Tickets.setAutomaticService`.
   */
  received(ticket: TicketView, message: MessageView, scope: Scope): Promise<void>;
  /**
   * Called when the customer types or records, or stopped, while it has the conversation; only where the channel tells.
   * Nothing of it is stored, and it may be missed or come late. Return quickly.
   */
  typing?(ticketId: number, state: Presence, scope: Scope): Promise<void>;
}
/**
 * Server: claims conversations before the company's menu. The first contribution that wants a conversation gets it;
 * numbers are not masked in what it receives.
 * @example
 * host.contribute(ticketAutomation, {
 *   id: 'night-desk',
 *   claims: async (ticket) => ticket.queueId === null,
 *   received: async (ticket, message, scope) => {
 *     const clientId = `night-desk:${message.id}`;
 *     await scope.use(tickets).send(ticket.id, { body: 'Já respondemos!', clientId, while: 'night-desk' });
 *   },
 * });
 */
export const ticketAutomation = point<TicketAutomation>('tickets.automation', 2);

/** Server: a filter of the list. `where` refers to the ticket as `t`. */
export interface TicketListQuery {
  id: string;
  /** Name of the query parameter. */
  param: string;
  schema: z.ZodType;
  /** Query the database first where that makes the condition simpler: an `or` prevents the use of an index. */
  where(value: unknown, scope: Scope): Sql | Promise<Sql>;
}
/** Server: a filter of the ticket list; its field in the browser is `tickets.list.filter`. */
export const ticketListQuery = point<TicketListQuery>('tickets.list.query');

/** Server: an order of the list that a plugin adds. */
export interface TicketListSort {
  /**
   * The plugin's id, a dot and a name, as in the browser's `tickets.list.order`: `urgency.level`. Stored with people's
   * choices.
   */
  id: string;
  /**
   * A number for the ticket `t`, as SQL; nulls are last, and equal ones are ordered by id. Lists are sorted by it
   * without an index, so keep it cheap: a column of a row found by its key.
   */
  by(scope: Scope): Sql;
  /** Largest first. */
  descending?: boolean;
}
/**
 * Server: an order of the ticket list; its entry in the browser's menu is `tickets.list.order`.
 * @example
 * host.contribute(ticketListSort, {
 *   id: 'urgency.level',
 *   descending: true,
 *   by: () => sql`(select m.level from urgency.mark m where m.company_id = t.company_id and m.ticket_id = t.id)`,
 * });
 */
export const ticketListSort = point<TicketListSort>('tickets.list.sort');

/** Server: values that a plugin adds to list rows, loaded for many tickets at once. */
export interface TicketListExtra {
  id: string;
  /** Live updates after a message do not include it: what depends on messages calls `Tickets.touched` for each. */
  load(ticketIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, unknown>>;
  /**
   * The same as a statement that returns `ticket_id` and `value` (json), at most one row per ticket. The list joins it
   * and needs no further query; where it fails, `load` is called. `ticketIds` is an int array.
   * @example
   * rows: (ticketIds) =>
   *   sql`select v.ticket_id, to_json(v.since) as value from vip.mark v where v.ticket_id = any(${ticketIds})`,
   */
  rows?(ticketIds: Sql, scope: Scope): Sql;
}
/** Server: values that rows carry under `extra[id]`, loaded for a whole page at once. */
export const ticketListExtra = point<TicketListExtra>('tickets.list.extra');

interface Item {
  id: string;
  /** Lower values come first. */
  order?: number;
  /** Permission that is needed to see it. */
  permission?: string;
}
/** Props of a component for one conversation. */
export interface TicketPartProps {
  ticket: TicketView;
}
type Icon = Component<{ className?: string }>;

/** Browser: a field in the filter panel. */
export interface TicketListFilter extends Item {
  /** Its query parameter; the server applies it with `tickets.list.query`. */
  param: string;
  /** Locale key. */
  label: string;
  /** `value` is that of the page address, '' for none; `onChange('')` removes the filter. */
  component: Component<{ value: string; onChange(value: string): void }>;
}
/** Browser: a field in the filter panel, for a filter of `tickets.list.query`. */
export const ticketListFilter = point<TicketListFilter>('tickets.list.filter');
/** Browser: an order of the list, in the menu above it. */
export interface TicketListOrder extends Item {
  /** The id of the server's `tickets.list.sort`. */
  id: string;
  /** Locale key of one or two words, such as `Urgency`. */
  label: string;
  /**
   * Returns the number that the server sorts by, from the row's `ticket.extra`, so that changed rows move at once. Null
   * is last.
   */
  sortValue(ticket: TicketView): number | null;
  /** Largest first. */
  descending?: boolean;
}
/** Browser: an order of the ticket list, for `tickets.list.sort`. */
export const ticketListOrder = point<TicketListOrder>('tickets.list.order');
/** An action on many selected conversations. */
export interface TicketListBulk extends Item {
  /** Locale key. */
  label: string;
  icon: Icon;
  /**
   * Content that the button opens, usually a dialog. `close(true)`: the action is done, and the selection is cleared.
   */
  component: Component<{ tickets: readonly TicketView[]; close(isDone?: boolean): void }>;
}
/**
 * Browser: a button of the bar that is shown while conversations of the list are selected.
 * @example
 * host.add(ticketListBulk, {
 *   id: 'export',
 *   label: 'bulk.export',
 *   icon: ArrowDownload20Regular,
 *   component: lazyPart(() => import('./ExportDialog.tsx')),
 * });
 */
export const ticketListBulk = point<TicketListBulk>('tickets.list.bulk');
/**
 * Browser: a mark on a list row. It is rendered for every row: take its data from `ticket.extra`, not from requests.
 */
export const ticketListBadge = point<Item & { component: Component<TicketPartProps> }>('tickets.list.badge');
/**
 * Browser: a button in the conversation's header. It is rendered again when the ticket changes, but not with every
 * message: `lastMessage…`, `unreadMessages`, `updatedAt` and `window` have the values of the last other change.
 */
export const ticketHeaderAction = point<Item & { component: Component<TicketPartProps> }>('tickets.header.action');
/** A section of the contact panel. */
export interface TicketDrawerPanel extends Item {
  /** Locale key. */
  label: string;
  component: Component<TicketPartProps>;
  /**
   * Usual height in pixels, reserved until the section and its data are loaded, so that nothing below it moves. Absent:
   * nothing is reserved.
   */
  height?: number;
  /** Decides by the ticket whether there is a section, such as by its channel. Absent: always. */
  accepts?(ticket: TicketView): boolean;
}
/**
 * Browser: a section in the contact panel, under its label; people can collapse it, and that is remembered. It is
 * rendered again as often as the buttons of the header.
 * @example
 * host.add(ticketDrawerPanel, {
 *   id: 'stage',
 *   label: 'panel.title',
 *   height: 57,
 *   component: lazyPart(() => import('./StagePanel.tsx')),
 * });
 */
export const ticketDrawerPanel = point<TicketDrawerPanel>('tickets.drawer.panel');

/** Props of the component of a log entry. */
export interface LogEntryProps {
  /** The data given to `Tickets.log`; undefined: none, or it was erased. */
  data: unknown;
  /** The person who acted; null: nobody of the company, or a deleted person. */
  user: { id: number; name: string } | null;
  /** ISO 8601. */
  createdAt: string;
}
/** The rendering of entries of one type in the log of a conversation. */
export interface TicketLogEntry {
  /** The type given to `Tickets.log`. */
  id: string;
  icon?: Icon;
  /** Locale key of one or two words that name the type in the log's filter; absent: the plugin's title. */
  label?: string;
  /** A short sentence about what happened. */
  component: Component<LogEntryProps>;
}
/**
 * Browser: the text of log entries that the plugin added with `Tickets.log`. While the plugin is off its entries are
 * not shown.
 * @example
 * // On the server: await scope.use(tickets).log(ticketId, { type: 'lanes.moved', data: { lane: 'Proposta' } });
 * host.add(ticketLogEntry, {
 *   id: 'lanes.moved',
 *   label: 'log.moved',
 *   component: lazyPart(() => import('./Moved.tsx')),
 * });
 */
export const ticketLogEntry = point<TicketLogEntry>('tickets.log.entry');

interface OptionsEntry extends Item {
  /** Locale key. */
  label: string;
  icon?: Icon;
  /** True when the entry applies to this conversation; absent: to every one. */
  fits?(ticket: TicketView): boolean;
}
/**
 * Browser: an entry of the conversation's menu. With `run` it acts at once, and its errors are shown; with `component`
 * it opens a dialog, which stays until it calls `onClose`.
 * @example
 * host.add(ticketOptionsAction, {
 *   id: 'pause',
 *   label: 'action.pause',
 *   fits: (ticket) => ticket.isAutomaticService,
 *   run: (ticket) => api.put(`/pauses/${ticket.id}`),
 * });
 */
export type TicketOptionsAction = OptionsEntry &
  (
    | { run(ticket: TicketView): void | Promise<unknown> }
    | { component: Component<{ ticket: TicketView; onClose(): void }> }
  );
/** Browser: an entry of the conversation's menu: an immediate action, or a dialog. */
export const ticketOptionsAction = point<TicketOptionsAction>('tickets.options.action');

/**
 * Props of a button of the composer. They stay the same until the ticket or the mode changes, so it is not rendered
 * with every key.
 */
export interface ComposerPartProps {
  ticket: TicketView;
  /** The composer is in the mode for internal notes: nothing may go to the customer. */
  isNote: boolean;
  /** Returns the current text of the field. */
  text(): string;
  /**
   * Inserts text at the caret, or with `replacesAll` in place of everything in the field; the person can take it back with
   * the keys of the browser. With `suggestion` it stays marked until the person edits it, and replaces a suggestion that
   * nobody has edited.
   */
  insert(text: string, options?: { suggestion?: SuggestedText; replacesAll?: boolean }): void;
  /** Sends text as a message of its own, or as an internal note; the field is not changed. */
  send(text: string): void;
  /** Empties the field, after its text was used. */
  clear(): void;
  /** Focuses the field. */
  focus(): void;
  /**
   * A place above the field for a card that a button opens, which it renders there by a portal. The card takes its height
   * from the messages and covers none. Null: it is not on the page yet.
   */
  above: HTMLElement | null;
  /**
   * Calls `handle` with every key that is pressed in the field, before the composer acts on it, until the returned
   * function is called. Return true if you handled the key. While a list of the field is open, the keys belong to it.
   */
  onKey(handle: (event: KeyboardEvent) => boolean): () => void;
}
/** Origin of a text that a program wrote for a person. */
export interface SuggestedText {
  /** The `id` of the contribution to `composerSuggestion` that learns what becomes of it. */
  by: string;
  /** The plugin's own name for it; '' if it wants to learn nothing. */
  reference: string;
}
/** `unchanged`: sent as it was; `edited`: sent with changes; `discarded`: removed, replaced or undone, and not sent. */
export type SuggestionOutcome = 'unchanged' | 'edited' | 'discarded';
/**
 * Browser: learns what became of texts that a plugin inserted as suggestions, also after a reload.
 * @example
 * host.add(composerSuggestion, {
 *   id: 'acme',
 *   settled: (reference, outcome) => void api.post(`/acme/suggestions/${reference}`, { outcome }),
 * });
 */
export const composerSuggestion = point<{
  id: string;
  settled(reference: string, outcome: SuggestionOutcome): void;
}>('messages.composer.suggestion');

/** Texts that people have begun to write. */
export interface Drafts {
  /** Adds text below what the person has written in a conversation's composer, open or not. Nothing is sent. */
  add(ticketId: number, text: string): Promise<void>;
}
/**
 * Browser: drafts of conversations.
 * @example
 * await useService(drafts).add(ticket.id, answer);
 * navigate(`/tickets/${ticket.uuid}`);
 */
export const drafts = service<Drafts>('tickets.drafts');

/** Props of the component that opens on a character typed at the start. */
export interface TriggerPartProps {
  ticket: TicketView;
  /** The same as in `ComposerPartProps`. */
  isNote: boolean;
  /** The text after the character. */
  query: string;
  /** Replaces what was typed with the text. */
  pick(text: string): void;
  close(): void;
  /**
   * Sets the open list and its active option, by the ids of their elements: the focus stays in the field, which
   * announces them to screen readers. Undefined: no list.
   */
  highlight(list: { listId: string; optionId?: string } | undefined): void;
}
/** Props of a component for messages that a channel accepts outside its window. */
export interface OutsideWindowPartProps {
  ticket: TicketView;
  /** Call it after sending: the conversation scrolls to its end. */
  sent(): void;
}
/** Browser: a button in the composer. */
export const composerAction = point<Item & { component: Component<ComposerPartProps> }>('messages.composer.action');
/** Browser: a list that opens on a character typed at the start. */
export const composerTrigger = point<Item & { character: string; component: Component<TriggerPartProps> }>(
  'messages.composer.trigger',
);
/**
 * Browser: a form for messages that a channel accepts outside its window (`windowHours` of its capabilities), such as
 * templates. It replaces the field in conversations of that channel; the server stores what it sends with
 * `outsideWindow` of the service `tickets.tickets`.
 * @example
 * host.add(composerOutsideWindow, {
 *   id: 'templates',
 *   channel: 'whatsapp',
 *   component: lazyPart(() => import('./Templates.tsx')),
 * });
 */
export const composerOutsideWindow = point<Item & { channel: string; component: Component<OutsideWindowPartProps> }>(
  'messages.composer.outside-window',
);
/**
 * Browser: renders messages of a kind, in place of their text: the first whose `kind` is that of the message's data
 * (`messages.kind`), and whose `accepts(message)` is true. One of the two is enough.
 */
export const messageRenderer = point<
  Item & {
    /** The value of `dataJson.kind`; absent: only `accepts` decides. */
    kind?: string;
    accepts?(message: MessageView): boolean;
    component: Component<{ message: MessageView; ticket: TicketView }>;
  }
>('messages.renderer');
/** Browser: a part under the content of a message, inside its bubble. */
export const messageBelow = point<
  Item & {
    /** True for the messages under which it is shown. It is asked for every message: decide by the message alone. */
    fits(message: MessageView): boolean;
    component: Component<{ message: MessageView; ticket: TicketView }>;
  }
>('messages.below');
/** Browser: an entry of a message's menu. */
export const messageAction = point<
  Item & {
    /** Locale key. */
    label: string;
    icon?: Icon;
    /** True when the entry applies to this message; absent: to every one. */
    fits?(message: MessageView): boolean;
    run(message: MessageView, ticket: TicketView): void;
  }
>('messages.action');

export interface ConversationViewProps {
  /** The `uuid` of the conversation. */
  uuid: string;
  /**
   * Called when the person is done with the conversation: closed, resolved, transferred, returned or snoozed it. Remove
   * it from the page. A conversation that this person may not open shows the reason and a button that calls this.
   */
  onClose(): void;
  /** Called when it was deleted while on the screen. Absent: a message is shown, and `onClose` is called. */
  onDeleted?(): void;
  /** Shows a back button before the name. */
  onBack?(): void;
  /**
   * Called when another conversation is opened from inside, such as an earlier one of the contact, by its `uuid`.
   * Absent: it is shown in place, with a way back.
   */
  onOpen?(uuid: string): void;
  /**
   * Shows the contact panel beside it from the start, where at least 800 pixels are available. Otherwise a button of
   * the conversation opens it.
   */
  panel?: boolean;
  /**
   * Enables its keys (E resolves, T transfers, …) anywhere on the page and its commands in the palette. For a page
   * about this conversation alone; absent: keys work only within the focus.
   */
  shortcuts?: boolean;
  /** Id of a message of it to scroll to, however far back. */
  target?: number;
}
/**
 * A whole conversation: messages, composer, and everything that opens over it (the contact, dialogs, pictures). It
 * fills its container, which needs a height. Drafts and messages being sent are shared with the tickets page; what is
 * open in it is its own, also with two on the screen. It neither reads nor changes the page address.
 */
export const ticketConversation = component<ConversationViewProps>('tickets.conversation');

export interface TicketCardProps {
  /** The `id` of the conversation. */
  ticketId: number;
  /** Makes the card a button; absent: it is read-only. */
  onOpen?(ticket: TicketView): void;
}
/**
 * A summary of a conversation, as wide as its container: the contact, last message, unread count, queue, status and
 * waiting time. It follows live updates of conversations that this person receives.
 */
export const ticketCard = component<TicketCardProps>('tickets.card');

export interface TicketPeekProps {
  /** The `id` of the conversation. */
  ticketId: number;
  onClose(): void;
  /** Shows a button to open the conversation, called after `onClose`; absent: none. */
  onOpen?(ticket: TicketView): void;
}
/**
 * A read-only dialog with the last messages of a conversation: nothing is marked as read, and no access is logged. For
 * people with the permission `tickets-manager:viewchats`.
 */
export const ticketPeek = component<TicketPeekProps>('tickets.peek');

export interface TicketLogProps {
  /** The `id` of the conversation. */
  ticketId: number;
  onClose(): void;
}
/**
 * A dialog with the whole log of a conversation: what happened, who did it and how long each phase lasted, filtered by
 * type. People who may not open the conversation see the reason instead.
 */
export const ticketLog = component<TicketLogProps>('tickets.log');

export interface NewTicketProps {
  /** The contact that is chosen beforehand, by its `id`. */
  contactId?: number;
  /** The line under the title, such as what happens to the conversation afterwards. */
  text?: string;
  /** The conversation began, with this person as its attendant; called after `onClose`. */
  onCreated(ticket: TicketView): void;
  /** The contact has a running conversation, and the person goes to it; called after `onClose`. */
  onOther(ticket: { uuid: string }): void;
  onClose(): void;
}
/** A dialog to begin a conversation: contact, queue and connection. */
export const newTicket = component<NewTicketProps>('tickets.new');

/** A row of `tickets.public_ticket`. */
export interface PublicTicket {
  id: number;
  company_id: number;
  uuid: string;
  /** `unlisted`: a program began it and the customer has not answered; leave it out of lists and counts. */
  status: TicketStatus | 'unlisted';
  contact_id: number;
  /** Null: the connection was deleted. */
  connection_id: number | null;
  channel: string;
  queue_id: number | null;
  /** The attendant. */
  user_id: number | null;
  closed_by: number | null;
  /** `queue_id`, 0 for none. */
  queue_key: number;
  /** The attendant, or for a closed one without attendant whoever closed it; 0: none. */
  owner_key: number;
  is_group: boolean;
  /** Number of unread messages of the customer. */
  unread: number;
  /** The beginning of the message, as lists show it. */
  last_message: string;
  /** The same as `TicketView.lastMessageType`. */
  last_message_type: string;
  /** Id of the automation that answers; null: people do. */
  automatic_by: string | null;
  /** Imported from before the connection was added. */
  is_imported: boolean;
  /** Time of the customer's first unanswered message; null: nobody waits. */
  waiting_since: Date | null;
  created_at: Date;
  /** Time of the last message or change of assignment: the order of lists. */
  updated_at: Date;
  /** When it was last accepted. */
  accepted_at: Date | null;
  /** When it was last closed. */
  closed_at: Date | null;
}
/**
 * SQL: conversations of the company. A list by person or queue uses the index of `owner_key` or `queue_key`, `status`
 * and `updated_at`.
 */
export const publicTicket = publishedSql<PublicTicket>('tickets.public_ticket');

/** A row of `tickets.public_message`. */
export interface PublicMessage {
  /** Ascending in the order in which messages were stored. */
  id: number;
  company_id: number;
  ticket_id: number;
  /** Its connection, which may have been deleted. */
  connection_id: number | null;
  /** The author; null: the customer, a program, or the company on another device. */
  user_id: number | null;
  /** Written by the company, not by the customer. */
  from_me: boolean;
  /** Text; hide it where `is_deleted`. */
  body: string;
  /** Delivery state: 0 stored, 1 accepted by the provider, 2 delivered, 3 read, 4 played. */
  ack: number;
  /** Why it was not sent; null: it was sent, or is still to be sent. */
  failure: string | null;
  /** An internal note: the customer never sees it. */
  only_internal: boolean;
  is_deleted: boolean;
  /** Imported from before the connection was added. */
  is_imported: boolean;
  sent_at: Date;
  edited_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  /** The channel's reason of a failure, `131026` or `too-large`; null where it gave none. */
  failure_reason: string | null;
}
/**
 * SQL: messages of conversations, including internal notes. Index by conversation: `(company_id, ticket_id, sent_at)`.
 */
export const publicMessage = publishedSql<PublicMessage>('tickets.public_message');

/** A row of `tickets.public_log`. */
export interface PublicLog {
  id: number;
  company_id: number;
  ticket_id: number;
  /**
   * `create`, `chatBot`, `queue`, `open`, `access`, `transfered`, `receivedTransfer`, `pending`, `closed`, `reopen`,
   * `redirect`; more may follow. Types of plugins contain a dot: `kanban.moved`.
   */
  type: string;
  /** The person who acted; null: nobody. */
  user_id: number | null;
  queue_id: number | null;
  created_at: Date;
}
/** SQL: the log of conversations. Entries never change; ids ascend with time. */
export const publicLog = publishedSql<PublicLog>('tickets.public_log');

/** A row of `tickets.public_rating`. */
export interface PublicRating {
  id: number;
  company_id: number;
  ticket_id: number;
  /** The person who was rated; it stays when the person is deleted. */
  user_id: number | null;
  queue_id: number | null;
  asked_at: Date;
  /** Until when an answer counts. */
  expires_at: Date;
  /** 1 to 3; null: no answer. */
  rate: number | null;
  rated_at: Date | null;
}
/** SQL: each rating question, with its answer. */
export const publicRating = publishedSql<PublicRating>('tickets.public_rating');

/** A row of `tickets.public_note`. */
export interface PublicNote {
  id: number;
  company_id: number;
  ticket_id: number;
  /** The author. */
  user_id: number | null;
  /** `N/A`: the value is not known, and must not be summed. */
  note: string;
  value_cents: number;
  created_at: Date;
}
/** SQL: notes on conversations, each with its value. */
export const publicNote = publishedSql<PublicNote>('tickets.public_note');

/** Target of foreign keys to conversations: `tickets.ticket (company_id, id)`. */
export const ticketKey = publishedKey('tickets.ticket');
/** Target of foreign keys to messages: `tickets.message (company_id, id)`. */
export const messageKey = publishedKey('tickets.message');
