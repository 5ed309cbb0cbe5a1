import { randomUUID } from 'node:crypto';
import { Refused } from './refused.ts';

export interface WireTime {
  dateTime?: string | null;
  date?: string | null;
  timeZone?: string | null;
}
/** An event as Google writes it. */
export interface WireEvent {
  kind: 'calendar#event';
  id: string;
  etag: string;
  status: 'confirmed' | 'cancelled';
  updated: string;
  summary?: string;
  description?: string;
  start?: WireTime;
  end?: WireTime;
  visibility?: string;
  transparency?: string;
  recurringEventId?: string;
  originalStartTime?: WireTime;
  organizer?: { email: string; self?: boolean };
  attendees?: { email: string; self?: boolean; responseStatus: string }[];
  hangoutLink?: string;
  extendedProperties?: { private?: Record<string, string> };
}
type Fields = Record<string, unknown>;
interface Stored {
  event: WireEvent;
  /** The number of the calendar’s change that wrote it. */
  seq: number;
}
export interface Page {
  items: WireEvent[];
  nextPageToken?: string;
  nextSyncToken?: string;
}

const forbiddenWithToken = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
];

/** Patches as Google does: objects are merged, null removes a field. */
const merged = (before: unknown, change: unknown): unknown => {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change;
  const result: Fields = { ...(typeof before === 'object' ? (before as Fields) : {}) };
  for (const [name, value] of Object.entries(change))
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  return result;
};

const assertTimes = ({ start, end }: Partial<WireEvent>): void => {
  for (const time of [start, end]) {
    const isOne = (time?.date == null) !== (time?.dateTime == null);
    if (!time || !isOne)
      throw new Refused(400, 'invalid', 'Start and end times must either both be date or both be dateTime.');
  }
  if ((start?.date == null) !== (end?.date == null))
    throw new Refused(400, 'invalid', 'Start and end must be of one kind.');
  const at = (time?: WireTime): number => Date.parse(time?.dateTime ?? time?.date ?? '');
  if (!(at(end) >= at(start))) throw new Refused(400, 'timeRangeEmpty', 'The specified time range is empty.');
};

/** The primary calendar of one account. */
export class Calendar {
  readonly email: string;
  /** The calendar's name, which the person may change; the account's address until then. */
  name: string;
  timeZone = 'America/Sao_Paulo';
  /** Events of one page. */
  pageSize = 2500;
  onChange: () => void = () => undefined;
  readonly #stored = new Map<string, Stored>();
  #seq = 0;
  /** Raised when every sync token ends. */
  #generation = 0;

  constructor(email: string) {
    this.email = email;
    this.name = email;
  }

  /** Ends all sync tokens, as Google does now and then. */
  expireTokens(): void {
    this.#generation += 1;
  }
  /** Events that exist, in the order of their ids. */
  get events(): WireEvent[] {
    return [...this.#stored.values()]
      .map(({ event }) => event)
      .filter(({ status }) => status !== 'cancelled')
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  #write(event: Omit<WireEvent, 'etag' | 'updated' | 'kind'>): WireEvent {
    this.#seq += 1;
    const stored: WireEvent = {
      ...event,
      kind: 'calendar#event',
      etag: `"${3000 + this.#seq}"`,
      updated: new Date().toISOString(),
    };
    this.#stored.set(stored.id, { event: stored, seq: this.#seq });
    this.onChange();
    return stored;
  }

  find(id: string): WireEvent {
    const stored = this.#stored.get(id);
    if (!stored) throw new Refused(404, 'notFound', 'Not Found');
    return stored.event;
  }
  insert(fields: Fields): WireEvent {
    const id =
      typeof fields['id'] === 'string' ? fields['id'] : randomUUID().replaceAll('-', '').replaceAll(/[w-z]/g, 'a');
    if (!/^[a-v0-9]{5,1024}$/.test(id) && fields['recurringEventId'] === undefined)
      throw new Refused(400, 'invalid', 'Invalid resource id value.');
    if (this.#stored.has(id)) throw new Refused(409, 'duplicate', 'The requested identifier already exists.');
    assertTimes(fields);
    return this.#write({ organizer: { email: this.email, self: true }, ...fields, id, status: 'confirmed' });
  }
  patch(id: string, change: Fields, ifMatch?: string): WireEvent {
    const before = this.find(id);
    if (ifMatch !== undefined && ifMatch !== before.etag)
      throw new Refused(412, 'conditionNotMet', 'Precondition Failed');
    if (before.status === 'cancelled') throw new Refused(404, 'notFound', 'Not Found');
    const after = merged(before, change) as WireEvent;
    assertTimes(after);
    return this.#write(after);
  }
  delete(id: string, ifMatch?: string): void {
    const before = this.find(id);
    if (before.status === 'cancelled') throw new Refused(410, 'deleted', 'Resource has been deleted');
    if (ifMatch !== undefined && ifMatch !== before.etag)
      throw new Refused(412, 'conditionNotMet', 'Precondition Failed');
    const { recurringEventId, originalStartTime } = before;
    this.#write({ id, status: 'cancelled', ...(recurringEventId && { recurringEventId, originalStartTime }) });
  }
  /** Deletes a whole series: Google tells of its master alone, or of every instance. */
  deleteSeries(id: string, tells: 'master' | 'instances'): void {
    const instances = this.events.filter(({ recurringEventId }) => recurringEventId === id);
    if (tells === 'instances') for (const instance of instances) this.delete(instance.id);
    else {
      for (const instance of instances) this.#stored.delete(instance.id);
      this.#write({ id, status: 'cancelled' });
    }
  }

  list(query: URLSearchParams): Page {
    const syncToken = query.get('syncToken');
    if (syncToken !== null && forbiddenWithToken.some((name) => query.has(name)))
      throw new Refused(400, 'invalid', 'Sync token cannot be used with other query restrictions.');
    const pageToken = query.get('pageToken');
    // A page token holds what the first page asked for, and the state of the calendar then.
    const page = pageToken === null ? this.#firstPage(query) : (JSON.parse(atob(pageToken)) as PageToken);
    if (page.generation !== this.#generation)
      throw new Refused(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.');
    const all = [...this.#stored.values()]
      .filter(({ seq }) => seq > page.since)
      .map(({ event }) => event)
      .filter((event) => !page.isFull || (event.status !== 'cancelled' && endOf(event) > Date.parse(page.timeMin)))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const size = Math.min(Number(query.get('maxResults') ?? 250), this.pageSize);
    const items = all.slice(page.offset, page.offset + size);
    if (page.offset + size < all.length)
      return { items, nextPageToken: btoa(JSON.stringify({ ...page, offset: page.offset + size })) };
    return { items, nextSyncToken: `CPj${this.#generation}.${page.until}` };
  }
  #firstPage(query: URLSearchParams): PageToken {
    const common = { until: this.#seq, offset: 0, generation: this.#generation };
    const syncToken = query.get('syncToken');
    if (syncToken === null)
      return { ...common, isFull: true, since: 0, timeMin: query.get('timeMin') ?? '1970-01-01T00:00:00Z' };
    const [, generation = '', since = ''] = /^CPj(\d+)\.(\d+)$/.exec(syncToken) ?? [];
    return { ...common, generation: Number(generation || -1), isFull: false, since: Number(since), timeMin: '' };
  }
}

interface PageToken {
  isFull: boolean;
  since: number;
  until: number;
  offset: number;
  generation: number;
  timeMin: string;
}
const endOf = ({ end }: WireEvent): number => Date.parse(end?.dateTime ?? end?.date ?? '');
