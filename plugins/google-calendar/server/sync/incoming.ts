import { sql, type Scope } from '@balcao/sdk/server';
import { outsideCalendar, type LockedEntry, type OutsideCalendar, type OutsideEntry } from '@balcao/agenda/contract';
import { source, type Account } from '../account/account.ts';
import type { GoogleEvent } from '../wire/calendar-api.ts';
import { entryOf, isGone, isReadOnly, marksOfEntry, marksOfEvent } from '../wire/event-fields.ts';
import { deleteLinks, insertLinks, linksOf, markSeen, pushing, updateLink, type Link } from './links.ts';
import { storeLosses, type NewLoss } from './losses.ts';
import { changedHere, isChangedThere, merge } from './merge.ts';
import { withoutMessages } from './message-echo.ts';
import { entriesOfIds } from './own-id.ts';

const dayMs = 86_400_000;
/** Events that ended earlier are not brought here. */
export const pastMs = 90 * dayMs;
/** Instances of a series without an end are brought so far ahead; a full sync each week moves it on. */
const seriesMs = 365 * dayMs;

/** Brings events of Google into one person’s calendar, inside a transaction. */
export class Incoming {
  readonly #scope: Scope;
  readonly #calendar: OutsideCalendar;
  readonly #account: Pick<Account, 'userId' | 'run'>;
  readonly #zones: { calendar: string; company: string };
  readonly #losses: NewLoss[] = [];
  readonly #added: { event: GoogleEvent; entry: OutsideEntry; link?: Link }[] = [];
  readonly #seen: string[] = [];

  constructor(scope: Scope, account: Pick<Account, 'userId' | 'run' | 'timeZone'>) {
    this.#scope = scope;
    this.#calendar = scope.use(outsideCalendar);
    this.#account = account;
    this.#zones = { calendar: account.timeZone, company: scope.company.timeZone };
  }

