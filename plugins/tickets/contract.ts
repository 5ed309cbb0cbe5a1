/** Conversations; what others' SQL may name of them stands at the end of this file. */
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
  /** A program began it and the customer has not answered: it is in no list and no count, and counts as closed. */
  isUnlisted?: true;
  channel: string;
  unreadMessages: number;
  lastMessage: string;
  /** Who wrote the last message, and how far it came: null when the customer did, -1 when it could not be sent. */
  lastMessageAck: number | null;
  /** `text`, a kind of file, `location`, `contacts` or another kind of `MessageData`, `deleted`, or `reaction` when somebody reacted since. */
  lastMessageType: string;
  updatedAt: string;
  createdAt: string;
  /** The customer's first message that nobody answered, or when it came back to wait; null: nobody waits. */
  waitingSince: string | null;
  /** Messages of the company in it that could not be sent. */
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
  /** The company answers by itself: a menu of departments, or what a plugin runs. A person who accepts ends it. */
  isAutomaticService: boolean;
  /** The menu of departments has it. */
  chatbot: boolean;
  /** The flow that runs in it: null, as there are no flows yet. */
  flow: { title: string } | null;
  /** Null: no summaries are written yet. */
  summary: string | null;
  tags: { id: number; name: string; color: string }[];
  /** Only where one conversation is asked for: how long it may be answered freely; null: always. */
  window?: ReplyWindow | null;
  /** What other plugins add to a row, by their keys (`tickets.list.extra`). */
  extra: Record<string, unknown>;
}

/**
 * A row as live lists are told of it. After a message `tags` and `extra` are absent, because no message changes them: keep
 * those you know.
 */
export type TicketRowView = Omit<TicketView, 'tags' | 'extra'> & Partial<Pick<TicketView, 'tags' | 'extra'>>;

/** A channel that takes free text only for some time after the customer's last message. */
export interface ReplyWindow {
  /** As a rule: the moments say what holds here. */
  hours: number;
  /** When it closes unless the customer writes again; null: it is closed. */
  closesAt: string | null;
  /** Where people may write for longer than automations do: for how many hours as a rule. */
  personHours?: number;
  /** Until when people may write, never before `closesAt`; null: they may not. Absent: as long as everybody. */
  personClosesAt?: string | null;
}

export interface MessageView {
  id: number;
  ticketId: number;
  /** On channels whose messages have one (capability `subjects`); null: it has none. */
  subject: string | null;
  body: string;
  fromMe: boolean;
  /** 0 waiting, 1 sent, 2 delivered, 3 and 4 read. */
  ack: number;
  /** Why it was not sent: locale key suffix under `failure.`; null when it was, or still may be. */
  failure: string | null;
  /**
   * Why exactly: a code which the channel says in words (`reason.<code>` of its locales), else this plugin's own; null:
   * nothing more is known.
   */
  failureReason: string | null;
  mediaUrl: string | null;
  mediaType: 'image' | 'audio' | 'video' | 'document' | 'sticker' | null;
  mediaName: string | null;
  mediaSize: number | null;
  mediaMime: string | null;
  /** All its files, in order; the fields `media…` are those of the first. */
  files: MessageFile[];
  /** What it answers. */
  quotedMsg: QuotedMessage | null;
  /** What is neither text nor file: a place, contact cards, what a plugin added. `body` says it in words. */
  dataJson: MessageData | null;
  /** What it belongs to outside the conversation, shown above the words: a story, a post, an ad; null: nothing. */
  context?: MessageContext | null;
  /** How the customer came to write: the ad, the link; null: not told. */
  referral?: MessageReferral | null;
  /** One a person: a second one replaces the first. */
  messageReact: MessageReaction[];
  isDeleted: boolean;
  /** When its author changed it last; null: never. */
  editedAt: string | null;
  onlyInternal: boolean;
  /** It was said to somebody else before, and passed on. */
  isForwarded: boolean;
  /** Who of the company wrote it. */
  user: { id: number; name: string } | null;
  /** What the sender's browser named it, so that an optimistic copy is replaced and not doubled. */
  clientId: string | null;
  /** Who wrote it in a group. */
  participant?: string | null;
  createdAt: string;
  /** `createdAt` in milliseconds since 1970. */
  timestamp: number;
  /** The department that its conversation is in now. */
  queueId: number | null;
  /** The customer who wrote it; null: the company did. */
  contact: Pick<TicketView['contact'], 'id' | 'name' | 'profilePicUrl'> | null;
  /** Null: no summaries are written yet. */
  summary: string | null;
  /**
   * The `id` of the option of a menu that was tapped; null: it was written. Only where one message or the messages of a
   * conversation are asked of the service, where an automation is given it, and live: pages of people do without.
   */
  choice?: string | null;
}

/** A file of a message. */
export interface MessageFile {
  /** Below the server's address, for those who are signed in to the company. */
  url: string;
  type: 'image' | 'audio' | 'video' | 'document' | 'sticker';
  name: string;
  /** In bytes. */
  size: number;
  mime: string;
}

/** What a message answers. */
export interface QuotedMessage extends Pick<MessageView, 'id' | 'body' | 'fromMe' | 'mediaType' | 'participant'> {
  /** Who of the company wrote it; null: the customer did, or the company by itself. Absent in what was kept before. */
  user?: MessageView['user'];
}

