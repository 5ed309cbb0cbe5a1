import { sql, type Scope } from '@balcao/sdk/server';
import { outsideCalendar, type LockedEntry } from '@balcao/agenda/contract';
import { source } from '../account/account.ts';
import type { CalendarApi, GoogleEvent } from '../wire/calendar-api.ts';
import { eventOf, fields, isReadOnly, marksOfEntry, marksOfEvent } from '../wire/event-fields.ts';
import { GoogleError } from '../wire/google-error.ts';
import type { Claim } from './claim.ts';
import { Incoming, pastMs } from './incoming.ts';
import { deleteLinks, insertLinks, linksOf, pushing, updateLink, type Link } from './links.ts';
import { changedHere } from './merge.ts';
import { googleIdOf } from './own-id.ts';

/** Entries that are looked at in one go. */
const batch = 50;
/** Both sides may change one again and again: it then waits for the next sync. */
const maxTries = 3;

/** Writes one person’s entries at Google. */
export class Outgoing {
  readonly #scope: Scope;
  readonly #claim: Claim;
  readonly #api: CalendarApi;
  readonly #userId: number;
  readonly #tries = new Map<string | number, number>();

  constructor(scope: Scope, claim: Claim, api: CalendarApi) {
    this.#scope = scope;
    this.#claim = claim;
    this.#api = api;
    this.#userId = claim.account.userId;
  }

