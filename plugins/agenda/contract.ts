/** Contract of the agenda: scheduled messages, entries of people's calendars, and the service that schedules both. */
import { event, job, point, publishedKey, publishedSql, room, service, type Component } from '@balcao/sdk/contract';
import type { TemplateMessage } from '@balcao/connections/contract';

export type { TemplateMessage };

/**
 * The state of a scheduled message. `PENDENTE`: waits for its time, and may be changed; `ENVIANDO`: a node is storing it
 * in the conversation; `ENVIADA`: stored there, on its way or sent (`sentAt`); `ERRO`: not sent, `error` says why;
 * `CANCELADA`: will not be sent, because the contact was removed.
 */
export type ScheduleStatus = 'PENDENTE' | 'ENVIANDO' | 'ENVIADA' | 'ERRO' | 'CANCELADA';
export const scheduleStatuses: readonly ScheduleStatus[] = ['PENDENTE', 'ENVIANDO', 'ENVIADA', 'ERRO', 'CANCELADA'];

/** Which messages of a series a change or a deletion is about. */
export type SeriesPart = 'this' | 'following';

/** A scheduled message, as lists and forms receive it. */
export interface ScheduleView {
  id: number;
  body: string;
  contactId: number | null;
  /** Null: the contact was removed. The number is masked for readers who may not see it. */
  contact: { id: number; name: string; number: string; profilePicUrl: string | null } | null;
  /** ISO 8601. */
  sendAt: string;
  /** When the provider accepted it; null: not yet. */
  sentAt: string | null;
  status: ScheduleStatus;
  /** Why it was not sent, as a code: `overdue`, a code of the server, or a reason of the channel; null: none. */
  error: string | null;
  /** Minutes between `sendAt` and the moment it was stored, when the system was down meanwhile; null: in time. */
  lateMinutes: number | null;
  mediaPath: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  mediaSize: number | null;
  /** Null: the person was removed. */
  userId: number | null;
  user: { id: number; name: string } | null;
  /** Null: the contact's last connection, else the company's preferred one. */
  whatsappId: number | null;
  whatsapp: { id: number; name: string; channel: string } | null;
  /** Sent in place of the text when the channel's reply window is closed; null: it then fails. */
  template: TemplateMessage | null;
  /** The conversation is put into the hands of who scheduled it, unless another person attends it. */
  opensWithAuthor: boolean;
  /** The conversation that it was scheduled from, or in which it was sent; null: none, or the reader may not open it. */
  ticketUuid: string | null;
  seriesId: number | null;
  /** The rule of its series from this message on, as RFC 5545 text; null: it is sent once. */
  rule: string | null;
  /** Raised by every change; send it with PUT, and a change by somebody else is ERR_SCHEDULE_CHANGED (409). */
  version: number;
  createdAt: string;
}

/** An entry of a person's calendar. */
export interface EntryView {
  id: number;
  title: string;
  description: string;
  /** ISO 8601. Of an all-day entry: midnight of its first day in `timeZone`. */
  date: string;
  /** ISO 8601; of an all-day entry midnight after its last day. */
  dateEnd: string;
  /** `#7D883F`. */
  color: string;
  userId: number;
  user: { id: number; name: string } | null;
  allDay: boolean;
  timeZone: string;
  contactId: number | null;
  contact: { id: number; name: string } | null;
  /** Colleagues see only that the time is taken. */
  isPrivate: boolean;
  /** Minutes before the beginning at which its person is notified. */
  reminders: number[];
  /** The plugin that brought it from a calendar outside; null: it was made here. */
  source: string | null;
  /** It belongs to somebody else there: only colour, contact and reminders can be changed here (ERR_ENTRY_READ_ONLY). */
  isReadOnly: boolean;
  /** The calendar outside says that its time is not taken. */
  isFree: boolean;
  /** The latest conversation with the contact; null: none, or the reader may not open it. */
  ticketUuid: string | null;
  version: number;
}