/** How far a message of the company came, and when: null where it did not, or came so before this was noted. */
export interface MessageFacts {
  /** Who of the company wrote it. */
  user: { id: number; name: string } | null;
  writtenAt: string;
  /** The channel's provider took it. */
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
}

/** A message that a search over all conversations found. */
export interface FoundMessage extends Pick<
  MessageView,
  'id' | 'ticketId' | 'fromMe' | 'mediaType' | 'onlyInternal' | 'user' | 'createdAt'
> {
  ticketUuid: string;
  status: TicketStatus;
  contact: Pick<TicketView['contact'], 'id' | 'name' | 'profilePicUrl'>;
  /** The line round the first hit; `marks` are the hits in it, as [start, end). */
  snippet: { text: string; marks: [number, number][] };
}

export interface MessageReaction {
  emoji: string;
  /** The company's side. */
  fromMe: boolean;
  /** Who reacted: a person of the company, or in a group whoever it was; null: the customer. */
  name: string | null;
}

/** The name of the list of tickets for notices that it shows by itself. */
export const listNotices = 'tickets';

/** What a plugin says in a conversation, by `Tickets.send`. */
export interface OutgoingMessage {
  body: string;
  /** Already kept (`scope.storage`); it becomes the message's own, unless `fileIsShared`. */
  file?: StoredFile;
  /**
   * Several, in order, 30 at most: one message where the channel takes so many (`filesPerMessage` of its capabilities),
   * else as many messages as it needs, stored together; the first has the body, the menu and the data, and is what
   * `send` answers. After `file`, where both are given.
   */
  files?: readonly StoredFile[];
  /** Names the message once in its conversation, 80 characters at most: a repeat answers the message that is there. */
  clientId?: string;
  /** The channel takes it after its window closed too, as it does templates. */
  outsideWindow?: boolean;
  /** The message of the same conversation that is answered, by our id. */
  quotedId?: number;
  /**
   * One of many. It waits outside the connection's queue, in the order in which it was given, and what people write goes
   * first: an answer waits for the one message that is just going out. `true`: no sooner than the connection's
   * `bulkInterval` after the last one. `'fast'`: as fast as the channel takes it, and before those. The order within a
   * conversation stays: when something else is said there, what waits in it goes out at once, before it.
   */
  bulk?: boolean | 'fast';
  /**
   * Choices to tap, where the channel can (`interactive` of its capabilities); elsewhere `body` goes out. An empty `body`
   * becomes its text with the titles by number. What was tapped comes back as `choice`; ids are unique, 200 characters at
   * most.
   */
  menu?: OutboundMenu;
  /**
   * What is neither text nor file: a place, contact cards, a kind that a plugin added (`messages.kind`). An empty `body`
   * becomes the words for it. ERR_VALIDATION when its kind is unknown or its schema refuses it.
   */
  data?: MessageData;
  /**
   * A template of the conversation's channel (`channels.template`), which goes out at any time: the `body` becomes what the
   * customer reads, whatever it says, and `file` stands above it. Refusals: ERR_NO_TEMPLATE_FOUND (404),
   * ERR_TEMPLATE_NOT_SENDABLE (409), ERR_VALIDATION with the keys of open gaps, or `file`.
   */
  template?: TemplateMessage;
  /**
   * `file` stays yours, and messages refer to it: one copy, however many say it, counted once. Remove it by
   * `scope.storage.remove` when you need it no more: it goes when no message shows it any longer. One file only;
   * ERR_NO_FILE_FOUND (404) when it is gone.
   */
  fileIsShared?: boolean;
  /**
   * Only while this automation has the conversation, by its id: ERR_NOT_AUTOMATIC (409) once a person accepted it, or
   * something else has it. It is decided as the message is stored, so nothing is said after the acceptance.
   */
  while?: string;
  /** In whose name: a person's id, or null for the company. Absent: the person of the scope, if there is one. */
  by?: number | null;
}

/** Which conversations `Tickets.list` shows; what is absent does not narrow it. */
export interface TicketSearch {
  status?: TicketStatus;
  /** Names, numbers, e-mails and last messages that hold these words. */
  search?: string;
  /** Attendants; 0: nobody's. */
  userIds?: readonly number[];
  /** Departments; 0: in none. */
  queueIds?: readonly number[];
  connectionId?: number;
  contactId?: number;
  /** `newest` by the last change (default), `oldest`, or `waiting`: whoever waits longest, of those that run. */
  order?: 'newest' | 'oldest' | 'waiting';
  /** From 1. */
  page?: number;
  /** 40, and 40 at most. */
  pageSize?: number;
}