  /** `isFinal`: the events win, because Google does not let the person write them. */
  async apply(all: readonly GoogleEvent[], isFinal = false): Promise<void> {
    const events = await withoutMessages(this.#scope, this.#account.userId, all);
    const cancelled = events.filter(({ status }) => status === 'cancelled').map(({ id }) => id);
    const links = await linksOf(
      this.#scope,
      this.#account.userId,
      events.map(({ id }) => id),
      cancelled,
    );
    links.push(...(await this.#adopt(events, new Set(links.map(({ googleId }) => googleId)))));
    const entries = await this.#entriesOf(links);
    const byId = new Map(links.map((link) => [link.googleId, link]));
    for (const event of events) {
      const link = byId.get(event.id);
      if (isGone(event)) {
        const gone = links.filter(({ googleId, recurringId }) => googleId === event.id || recurringId === event.id);
        for (const one of gone) await this.#gone(one, entries.get(one.entryId));
      } else if (link) await this.#known(event, link, entries.get(link.entryId), isFinal);
      else this.#new(event);
    }
    await this.#finish();
  }
  /** Brings that events are not there any more. */
  async removed(links: readonly Link[]): Promise<void> {
    const entries = await this.#entriesOf(links);
    for (const link of links) await this.#gone(link, entries.get(link.entryId));
    await this.#finish();
  }

  /** Links our own entries again whose links were lost, as with a restored backup. */
  async #adopt(events: readonly GoogleEvent[], known: ReadonlySet<string>): Promise<Link[]> {
    const { userId, run } = this.#account;
    const unknown = events.filter((event) => !known.has(event.id) && !isGone(event)).map(({ id }) => id);
    const ours = await entriesOfIds(this.#scope, unknown);
    if (ours.size === 0) return [];
    const free = new Set(
      (
        await this.#scope.sql.rows<{ id: number }>(
          sql`select e.id from agenda.public_entry e
               where e.id = any(${[...ours.values()]}::int[]) and e.user_id = ${userId} and e.deleted_at is null
                 and not exists (select 1 from google_calendar.link l where l.entry_id = e.id and l.user_id = ${userId})`,
        )
      ).map(({ id }) => id),
    );
    const links = [...ours].flatMap(([googleId, entryId]): Link[] =>
      free.delete(entryId) ? [{ ...pushing(googleId, entryId), run }] : [],
    );
    await insertLinks(this.#scope, userId, links);
    return links;
  }
  async #entriesOf(links: readonly Link[]): Promise<Map<number, LockedEntry>> {
    if (links.length === 0) return new Map();
    return new Map((await this.#calendar.lock(links.map(({ entryId }) => entryId))).map((entry) => [entry.id, entry]));
  }
  #read(event: GoogleEvent): OutsideEntry | undefined {
    return entryOf(event, this.#zones, this.#scope.t('event.untitled'));
  }
  /** Deleted here, or given to a colleague: this person does not have it any more. */
  #isHere(entry: LockedEntry | undefined): entry is LockedEntry {
    return entry !== undefined && entry.deletedAt === null && entry.userId === this.#account.userId;
  }

  #new(event: GoogleEvent): void {
    const entry = this.#read(event);
    if (!entry) return this.#scope.log.warn({ event: event.id }, 'event has no readable time');
    const now = Date.now();
    const isFar = event.recurringEventId !== undefined && entry.date.getTime() > now + seriesMs;
    if (entry.dateEnd.getTime() >= now - pastMs && !isFar) this.#added.push({ event, entry });
  }

  async #known(event: GoogleEvent, link: Link, entry: LockedEntry | undefined, isFinal: boolean): Promise<void> {
    const { userId, run } = this.#account;
    const incoming = this.#read(event);
    const isSame = link.etag === event.etag && link.state === 'linked' && !isFinal;
    if (!incoming || isSame) return void this.#seen.push(event.id);
    const next: Link = { ...link, etag: event.etag, run, recurringId: event.recurringEventId ?? null, state: 'linked' };
    if (!this.#isHere(entry)) {
      if (link.isReadOnly) await updateLink(this.#scope, userId, { ...next, state: 'hidden' });
      // Deleted here. A change at Google since then brings it back; otherwise it is about to be deleted there.
      else if (link.state !== 'pushing' && isChangedThere(event, link.base))
        this.#added.push({ event, entry: incoming, link: { ...link, entryId: link.entryId } });
      else await updateLink(this.#scope, userId, next);
      return;
    }
    next.isReadOnly = isFinal || isReadOnly(event);
    const { take, lost, isPending, base } = merge(entry, event, incoming, link.base, next.isReadOnly);
    const changes = {
      ...take,
      ...(entry.isReadOnly !== next.isReadOnly && { isReadOnly: next.isReadOnly }),
      ...(entry.isFree !== incoming.isFree && { isFree: incoming.isFree }),
    };
    const version =
      Object.keys(changes).length > 0 ? await this.#calendar.change(source, entry.id, changes) : entry.version;
    await updateLink(this.#scope, userId, {
      ...next,
      base,
      // Not seen yet: what is pending is found by the versions’ difference.
      seenVersion: isPending ? 0 : (version ?? entry.version),
    });
    for (const { field, kind, value } of lost) this.#losses.push({ entryId: entry.id, kind, field, value });
  }

  async #gone(link: Link, entry: LockedEntry | undefined): Promise<void> {
    const { userId } = this.#account;
    if (link.state === 'kept') return;
    // Our own deletion, and restored here since: without a link it is written at Google anew.
    if (link.state === 'removing' && this.#isHere(entry)) {
      await deleteLinks(this.#scope, userId, [link.googleId]);
      return;
    }
    // Restored here since: the person wants it, although it is not at Google any more.
    if (link.state === 'hidden' && this.#isHere(entry)) {
      await updateLink(this.#scope, userId, { ...link, state: 'kept', etag: '' });
      return;
    }
    const isEdited =
      this.#isHere(entry) && !entry.isReadOnly && !link.isReadOnly && changedHere(entry, link.base).length > 0;
    if (this.#isHere(entry) && isEdited) {
      await updateLink(this.#scope, userId, { ...link, state: 'kept', etag: '', seenVersion: entry.version });
      this.#losses.push({ entryId: entry.id, kind: 'deleted-there', field: null, value: null });
      return;
    }
    if (this.#isHere(entry)) await this.#calendar.remove(source, [entry.id]);
    await deleteLinks(this.#scope, userId, [link.googleId]);
  }

  async #finish(): Promise<void> {
    const { userId, run } = this.#account;
    if (this.#seen.length > 0) await markSeen(this.#scope, userId, this.#seen, run);
    const ids = await this.#calendar.add(
      source,
      userId,
      this.#added.map(({ event, entry }) => ({ ...entry, isReadOnly: isReadOnly(event) })),
    );
    // Of one that came back the link goes to the new entry.
    const back = this.#added.flatMap(({ link }) => (link ? [link.googleId] : []));
    if (back.length > 0) await deleteLinks(this.#scope, userId, back);
    const links = this.#added.map(({ event, entry }, index): Link => ({
      googleId: event.id,
      entryId: ids[index] ?? 0,
      etag: event.etag,
      base: { ours: marksOfEntry(entry), theirs: marksOfEvent(event) },
      seenVersion: 1,
      recurringId: event.recurringEventId ?? null,
      isReadOnly: isReadOnly(event),
      state: 'linked',
      run,
    }));
    if (links.length > 0) await insertLinks(this.#scope, userId, links);
    for (const [index, { link }] of this.#added.entries())
      if (link) this.#losses.push({ entryId: ids[index] ?? 0, kind: 'deleted-here', field: null, value: null });
    await storeLosses(this.#scope, userId, this.#losses);
  }
}
