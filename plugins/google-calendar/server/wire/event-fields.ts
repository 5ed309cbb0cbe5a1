import { createHash } from 'node:crypto';
import { localDate, localTime } from '@balcao/sdk/server';
import type { OutsideEntry } from '@balcao/agenda/contract';
import type { Field } from '../../contract.ts';
import type { GoogleEvent } from './calendar-api.ts';

export const fields: readonly Field[] = ['title', 'description', 'when', 'isPrivate'];
/** The state of one side, field by field: texts as hashes, so that no copy of what a person wrote is left behind. */
export type Marks = Partial<Record<Field, string>>;
/** The last common state of both sides, each in its own form: what the way between them loses is no change. */
export interface Base {
  ours?: Marks;
  theirs?: Marks;
}

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const isZone = (zone: string | undefined): zone is string => {
  try {
    if (zone === undefined || zone === '') return false;
    new Intl.DateTimeFormat('en', { timeZone: zone }).format();
    return true;
  } catch {
    return false;
  }
};

/** Returns the first moment of a day, `2026-11-22`, in a zone. */
const midnight = (day: string, zone: string): Date =>
  Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? new Date(Number.NaN) : localTime(day, 0, zone);

/** Google’s descriptions may be HTML. */
const plain = (text: string): string =>
  /<[a-z/]/i.test(text)
    ? text
        .replaceAll(/<(br|\/p|\/li|\/div)\s*\/?>/gi, '\n')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .trim()
    : text;

export const whenOf = ({ start, end }: Pick<GoogleEvent, 'start' | 'end'>): string =>
  start?.date === undefined
    ? `${Date.parse(start?.dateTime ?? '')}/${Date.parse(end?.dateTime ?? start?.dateTime ?? '')}`
    : `${start.date}/${end?.date ?? start.date}`;

/** The marks of an event. */
export const marksOfEvent = (event: GoogleEvent): Marks => ({
  title: hash(event.summary),
  description: hash(event.description),
  when: whenOf(event),
  isPrivate: String(isPrivate(event)),
});
/** The marks of an entry. */
export const marksOfEntry = ({ title, description, isPrivate: hidden, ...entry }: OutsideEntry): Marks => ({
  title: hash(title),
  description: hash(description),
  when: entry.allDay ? daysOf(entry).join('/') : `${entry.date.getTime()}/${entry.dateEnd.getTime()}`,
  isPrivate: String(hidden),
});
/** Returns the moment at which an event ended when it was last seen. */
export const knownEnd = ({ theirs }: Base): number => {
  const end = theirs?.when?.split('/')[1] ?? '';
  return /^\d+$/.test(end) ? Number(end) : Date.parse(end);
};

const isPrivate = ({ visibility }: GoogleEvent): boolean => visibility === 'private' || visibility === 'confidential';
const daysOf = ({ date, dateEnd, timeZone }: Pick<OutsideEntry, 'date' | 'dateEnd' | 'timeZone'>): [string, string] => [
  localDate(date, timeZone),
  localDate(dateEnd, timeZone),
];

/** Events of others, and with guests or a meeting, are never rewritten. */
export const isReadOnly = (event: GoogleEvent): boolean =>
  event.organizer?.self === false ||
  event.attendees.length > 0 ||
  event.hangoutLink !== '' ||
  event.conferenceData !== undefined ||
  event.locked ||
  event.eventType !== 'default';

/** It is not there, or the person declined it. */
export const isGone = ({ status, start, attendees }: GoogleEvent): boolean =>
  status === 'cancelled' ||
  start === undefined ||
  attendees.some(({ self, responseStatus }) => self && responseStatus === 'declined');

/**
 * Returns the entry that an event becomes; undefined if its times cannot be read. Whole days have no zone at Google: they
 * are those of the company.
 */
export const entryOf = (
  event: GoogleEvent,
  zones: { calendar: string; company: string },
  untitled: string,
): OutsideEntry | undefined => {
  const { start, end } = event;
  const allDay = start?.date !== undefined;
  const zone = [start?.timeZone, zones.calendar].find(isZone) ?? zones.company;
  const date = allDay ? midnight(start.date ?? '', zones.company) : new Date(start?.dateTime ?? '');
  const until = allDay
    ? midnight(end?.date ?? start.date ?? '', zones.company)
    : new Date(end?.dateTime ?? start?.dateTime ?? '');
  if (Number.isNaN(date.getTime()) || Number.isNaN(until.getTime())) return undefined;
  return {
    title: [...storable(event.summary).trim()].slice(0, 200).join('') || untitled,
    description: [...plain(storable(event.description))].slice(0, 4000).join(''),
    date,
    dateEnd: until < date ? date : until,
    allDay,
    timeZone: allDay ? zones.company : zone,
    isPrivate: isPrivate(event),
    isFree: event.transparency === 'transparent',
  };
};

/** Returns what an entry says at Google, of the fields that are named. A kind of time that it does not have is removed. */
export const eventOf = (entry: OutsideEntry, which: readonly Field[], isNew: boolean): object => {
  const has = (field: Field): boolean => which.includes(field);
  const [from, until] = entry.allDay ? daysOf(entry) : ['', ''];
  const time = (at: Date, day: string): object =>
    entry.allDay
      ? { date: day, ...(!isNew && { dateTime: null, timeZone: null }) }
      : { dateTime: at.toISOString(), timeZone: entry.timeZone, ...(!isNew && { date: null }) };
  return {
    ...(has('title') && { summary: entry.title }),
    ...(has('description') && { description: entry.description }),
    ...(has('when') && { start: time(entry.date, from), end: time(entry.dateEnd, until) }),
    ...(has('isPrivate') && { visibility: entry.isPrivate ? 'private' : 'default' }),
    // Only said at Google; here it is not changed.
    ...(isNew && entry.isFree && { transparency: 'transparent' }),
  };
};