export interface Tickets {
  find(id: number): Promise<TicketView | undefined>;
  /** Many at once, in the order of the ids, as `find` shows each; those that are gone are left out. */
  findAll(ids: readonly number[]): Promise<TicketView[]>;
  /**
   * Where the company says something to somebody: the running conversation of the contact on the connection, else the
   * last one reopened if it closed lately, else a new one that waits where the connection's rules put it.
   * `listed: false`: a new one stands in no list and no count, is not reopened from an older one, and no rule answers in
   * it, until the customer writes or a person opens it; then it is new, with what was said in it above. A running one is
   * answered as it is. ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_FOUND (404), ERR_WAPP_INVALID_CONTACT (400) when the channel
   * cannot reach them.
   */
  begin(to: {
    contactId: number;
    connectionId: number;
    listed?: boolean;
  }): Promise<{ id: number; uuid: string; isNew: boolean }>;
  /** Ends a conversation, with its closing words unless `justClose`. One that is closed stays so. */
  close(ticketId: number, options?: { justClose?: boolean }): Promise<void>;
  /** One message as the company's people see it; undefined: there is none. */
  message(id: number): Promise<MessageView | undefined>;
  /**
   * What was said in a conversation, oldest first, internal notes too: its last messages, or with `before`, the id of one
   * of them, those that stand before it. `limit`: 50, 200 at most. The refusals of `assertReadable`, ERR_NO_MESSAGE_FOUND.
   */
  messages(ticketId: number, options?: { limit?: number; before?: number }): Promise<MessageView[]>;
  /** Shows the customer that somebody writes, or stopped, where the channel can; what fails there is only noted. */
  typing(ticketId: number, state?: Presence): Promise<void>;
  /**
   * A page of conversations: those that the person of the scope may see, or all where there is none. `count`: how many
   * there are on all pages.
   */
  list(query?: TicketSearch): Promise<{ tickets: TicketView[]; hasMore: boolean; count: number }>;
  /** How many `list` has. Without `search`, `connectionId` and `contactId` nothing is counted: the number is kept. */
  count(query?: Omit<TicketSearch, 'order' | 'page' | 'pageSize'>): Promise<number>;
  /**
   * Messages of conversations that the person of the scope may open, or of all where there is none, by words in any form,
   * the newest first. `limit`: 20, 50 at most; `before`: the id of the last one known. Fewer than two characters find none.
   */
  search(
    term: string,
    options?: { limit?: number; before?: number },
  ): Promise<{ messages: FoundMessage[]; hasMore: boolean }>;
  /** Says something in a conversation as the company itself: greeting, menu, reminder. ERR_TICKET_CLOSED (409). */
  say(ticketId: number, body: string): Promise<void>;
  /**
   * Says something as the person of the scope, or as the company where there is none. A file already kept becomes the
   * message's own: give one that is used elsewhere as `fileIsShared`. A repeated `clientId` answers the message that is there.
   * `outsideWindow`: it is something that the channel takes after its window closed too, such as a template; that the
   * channel's own plugin knows. Where people may write for longer (`personWindowHours` of the channel), that is what is
   * said in somebody's name, neither in `bulk` nor with `while`. `bulk`: one of many, which lets everything go first that people write; see
   * `OutgoingMessage`. ERR_NO_TICKET_FOUND, the refusals of `assertReadable`, ERR_TICKET_CLOSED and ERR_WINDOW_CLOSED
   * (409), ERR_VALIDATION when there is nothing to say.
   */
  send(ticketId: number, message: OutgoingMessage): Promise<MessageView>;
  /**
   * Switches automatic service. On: the automation `by` has the conversation, or without `by` the first that takes it.
   * Off: whoever answered by itself does no more. Answers whether something does now. ERR_NO_TICKET_FOUND,
   * ERR_NO_AUTOMATION_FOUND (404), ERR_TICKET_CLOSED (409).
   */
  setAutomaticService(ticketId: number, on: boolean, by?: string): Promise<boolean>;
  /**
   * Puts a conversation into a queue, where it waits, or into somebody's hands; what answered by itself is over. An
   * absent queue stays as it is. ERR_NO_TICKET_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND (404), ERR_TICKET_CLOSED.
   */
  route(ticketId: number, to: { queueId?: number | null; userId?: number | null }): Promise<void>;
  /** Throws ERR_NO_TICKET_FOUND or ERR_NO_PERMISSION unless this reader may open it. */
  assertReadable(ticketId: number): Promise<void>;
  /** Whether `messageStatus` is wanted by this plugin in the company: there are three for every message. */
  watchStatus(plugin: string, isWanted: boolean): Promise<void>;
  /**
   * Writes into the log of a conversation what happened to it; `tickets.log.entry` says it in words. In the transaction of
   * the scope. ERR_NO_TICKET_FOUND (404).
   */
  log(ticketId: number, entry: NewLogEntry): Promise<void>;
  /** Tells live lists that a row changed: call it after changing what an extra or a filter shows. */
  touched(ticketId: number): Promise<void>;
  /**
   * Tells live lists that a contributed filter finds others than before, for more rows than `touched` could name: call
   * it after deleting or redefining what the filter chooses from. Lists narrowed by this query parameter ask anew.
   */
  refiltered(param: string): void;
}
/** What a plugin writes into the log of a conversation. */
export interface NewLogEntry {
  /** Its plugin's id, a dot and a name: `lanes.moved`. Kept with the conversation: do not rename it. */
  type: string;
  /** What its words need, as JSON of 4,000 bytes at most. It is forgotten when the contact is erased. */
  data?: Readonly<Record<string, unknown>>;
  /** Who did it; null: nobody of the company. Absent: the person of the scope, if there is one. */
  by?: number | null;
}
/** Conversations, for plugins that work with them. */
export const tickets = service<Tickets>('tickets.tickets');