/** Something on the calendar, in the order of its beginning. */
export interface CalendarEvent {
  /** `SCH-<id>`: a scheduled message; `<id>`: an entry. */
  id: string;
  kind: 'entry' | 'message';
  title: string;
  date: string;
  /** The same as `date` for messages, which have no length. */
  dateEnd: string;
  allDay: boolean;
  /** IANA name: the days of an all-day one are those of this zone. */
  timeZone: string;
  color: string;
  userId: number;
  userName: string;
  /** Messages only. */
  status: ScheduleStatus | null;
  error: string | null;
  lateMinutes: number | null;
  sentAt: string | null;
  isRecurring: boolean;
  contactName: string | null;
  /** A colleague's private entry: its title is empty. */
  isBusy: boolean;
  /** The reader may change it, and delete it. */
  isEditable: boolean;
  /** The plugin that brought it from a calendar outside; null: it was made here. */
  source: string | null;
  version: number;
}

/** A time that is taken in a person's calendar. */
export interface BusyTime {
  userId: number;
  /** ISO 8601. */
  from: string;
  until: string;
}

/** A message for `Agenda.schedule`. */
export interface NewSchedule {
  contactId: number;
  /** 5 to 4,096 characters; `{nome}` becomes the contact's name. */
  body: string;
  sendAt: Date;
  /** The person in whose calendar it is; absent: the person of the scope. */
  userId?: number;
  connectionId?: number | null;
  template?: TemplateMessage | null;
}
/** An entry for `Agenda.addEntry`. */
export interface NewEntry {
  title: string;
  description?: string;
  date: Date;
  /** Absent: one hour after `date`. */
  dateEnd?: Date;
  userId: number;
  contactId?: number | null;
  reminders?: readonly number[];
}

/** Schedules messages and entries, for other plugins. */
export interface Agenda {
  /**
   * Schedules a message of the company to a contact, which is sent exactly once; inside `tx` it is part of the
   * transaction. Programs may schedule less than an hour ahead. ERR_NO_CONTACT_FOUND, ERR_NO_USER_FOUND,
   * ERR_NO_WAPP_FOUND (404), ERR_VALIDATION.
   */
  schedule(message: NewSchedule): Promise<{ id: number }>;
  /** Cancels a message that is not sent yet; false: it is sent, or does not exist. */
  cancel(id: number): Promise<boolean>;
  /** Adds an entry to a person's calendar. ERR_NO_USER_FOUND, ERR_NO_CONTACT_FOUND (404), ERR_VALIDATION. */
  addEntry(entry: NewEntry): Promise<{ id: number }>;
  /** Returns the taken times of people between two moments, without titles. */
  busy(userIds: readonly number[], from: Date, until: Date): Promise<BusyTime[]>;
}
/** Calendars of the company's people. */
export const agenda = service<Agenda>('agenda.agenda');

/** The fields that a calendar outside and an entry have in common. */
export interface OutsideEntry {
  /** Up to 200 characters; of any length, unlike the title that a person enters here. */
  title: string;
  /** Up to 4,000 characters. */
  description: string;
  date: Date;
  /** Of an all-day entry: midnight after its last day, as `date` is that of its first one, in `timeZone`. */
  dateEnd: Date;
  allDay: boolean;
  /** IANA name. */
  timeZone: string;
  isPrivate: boolean;
  /** Its time is not taken; default false. */
  isFree?: boolean;
}
/** An entry as `OutsideCalendar.lock` returns it. */
export interface LockedEntry extends OutsideEntry {
  id: number;
  userId: number;
  isReadOnly: boolean;
  version: number;
  updatedAt: Date;
  /** Null: it exists. A deleted one is kept, so that calendars outside hear of it. */
  deletedAt: Date | null;
}
/**
 * Entries that a plugin keeps equal to a calendar outside. `source` is the plugin's id. Permissions are not asked.
 * Added entries have no reminders: the calendar outside has its own. Those that a person set here move with their entry.
 * Open calendars show the result after the commit, at once for
 * everything that one call changed.
 */