  #mayTry = (id: string | number): boolean => {
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    return tries <= maxTries;
  };

  /** Writes some of what waits; returns their number. */
  async run(): Promise<number> {
    const gone = await this.#scope.sql.rows<{ googleId: string }>(
      sql`select l.google_id as "googleId" from google_calendar.link l
            join agenda.public_entry e on e.id = l.entry_id
           where l.user_id = ${this.#userId} and l.state <> 'hidden' and (e.deleted_at is not null or e.user_id <> l.user_id)
           order by e.updated_at limit ${batch}`,
    );
    const removed = gone.filter(({ googleId }) => this.#mayTry(googleId));
    for (const { googleId } of removed) await this.#remove(googleId);
    const waiting = await this.#scope.sql.rows<{ id: number }>(
      sql`select e.id from agenda.public_entry e
            left join google_calendar.link l on l.entry_id = e.id and l.user_id = e.user_id
           where e.user_id = ${this.#userId} and e.deleted_at is null
             and case when l.entry_id is null
                      then e.ends_at > now() - make_interval(secs => ${pastMs / 1000}::int) and not e.is_read_only
                           and coalesce(e.source, ${source}) = ${source}
                      else l.state <> 'kept' and l.seen_version <> e.version end
           order by e.updated_at, e.id limit ${batch}`,
    );
    const changed = waiting.filter(({ id }) => this.#mayTry(id));
    for (const { id } of changed) await this.#write(id);
    return removed.length + changed.length;
  }

  async #linkOf(scope: Scope, googleId: string): Promise<Link | undefined> {
    return (await linksOf(scope, this.#userId, [googleId]))[0];
  }
  /** Returns an entry with its link; the entry is undefined if it is not this person’s any more. */
  #read(entryId: number): Promise<{ entry: LockedEntry | undefined; link: Link | undefined }> {
    return this.#claim.write(this.#scope, async (inner) => {
      const [entry] = await inner.use(outsideCalendar).lock([entryId]);
      const row = await inner.sql.one<{ id: string }>(
        sql`select google_id as id from google_calendar.link where user_id = ${this.#userId} and entry_id = ${entryId}`,
      );
      const isHere = entry?.deletedAt === null && entry.userId === this.#userId;
      return { entry: isHere ? entry : undefined, link: row && (await this.#linkOf(inner, row.id)) };
    });
  }

  async #write(entryId: number): Promise<void> {
    const { entry, link } = await this.#read(entryId);
    if (!entry) return;
    if (!link || link.state === 'pushing') return this.#insert(entry, link);
    if (link.state === 'removing' || link.state === 'hidden') return this.#restored(link);
    const changed = changedHere(entry, link.base);
    if (changed.length === 0 || link.isReadOnly) return this.#store({ ...link, seenVersion: entry.version });
    try {
      const body = { ...eventOf(entry, changed, false), ...tags(entry) };
      await this.#written(entry, link, await this.#api.patch(link.googleId, body, link.etag));
    } catch (error) {
      await this.#refused(entry, link, error);
    }
  }

  /** Restored here after its deletion at Google began, which may have arrived there or not, or was not asked for. */
  async #restored(link: Link): Promise<void> {
    const event = await this.#api.get(link.googleId).catch((error: unknown) => {
      if (error instanceof GoogleError && [404, 410].includes(error.status)) return undefined;
      throw error;
    });
    await this.#claim.write(this.#scope, async (inner) => {
      if (event && event.status !== 'cancelled') await this.#incoming(inner).apply([event]);
      // It was in another account, or is not there any more: kept here alone.
      else if (link.state === 'hidden') await updateLink(inner, this.#userId, { ...link, state: 'kept', etag: '' });
      else await this.#incoming(inner).removed([link]);
    });
  }

  async #insert(entry: LockedEntry, known: Link | undefined): Promise<void> {
    const link: Link = known ?? {
      ...pushing(await googleIdOf(this.#scope, entry.id), entry.id),
      run: this.#claim.account.run,
    };
    // Stored first: what arrives at Google before this node dies is recognised by its id.
    if (!known) await this.#claim.write(this.#scope, (inner) => insertLinks(inner, this.#userId, [link]));
    try {
      const body = { id: link.googleId, ...eventOf(entry, fields, true), ...tags(entry) };
      await this.#written(entry, link, await this.#api.insert(body));
    } catch (error) {
      if (!(error instanceof GoogleError) || error.status !== 409) return this.#refused(entry, link, error);
      const event = await this.#api.get(link.googleId);
      if (event.status === 'cancelled') return this.#rename(link);
      await this.#claim.write(this.#scope, (inner) => this.#incoming(inner).apply([event]));
    }
  }
  /** An id that was deleted there cannot be used again. */
  async #rename(link: Link): Promise<void> {
    await this.#claim.write(this.#scope, async (inner) => {
      await deleteLinks(inner, this.#userId, [link.googleId]);
      await insertLinks(inner, this.#userId, [pushing(`${link.googleId}v`, link.entryId)]);
    });
  }

  async #remove(googleId: string): Promise<void> {
    const link = await this.#linkOf(this.#scope, googleId);
    if (!link) return;
    // Not the person's to delete there, also if it was kept from a former account, where it still is.
    if (link.isReadOnly) return this.#store({ ...link, state: 'hidden' });
    try {
      if (link.state !== 'kept') {
        // Stored first: the deletion is not taken for one of the person's at Google if this node dies now.
        await this.#store({ ...link, state: 'removing' });
        await this.#api.delete(googleId, link.etag);
      }
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error;
      if (error.status === 412) return this.#bring(googleId);
      // Deleted there already; or Google does not let this person delete it, and it stays there.
      if (![400, 403, 404, 410].includes(error.status) || error.isQuota || error.endsConsent) throw error;
    }
    await this.#claim.write(this.#scope, (inner) => deleteLinks(inner, this.#userId, [googleId]));
  }

  /** Google refused a change: it is merged, given up, or thrown. */
  async #refused(entry: LockedEntry, link: Link, error: unknown): Promise<void> {
    if (!(error instanceof GoogleError) || error.isQuota || error.endsConsent) throw error;
    const { status, reason } = error;
    if (status === 412) return this.#bring(link.googleId);
    if (status === 404 || status === 410)
      return this.#claim.write(this.#scope, (inner) => this.#incoming(inner).removed([link]));
    if (status === 403 && link.state === 'linked') return this.#bring(link.googleId, true);
    if (status !== 400 && status !== 403) throw error;
    this.#scope.log.warn({ entry: entry.id, reason }, 'Google refuses an entry');
    // Tried again when the entry changes.
    await this.#store({ ...link, seenVersion: entry.version });
  }

  /** Fetches an event that is not what was thought, and merges it; what is then pending is found by the next look. */
  async #bring(googleId: string, isFinal = false): Promise<void> {
    const event = await this.#api.get(googleId);
    await this.#claim.write(this.#scope, (inner) => this.#incoming(inner).apply([event], isFinal));
  }
  #incoming(inner: Scope): Incoming {
    return new Incoming(inner, this.#claim.account);
  }

  /** Both sides have what was sent. The entry may have been changed meanwhile: then its version is another. */
  #written(entry: LockedEntry, link: Link, event: GoogleEvent): Promise<void> {
    return this.#store({
      ...link,
      etag: event.etag,
      base: { ours: marksOfEntry(entry), theirs: marksOfEvent(event) },
      seenVersion: entry.version,
      isReadOnly: isReadOnly(event),
      state: 'linked',
      run: this.#claim.account.run,
    });
  }
  async #store(link: Link): Promise<void> {
    await this.#claim.write(this.#scope, (inner) => updateLink(inner, this.#userId, link));
  }
}

/** Tells at Google which entry it is, and which version of it. */
const tags = ({ id, version }: LockedEntry): object => ({
  extendedProperties: { private: { balcao: String(id), version: String(version) } },
});