/** A conversation began, changed hands or ended. Key: the conversation. */
export const ticketChanged = event<{
  ticketId: number;
  action: 'create' | 'accept' | 'return' | 'resolve' | 'reopen' | 'transfer' | 'delete';
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  /** Who did it; absent or null: nobody of the company. */
  by?: number | null;
  /** When it happened, ISO 8601: listeners may come to it later. */
  at: string;
}>('tickets.ticket.changed');
/**
 * A customer who waited was answered by a person: once for each wait, with the first answer. What automations and programs
 * say in the company's name is no answer. It comes just before the `tickets.message.queued` of the same message; as every
 * event it may come twice: keep it by `messageId`. Key: the conversation.
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
  /** Who answered; null: somebody on the telephone itself, whom we do not know. */
  userId: number | null;
  queueId: number | null;
  /** When the answer was written, ISO 8601. */
  at: string;
  /** Milliseconds since the first message that nobody answered, or since it came back to wait. */
  waitedMs: number;
}>('tickets.ticket.answered');
/**
 * Something was noted about a conversation with its value, or a note was removed. With the conversation itself all notes
 * go, and only its `delete` is told. It may come twice: keep it by `noteId` and `change`. Key: the conversation.
 */
export const noteChanged = event<{
  ticketId: number;
  noteId: number;
  change: 'added' | 'removed';
  valueCents: number;
  /** Who wrote the note; null: somebody who is gone. */
  userId: number | null;
  /** Who added or removed it; null: it was erased with all that is known of the contact. */
  by: number | null;
  /** ISO 8601. */
  at: string;
}>('tickets.note.changed');
/** Somebody handed a conversation to a colleague, who is to be told. Key: the conversation. */
export const ticketHandedOver = event<{ ticketId: number; toUserId: number; by: { id: number; name: string } }>(
  'tickets.ticket.handed-over',
);
/** Somebody handed several conversations at once to a colleague, who is to be told once. Key: the colleague. */
export const ticketsHandedOver = event<{ ticketIds: number[]; toUserId: number; by: { id: number; name: string } }>(
  'tickets.tickets.handed-over',
);
/** Somebody wrote an internal note in a conversation. Key: the conversation. */
export const whisperWritten = event<{ ticketId: number; messageId: number; userId: number }>('tickets.whisper.written');
/** The customer said how it was: 1 to 3. About whom and which queue it is; null: about nobody's. Key: the conversation. */
export const ticketRated = event<{ ticketId: number; rate: 1 | 2 | 3; userId: number | null; queueId: number | null }>(
  'tickets.ticket.rated',
);
/**
 * The customer wrote. It carries the state of the conversation as the message found it, so that a listener with nothing to
 * do for such a conversation returns without a query; who acts on it reads what is so now. Key: the conversation.
 * @example
 * host.on(messageReceived, 'remind', async ({ ticketId, status, userId }, scope) => {
 *   if (status !== 'open' || userId === null) return;
 *   await scope.sql.run(sql`delete from pace.reminder where ticket_id = ${ticketId}`);
 * });
 */
export const messageReceived = event<{
  ticketId: number;
  messageId: number;
  /** When the customer wrote it, ISO 8601. */
  at: string;
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  /** Null: its connection is gone. */
  connectionId: number | null;
  isGroup: boolean;
  /** The automation that had the conversation, by its id; `menu`: the menu of departments; null: none. */
  automaticBy: string | null;
  /** Where it belongs was not settled yet: a menu or an automation may still take it. */
  isRouting: boolean;
  /** The company had read everything before it. */
  isRead: boolean;
  /** It waits for somebody, and the customer had said nothing in it before. */
  isFirst: boolean;
}>('tickets.message.received');
/** The company wrote: the message is to be sent. Key: the conversation. */
export const messageQueued = event<{
  ticketId: number;
  messageId: number;
  /** Who of the company wrote it; null: the company itself. */
  userId: number | null;
  /** When it was written, ISO 8601: not when it is emitted, as one that goes back into the queue is told again. */
  at: string;
  /** It waits in bulk, and is told again, without this, when it goes into the queue of its conversation. */
  isWaiting?: true;
}>('tickets.message.queued');
/**
 * A message of the company came further, or failed: only in companies where somebody asked for it by
 * `Tickets.watchStatus`. Key: the conversation.
 */
export const messageStatus = event<{
  ticketId: number;
  messageId: number;
  status: 'sent' | 'delivered' | 'read' | 'failed';
}>('tickets.message.status');
/** The company changed what it said, or reacted: the channel is to be told. Key: the conversation. */
export const messageChanged = event<{ ticketId: number; messageId: number; change: 'reaction' | 'edit' | 'delete' }>(
  'tickets.message.changed',
);
/** Somebody read what the customer wrote: these messages, by the provider's ids. */
export const ticketRead = event<{ ticketId: number; externalIds: string[] }>('tickets.ticket.read');

/**
 * Live lists: `update` {ticket: TicketRowView}, `delete` {ticketId}, `updateUnread` {ticketId}, `presence` {ticketId, state} of the
 * customer, and in `{ queueId: 0 }`, where everybody is, `refilter` {param}.
 * `{ queueId }` for people of that queue (0: tickets in none); `{ userId }` for one's own; `{ all: true }` with
 * tickets-manager:showall.
 */
