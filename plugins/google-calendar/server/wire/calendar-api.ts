import { z } from '@balcao/sdk/server';
import { GoogleError } from './google-error.ts';
import { googleUrl } from './google-url.ts';
import { send } from './tokens.ts';

const time = z.object({
  dateTime: z.string().optional(),
  date: z.string().optional(),
  timeZone: z.string().optional(),
});
/** The part of an event that is read. Of a deleted one little else than its id is there. */
export const googleEvent = z.object({
  id: z.string().min(1),
  etag: z.string().catch(''),
  status: z.string().catch('confirmed'),
  updated: z.string().catch(''),
  summary: z.string().catch(''),
  description: z.string().catch(''),
  start: time.optional().catch(undefined),
  end: time.optional().catch(undefined),
  visibility: z.string().catch('default'),
  transparency: z.string().catch('opaque'),
  recurringEventId: z.string().optional().catch(undefined),
  organizer: z
    .object({ self: z.boolean().catch(false) })
    .optional()
    .catch(undefined),
  attendees: z.array(z.object({ self: z.boolean().catch(false), responseStatus: z.string().catch('') })).catch([]),
  hangoutLink: z.string().catch(''),
  conferenceData: z.unknown().optional(),
  eventType: z.string().catch('default'),
  locked: z.boolean().catch(false),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).catch({}) }).catch({ private: {} }),
});
export type GoogleEvent = z.output<typeof googleEvent>;

const page = z.object({
  items: z.array(z.unknown()).catch([]),
  /** The name of the calendar. */
  summary: z.string().catch(''),
  timeZone: z.string().catch(''),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
});
export interface EventPage extends Omit<z.output<typeof page>, 'items'> {
  items: GoogleEvent[];
}
const channel = z.object({ resourceId: z.string(), expiration: z.coerce.number().optional() });
export type Channel = z.output<typeof channel>;

/** Returns a valid access token; `isRefused`: the former one was, whatever its time says. */
export type TokenSource = (isRefused: boolean) => Promise<string>;
interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  query?: Readonly<Record<string, string>>;
  body?: object;
  ifMatch?: string;
}

/** The primary calendar of one account. Every refusal is a GoogleError. */
export class CalendarApi {
  readonly #token: TokenSource;
  readonly #signal: AbortSignal;

  constructor(token: TokenSource, signal: AbortSignal) {
    this.#token = token;
    this.#signal = signal;
  }

  async #call(path: string, call: Call = {}, isRetry = false): Promise<unknown> {
    const { method = 'GET', query = {}, body, ifMatch } = call;
    const url = googleUrl('www.googleapis.com', `calendar/v3/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    try {
      const response = await send(url, {
        method,
        headers: {
          authorization: `Bearer ${await this.#token(isRetry)}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(ifMatch !== undefined && ifMatch !== '' && { 'if-match': ifMatch }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: this.#signal,
      });
      return response.status === 204 ? undefined : await response.json();
    } catch (error) {
      // An access token may end before its time.
      if (error instanceof GoogleError && error.status === 401 && !isRetry) return this.#call(path, call, true);
      throw error;
    }
  }

  async list(query: Readonly<Record<string, string>>): Promise<EventPage> {
    const read = page.safeParse(await this.#call('calendars/primary/events', { query }));
    if (!read.success) throw new GoogleError(502, 'unreadable');
    return { ...read.data, items: read.data.items.flatMap((item) => googleEvent.safeParse(item).data ?? []) };
  }
  get(id: string): Promise<GoogleEvent> {
    return this.#event(this.#call(eventPath(id)));
  }
  insert(body: object): Promise<GoogleEvent> {
    return this.#event(
      this.#call('calendars/primary/events', { method: 'POST', body, query: { sendUpdates: 'none' } }),
    );
  }
  patch(id: string, body: object, ifMatch: string): Promise<GoogleEvent> {
    return this.#event(this.#call(eventPath(id), { method: 'PATCH', body, ifMatch, query: { sendUpdates: 'none' } }));
  }
  async delete(id: string, ifMatch: string): Promise<void> {
    await this.#call(eventPath(id), { method: 'DELETE', ifMatch, query: { sendUpdates: 'none' } });
  }
  async #event(answer: Promise<unknown>): Promise<GoogleEvent> {
    const read = googleEvent.safeParse(await answer);
    if (!read.success) throw new GoogleError(502, 'unreadable');
    return read.data;
  }

  async watch(body: { id: string; address: string; token: string }): Promise<Channel> {
    const answer = await this.#call('calendars/primary/events/watch', {
      method: 'POST',
      body: { ...body, type: 'web_hook' },
    });
    const read = channel.safeParse(answer);
    if (!read.success) throw new GoogleError(502, 'unreadable');
    return read.data;
  }
  async stop(id: string, resourceId: string): Promise<void> {
    await this.#call('channels/stop', { method: 'POST', body: { id, resourceId } });
  }
}

const eventPath = (id: string): string => `calendars/primary/events/${encodeURIComponent(id)}`;