export interface OutsideCalendar {
  /** Adds entries to a person's calendar; returns their ids in the same order. */
  add(source: string, userId: number, entries: readonly (OutsideEntry & { isReadOnly: boolean })[]): Promise<number[]>;
  /** Changes the given fields of an entry that exists; returns its new version, undefined if it was deleted. */
  change(
    source: string,
    id: number,
    fields: Partial<OutsideEntry & { isReadOnly: boolean }>,
  ): Promise<number | undefined>;
  /** Deletes entries; those that are deleted already stay so. */
  remove(source: string, ids: readonly number[]): Promise<void>;
  /** Returns entries, also deleted ones, and holds them until the end of the transaction. Call it inside `tx`. */
  lock(ids: readonly number[]): Promise<LockedEntry[]>;
  /**
   * Makes a person's read-only entries from a calendar outside their own, to change and delete here: when they are not kept
   * equal any more.
   */
  release(source: string, userId: number): Promise<void>;
  /**
   * Says that a person connected a calendar outside, or disconnected it: the box that shows or hides its entries is there
   * while it is connected, or entries from it exist.
   */
  setConnected(source: string, userId: number, isConnected: boolean): Promise<void>;
}
/** The entries of calendars outside. */
export const outsideCalendar = service<OutsideCalendar>('agenda.outside');

/**
 * Entries of these people were added, changed or deleted. `by`: the source whose call of `OutsideCalendar` it was; null: a
 * person, or a plugin by `Agenda`.
 */
export const entriesChanged = event<{ userIds: number[]; by: string | null }>('agenda.entry.changed');

/**
 * Scheduled messages of these people were added, changed, sent or deleted. For calendars outside that show them: read
 * `publicMessage`.
 */
export const messagesChanged = event<{ userIds: number[] }>('agenda.message.changed');

/** A row of `agenda.public_message`. Texts are not in it. A deleted message is not there any more. */
export interface PublicMessage {
  id: number;
  company_id: number;
  /** The person in whose calendar it is; null: the person was removed. */
  user_id: number | null;
  /** Null: the contact was removed. */
  contact_id: number | null;
  send_at: Date;
  status: ScheduleStatus;
  version: number;
  updated_at: Date;
}
/** SQL: scheduled messages, without their texts. */
export const publicMessage = publishedSql<PublicMessage>('agenda.public_message');

/** A row of `agenda.public_entry`. Deleted entries are in it. */
export interface PublicEntry {
  id: number;
  company_id: number;
  user_id: number;
  contact_id: number | null;
  title: string;
  description: string;
  starts_at: Date;
  ends_at: Date;
  time_zone: string;
  all_day: boolean;
  is_private: boolean;
  source: string | null;
  is_read_only: boolean;
  is_free: boolean;
  version: number;
  updated_at: Date;
  deleted_at: Date | null;
}
/** SQL: entries of calendars, also deleted ones. */
export const publicEntry = publishedSql<PublicEntry>('agenda.public_entry');
/** For foreign keys on an entry; it is never removed before its person or company is. */
export const entryKey = publishedKey('agenda.entry');

/** A calendar outside whose entries are shown on the calendar. */
export interface AgendaSource {
  id: string;
  order?: number;
  /** The plugin's id, as it is given to `OutsideCalendar`. */
  source: string;
  /**
   * Locale key of the calendar's name, beside the box that shows or hides its entries. The box is there while the reader
   * has connected the calendar (`OutsideCalendar.setConnected`), or entries from it exist.
   */
  label: string;
  /** Its sign on entries and beside its name, `size` pixels wide and high. It is decoration: the name is said in words. */
  mark: Component<{ size: number }>;
  /** A card below the calendars: connects and disconnects, and tells how it is. */
  component: Component<Record<never, never>>;
}
/**
 * Browser: a calendar outside whose entries are shown here.
 * @example
 * host.add(agendaSource, {
 *   id: 'orion', source: 'orion-calendar', label: 'calendar.name', mark: lazyPart(() => import('./Mark.tsx')),
 *   component: lazyPart(() => import('./Card.tsx')),
 * });
 */
export const agendaSource = point<AgendaSource>('agenda.source');

/** Live: `update` {id} and `delete` {id} of a `CalendarEvent` of this person. For the person, and with schedules:view. */
export const agendaRoom = room<{ userId: number }>('agenda.person');

/** Sends a scheduled message at its time. */
export const sendSchedule = job<{ scheduleId: number }>('agenda.send');
/** Sends everything that is due, also what a node left behind or the system missed. */
export const sweepSchedules = job<Record<string, never>>('agenda.sweep');
/** Ends the receipts of scheduled messages in companies that expect none any more. */
export const endReceipts = job<Record<string, never>>('agenda.end-receipts');
/** Notifies a person before an entry begins. */
export const remindEntry = job<{ entryId: number; minutes: number; at: string }>('agenda.remind');