export const ticketListRoom = room<{ queueId?: number; userId?: number; all?: boolean }>('tickets.list');
/**
 * One conversation: `message` {action: create | update | error, message}, and when the channel refused a change of ours, which
 * was undone, also {error, failure: ChannelFailure}; `ticket` {ticket} when its state, queue or attendant changed, `deleted` {ticketId},
 * `notes` {} when something was noted or removed, `log` {} when a plugin wrote into the log, `presence` {state} of the customer, `window` {} when it may be answered for a longer or shorter time, `typing` {user, state} of an attendant, `viewers` {users: {id, name}[]}.
 * Browsers send `typing` {state}, `viewing` {} every 30 seconds while it is on the screen, and `left` {}.
 */
export const ticketRoom = room<{ uuid: string }>('tickets.ticket');
/**
 * Messages of all conversations that stand in a list: carries `message` of the conversations' rooms. For clients of the
 * specified protocol (`joinMessageNotification`); `{ queueId }`, `{ userId }` and `{ all }` as in the live lists.
 */
export const ticketMessagesRoom = room<{ queueId?: number; userId?: number; all?: boolean }>('tickets.messages');

/** Server: a kind of message that is neither text nor file: a poll, an order, an invitation. */
export interface MessageKind {
  /** The plugin's id, a dot and a name: `polls.poll`. It is `data.kind` of its messages and is kept with them: do not rename it. */
  id: string;
  /** Of `data` without `kind`. What it answers is stored; what it refuses is ERR_VALIDATION (400). Not asynchronous. */
  schema: z.ZodType<object>;
  /**
   * It in one line, in the company's language: becomes the `body` of a message that has none, for lists, search and
   * notices, for channels that do not take the kind, and for when the plugin is off.
   * @example text: ({ question }: Poll, language) => `${words[language].poll}: ${question}`
   */
  text(data: object, language: Language): string;
  /** Bytes of `data` as JSON, 65,536 at most; absent: 16,384. What is larger is ERR_VALIDATION. */
  maxBytes?: number;
}
/**
 * Server: a kind of message. Channels hand it in and `Tickets.send` sends it as `data`; its bubble is a
 * `messages.renderer` with the same `kind`.
 * @example
 * host.contribute(messageKind, {
 *   id: 'polls.poll',
 *   schema: z.object({ question: z.string().max(200), options: z.array(z.string().max(100)).min(2).max(12) }),
 *   text: ({ question }: Poll) => question,
 * });
 */
export const messageKind = point<MessageKind>('messages.kind');

/** Server: what talks to customers by itself until a person takes over: a flow, an assistant. */
export interface TicketAutomation {
  /** Kept with the conversation while it has it: do not rename it. */
  id: string;
  /**
   * Asked once when a conversation begins or is reopened by the customer, and when it comes into a queue by itself;
   * outside the hours nobody is asked. True: it has the conversation from now on, which shows as automatic service, and
   * `message`, which led here, is its first; undefined: a person switched automatic service on. Answer quickly, and say
   * nothing yet.
   */
  takes(ticket: TicketView, message: MessageView | undefined, scope: Scope): Promise<boolean>;
  /**
   * The customer wrote while it has the conversation. In order, at least once: be idempotent by `message.id`, as with
   * `clientId` in `Tickets.send`. If it throws, or does not come back within 45 s, automatic service ends and the
   * conversation waits for people. It ends also when a person accepts, transfers or closes (listen to `ticketChanged`),
   * and by `Tickets.route` and `Tickets.setAutomaticService`.
   */
  received(ticket: TicketView, message: MessageView, scope: Scope): Promise<void>;
}
/**
 * Server: takes conversations over from the company's own menu of departments. The first contributed that wants one has
 * it; numbers are not masked in what it is given.
 * @example
 * host.contribute(ticketAutomation, {
 *   id: 'night-desk',
 *   takes: async (ticket) => ticket.queueId === null,
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
  /** Query parameter. */
  param: string;
  schema: z.ZodType;
  /** Ask the database first where the answer makes the condition simpler: an index wants no `or`. */
  where(value: unknown, scope: Scope): Sql | Promise<Sql>;
}
/** Server: a filter of the ticket list; the browser's field for it is `tickets.list.filter`. */
export const ticketListQuery = point<TicketListQuery>('tickets.list.query');

/** Server: an order of the list that a plugin adds. */
export interface TicketListSort {
  /** The plugin's id, a dot and a name, as in the browser's `tickets.list.order`: `urgency.level`. Kept with people's choices. */
  id: string;
  /**
   * A number for the ticket `t`, as SQL; null comes last, and equal ones stand by their ids. Lists are read in it without
   * an index of their own, so keep it cheap: a column of a row that is found by its key.
   */
  by(scope: Scope): Sql;
  /** The largest first. */
  descending?: boolean;
}
/**
 * Server: an order of the ticket list; the browser's entry in its menu is `tickets.list.order`.
 * @example
 * host.contribute(ticketListSort, {
 *   id: 'urgency.level',
 *   descending: true,
 *   by: () => sql`(select m.level from urgency.mark m where m.company_id = t.company_id and m.ticket_id = t.id)`,
 * });
 */
export const ticketListSort = point<TicketListSort>('tickets.list.sort');

/** Server: what a plugin adds to list rows, for many tickets at once. */
export interface TicketListExtra {
  id: string;
  /** Live lists are told of a message without it: what depends on messages calls `Tickets.touched` for each. */
  load(ticketIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, unknown>>;
  /**
   * The same as a statement that answers `ticket_id` and `value` (json), at most one row a ticket. The list joins it, and
   * asks no second question; where it fails `load` is asked. `ticketIds` is an int array.
   * @example
   * rows: (ticketIds) =>
   *   sql`select v.ticket_id, to_json(v.since) as value from vip.mark v where v.ticket_id = any(${ticketIds})`,
   */
  rows?(ticketIds: Sql, scope: Scope): Sql;
}
/** Server: what rows carry under `extra[id]`, loaded for a whole page at once. */
export const ticketListExtra = point<TicketListExtra>('tickets.list.extra');

interface Item {
  id: string;
  /** Lower comes first. */
  order?: number;
  /** Shown to those who hold it. */
  permission?: string;
}
/** What is drawn for one conversation. */
export interface TicketPartProps {
  ticket: TicketView;
}
type Icon = Component<{ className?: string }>;

/** Browser: a field in the filter panel. */
export interface TicketListFilter extends Item {
  /** Its query parameter; what the server does with it is `tickets.list.query`. */
  param: string;
  /** Locale key. */
  label: string;
  /** Given what stands in the address, '' for nothing; `onChange('')` takes the filter off. */
  component: Component<{ value: string; onChange(value: string): void }>;
}
/** Browser: a field in the filter panel, for what `tickets.list.query` filters. */
export const ticketListFilter = point<TicketListFilter>('tickets.list.filter');
/** Browser: an order of the list, in the menu above it. */
export interface TicketListOrder extends Item {
  /** As the server's `tickets.list.sort` names it. */
  id: string;
  /** Locale key: a word or two, as `Urgency`. */
  label: string;
  /**
   * The number that the server sorts by, out of what the row carries (`ticket.extra`): rows that change take their places
   * by it at once. Null comes last.
   */
  place(ticket: TicketView): number | null;
  /** The largest first. */
  descending?: boolean;
}
/** Browser: an order of the ticket list, for what `tickets.list.sort` sorts by. */
export const ticketListOrder = point<TicketListOrder>('tickets.list.order');
/** Something that is done to many chosen conversations. */
export interface TicketListBulk extends Item {
  /** Locale key. */
  label: string;
  icon: Icon;
  /** What the button opens, a dialog as a rule. `close(true)`: it is done, and the choice is let go. */
  component: Component<{ tickets: readonly TicketView[]; close(isDone?: boolean): void }>;
}
/**
 * Browser: a button of the bar that shows while conversations of the list are chosen.
 * @example
 * host.add(ticketListBulk, {
 *   id: 'export',
 *   label: 'bulk.export',
 *   icon: ArrowDownload20Regular,
 *   component: lazyPart(() => import('./ExportDialog.tsx')),
 * });
 */
export const ticketListBulk = point<TicketListBulk>('tickets.list.bulk');
/** Browser: a mark on a list row. Drawn for every row: what it needs comes in `ticket.extra`, not by calls of its own. */
export const ticketListBadge = point<Item & { component: Component<TicketPartProps> }>('tickets.list.badge');
/**
 * Browser: a button in the conversation's header, drawn anew when the ticket changes, but not with every message:
 * `lastMessage…`, `unreadMessages`, `updatedAt` and `window` are as they were at the last other change.
 */
export const ticketHeaderAction = point<Item & { component: Component<TicketPartProps> }>('tickets.header.action');
/** A section of the contact panel. */
export interface TicketDrawerPanel extends Item {
  /** Locale key. */
  label: string;
  component: Component<TicketPartProps>;
  /**
   * Pixels that it is high as a rule. They are kept free until it is there and has what it shows, so that nothing below
   * it moves. Absent: it takes its room when it comes.
   */
  height?: number;
}
/**
 * Browser: a section in the contact panel, under its label; people fold it away, and that is remembered. Drawn anew as
 * the buttons of the header are.
 * @example
 * host.add(ticketDrawerPanel, {
 *   id: 'stage',
 *   label: 'panel.title',
 *   height: 57,
 *   component: lazyPart(() => import('./StagePanel.tsx')),
 * });
 */
export const ticketDrawerPanel = point<TicketDrawerPanel>('tickets.drawer.panel');

/** What draws an entry of the log is given. */
export interface LogEntryProps {
  /** As `Tickets.log` was given it; undefined: it carried nothing, or was erased. */
  data: unknown;
  /** Who did it; null: nobody of the company, or somebody who is gone. */
  user: { id: number; name: string } | null;
  /** ISO 8601. */
  createdAt: string;
}
/** How entries of a type are shown in the log of a conversation. */
export interface TicketLogEntry {
  /** The type that `Tickets.log` was given. */
  id: string;
  icon?: Icon;
  /** A short sentence that says what happened. */
  component: Component<LogEntryProps>;
}
/**
 * Browser: the words for entries of the log that the plugin wrote with `Tickets.log`. While the plugin is off its entries
 * are not shown.
 * @example
 * // On the server: await scope.use(tickets).log(ticketId, { type: 'lanes.moved', data: { lane: 'Proposta' } });
 * host.add(ticketLogEntry, { id: 'lanes.moved', component: lazyPart(() => import('./Moved.tsx')) });
 */
export const ticketLogEntry = point<TicketLogEntry>('tickets.log.entry');

interface OptionsEntry extends Item {
  /** Locale key. */
  label: string;
  icon?: Icon;
  /** Whether it stands in this conversation's menu; absent: in every one. */
  fits?(ticket: TicketView): boolean;
}
/**
 * Browser: an entry of the conversation's menu. With `run` it works at once, and what it throws is told; with
 * `component` it opens a dialog, which stays until it calls `onClose`.
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
/** Browser: an entry of the conversation's menu: something done at once, or a dialog. */
export const ticketOptionsAction = point<TicketOptionsAction>('tickets.options.action');

/** What a button of the composer is given: the same until the ticket or the mode changes, so not drawn with every key. */
export interface ComposerPartProps {
  ticket: TicketView;
  /** What is written is a note that only the company's people see: nothing may go to the customer now. */
  isNote: boolean;
  /** What stands in the field now. */
  text(): string;
  /** Puts text where the caret is. */
  insert(text: string): void;
  /** Sends it as a message of its own, or as a note; what is written stays. */
  send(text: string): void;
  /** Empties the field, once what stood there was put to use. */
  clear(): void;
}
/** What opens on a character typed at the start is given. */
export interface TriggerPartProps {
  ticket: TicketView;
  /** As of `ComposerPartProps`. */
  isNote: boolean;
  /** What was typed after the character. */
  query: string;
  /** Puts the text in the place of what was typed. */
  pick(text: string): void;
  close(): void;
  /**
   * Names the list that is open and the entry that the keys work on, by the ids of their elements: the focus stays in
   * the field, which tells them to people who hear the screen. Undefined: nothing to choose.
   */
  highlight(list: { listId: string; optionId?: string } | undefined): void;
}
/** What a channel still takes when its window is closed is given. */
export interface OutsideWindowPartProps {
  ticket: TicketView;
  /** Call it when something went out: the conversation goes to its end. */
  sent(): void;
}
/** Browser: a button in the composer. */
export const composerAction = point<Item & { component: Component<ComposerPartProps> }>('messages.composer.action');
/** Browser: what opens on a character typed at the start. */
export const composerTrigger = point<Item & { character: string; component: Component<TriggerPartProps> }>(
  'messages.composer.trigger',
);
/**
 * Browser: what a channel still takes when its window is closed (`windowHours` of its capabilities), such as templates.
 * It stands in place of the field in conversations of that channel; on the server what it sends is stored with
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
 * Browser: shows messages of a kind, in place of their words: the first whose `kind` is that of the message's data
 * (`messages.kind`), and whose `accepts(message)` is true. One of the two is enough.
 */
export const messageRenderer = point<
  Item & {
    /** As in `dataJson.kind`; absent: `accepts` alone decides. */
    kind?: string;
    accepts?(message: MessageView): boolean;
    component: Component<{ message: MessageView; ticket: TicketView }>;
  }
>('messages.renderer');
/** Browser: an entry of a message's menu. */
export const messageAction = point<
  Item & {
    /** Locale key. */
    label: string;
    icon?: Icon;
    /** Whether it stands in this message's menu; absent: in every one. */
    fits?(message: MessageView): boolean;
    run(message: MessageView, ticket: TicketView): void;
  }
>('messages.action');

export interface ConversationViewProps {
  /** `uuid` of the conversation. */
  uuid: string;
  /**
   * It is done with here: the person closed it, resolved it, handed it on, gave it back or put it off. Take it off the
   * page. A conversation that does not open for this person says why, and has a button that calls this.
   */
  onClose(): void;
  /** Somebody deleted it while it was on the screen. Absent: the person is told, and `onClose` is called. */
  onDeleted?(): void;
  /** A button before the name leads back to what it covers. */
  onBack?(): void;
  /**
   * Another conversation is asked for from inside, as an earlier one of the contact, by its `uuid`. Absent: it is shown
   * here, with a way back to this one.
   */
  onOpen?(uuid: string): void;
  /**
   * The contact stands beside it from the start, where 800 pixels or more are there for both. Otherwise, and always
   * where there is less room, a button of the conversation shows it.
   */
  panel?: boolean;
  /**
   * Its keys (E resolves, T hands on, …) are heard wherever the focus is on the page, and the palette acts on it. For a
   * page that is about this conversation alone; absent: only keys of what has the focus.
   */
  shortcuts?: boolean;
  /** Id of a message of it to go to, however far back. */
  target?: number;
}
/**
 * A whole conversation: what was said, the answer, what opens over it (the contact, dialogs, pictures). It fills what it
 * stands in, which needs a height. Drafts and what is being sent are those of the tickets page; what is open in it is its
 * own, also where two are on the screen. It neither reads nor changes the address of the page.
 */
export const ticketConversation = component<ConversationViewProps>('tickets.conversation');

export interface TicketCardProps {
  /** `id` of the conversation. */
  ticketId: number;
  /** Makes a button of it; absent: it is only read. */
  onOpen?(ticket: TicketView): void;
}
/**
 * A conversation at a glance, as wide as what it stands in: who it is with, the last message, how much is unread, queue,
 * status, how long it waits. It follows what changes wherever this person is told live of the conversation.
 */
export const ticketCard = component<TicketCardProps>('tickets.card');

export interface TicketPeekProps {
  /** `id` of the conversation. */
  ticketId: number;
  onClose(): void;
  /** A button for whoever wants to go on to the conversation, called after `onClose`; absent: there is none. */
  onOpen?(ticket: TicketView): void;
}
/**
 * A dialog with the last messages of a conversation, to read and no more: nothing counts as read, and no visit is noted.
 * For people with the permission `tickets-manager:viewchats`.
 */
export const ticketPeek = component<TicketPeekProps>('tickets.peek');

/** A row of `tickets.public_ticket`. */
export interface PublicTicket {
  id: number;
  company_id: number;
  uuid: string;
  /** `unlisted`: a program began it and the customer has not answered; it belongs into no list and no count. */
  status: TicketStatus | 'unlisted';
  contact_id: number;
  /** Null: the connection is gone. */
  connection_id: number | null;
  channel: string;
  queue_id: number | null;
  /** Who attends it. */
  user_id: number | null;
  closed_by: number | null;
  /** `queue_id`, 0 for none. */
  queue_key: number;
  /** Whose it is: who attends it, of a closed one without attendant who closed it; 0: nobody's. */
  owner_key: number;
  is_group: boolean;
  /** Messages of the customer that nobody read. */
  unread: number;
  /** The beginning of it, as lists show it. */
  last_message: string;
  /** As `TicketView.lastMessageType`. */
  last_message_type: string;
  /** Id of the automation that answers; null: people do. */
  automatic_by: string | null;
  /** Taken over from before the connection was here. */
  is_imported: boolean;
  /** The customer's first message that nobody answered; null: nobody waits. */
  waiting_since: Date | null;
  created_at: Date;
  /** When somebody last wrote or moved it: the order of lists. */
  updated_at: Date;
  /** When it was last accepted. */
  accepted_at: Date | null;
  /** When it was last closed. */
  closed_at: Date | null;
}
/** SQL: conversations of the company. A list of one person's or one department's reads an index by `owner_key` or `queue_key`, `status` and `updated_at`. */
export const publicTicket = publishedSql<PublicTicket>('tickets.public_ticket');

/** A row of `tickets.public_message`. */
export interface PublicMessage {
  /** Rises in the order in which messages were stored. */
  id: number;
  company_id: number;
  ticket_id: number;
  /** Over which it went; the connection may be gone. */
  connection_id: number | null;
  /** Who wrote it; null: the customer, a program, or the company on another device. */
  user_id: number | null;
  /** The company's, not the customer's. */
  from_me: boolean;
  /** Text; empty it where `is_deleted` before people see it. */
  body: string;
  /** How far it came: 0 stored, 1 taken by the provider, 2 delivered, 3 read, 4 played. */
  ack: number;
  /** Why it was not sent; null: it was, or waits its turn. */
  failure: string | null;
  /** An internal note: the customer never sees it. */
  only_internal: boolean;
  is_deleted: boolean;
  /** Taken over from before the connection was here. */
  is_imported: boolean;
  sent_at: Date;
  edited_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
}
/** SQL: messages of conversations, internal notes among them. By conversation: `(company_id, ticket_id, sent_at)` is an index. */
export const publicMessage = publishedSql<PublicMessage>('tickets.public_message');

/** A row of `tickets.public_log`. */
export interface PublicLog {
  id: number;
  company_id: number;
  ticket_id: number;
  /** `create`, `chatBot`, `queue`, `open`, `access`, `transfered`, `receivedTransfer`, `pending`, `closed`, `reopen`, `redirect`; more may come. Those of plugins have a dot: `kanban.moved`. */
  type: string;
  /** Who did it; null: nobody did. */
  user_id: number | null;
  queue_id: number | null;
  created_at: Date;
}
/** SQL: what happened to conversations. Never changed; ids rise with time. */
export const publicLog = publishedSql<PublicLog>('tickets.public_log');

/** A row of `tickets.public_rating`. */
export interface PublicRating {
  id: number;
  company_id: number;
  ticket_id: number;
  /** Whom it is about; kept when the person is deleted. */
  user_id: number | null;
  queue_id: number | null;
  asked_at: Date;
  /** Until when an answer counts. */
  expires_at: Date;
  /** 1 to 3; null: no answer. */
  rate: number | null;
  rated_at: Date | null;
}
/** SQL: each time a customer was asked what they think, and the answer. */
export const publicRating = publishedSql<PublicRating>('tickets.public_rating');

/** A row of `tickets.public_note`. */
export interface PublicNote {
  id: number;
  company_id: number;
  ticket_id: number;
  /** Who wrote it. */
  user_id: number | null;
  /** `N/A`: the value is not known and belongs into no sum. */
  note: string;
  value_cents: number;
  created_at: Date;
}
/** SQL: notes on conversations, with the value each stands for. */
export const publicNote = publishedSql<PublicNote>('tickets.public_note');

/** Foreign keys to conversations go through `tickets.ticket (company_id, id)`. */
export const ticketKey = publishedKey('tickets.ticket');
/** Foreign keys to messages go through `tickets.message (company_id, id)`. */
export const messageKey = publishedKey('tickets.message');
