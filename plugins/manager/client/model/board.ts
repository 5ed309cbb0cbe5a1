import { nobody, type Panel, type PanelRow } from '../../panel.ts';
import type { Change } from './changes.ts';
import { byWait, entryOf, placed, rowOf, type Entry } from './entry.ts';

export interface Counts {
  total: number;
  waiting: number;
  unread: number;
  /** Time of the longest wait in ms; 0: nobody waits. */
  oldestWaitAt: number;
}
const none: Counts = { total: 0, waiting: 0, unread: 0, oldestWaitAt: 0 };

/** The conversations that belong on the board. */
export interface Shown {
  /** Empty: all. */
  queueIds: readonly number[];
  tagIds: readonly number[];
  /** Absent: everybody's conversations; else those of this person, and the waiting ones of these queues. */
  only?: { userId: number; queueIds: readonly number[] } | undefined;
}

interface Desk {
  ids: Set<number>;
  counts?: Counts | undefined;
  entries?: readonly Entry[] | undefined;
}

const count = (entries: Iterable<Entry>): Counts => {
  const counts = { ...none };
  for (const { unread, waitingAt } of entries) {
    counts.total += 1;
    counts.unread += unread;
    if (waitingAt === 0) continue;
    counts.waiting += 1;
    if (counts.oldestWaitAt === 0 || waitingAt < counts.oldestWaitAt) counts.oldestWaitAt = waitingAt;
  }
  return counts;
};

/**
 * All running conversations by attendant. It knows every one, not only those on the screen, so numbers follow from the
 * live messages alone and equal those of a fresh answer.
 */
export class Board {
  readonly #entries = new Map<number, Entry>();
  readonly #desks = new Map<number, Desk>();
  readonly #shown: Shown;

  constructor(panel: Panel, shown: Shown) {
    this.#shown = shown;
    for (const { userId, tickets, others } of panel.desks) {
      for (const row of tickets) this.#put(entryOf(row));
      for (const other of others) this.#put(placed(userId ?? nobody, other));
    }
  }

  /** Applies changes and returns the desks that they touched. */
  apply(changes: Iterable<readonly [number, Change]>): Set<number> {
    const touched = new Set<number>();
    for (const [id, change] of changes) this.#change(id, change, touched);
    for (const ownerId of touched) this.#outdated(ownerId);
    return touched;
  }

  /** Fills rows that were asked for; what live messages said meanwhile is newer, and stays. */
  fill(rows: readonly PanelRow[], asked: readonly number[]): Set<number> {
    const touched = new Set<number>();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const id of asked) {
      const known = this.#entries.get(id);
      if (!known || known.row) continue;
      const row = found.get(id);
      // It left the board, and the message about it is on its way.
      if (!row) continue;
      this.#take(known, touched);
      this.#put(entryOf(row, known.isTyping), touched);
    }
    for (const ownerId of touched) this.#outdated(ownerId);
    return touched;
  }

  entry(id: number): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Attendants with conversations, and `nobody`. */
  owners(): number[] {
    return [...this.#desks.keys()];
  }

  counts(ownerId: number): Counts {
    const desk = this.#desks.get(ownerId);
    if (!desk) return none;
    desk.counts ??= count(this.#of(desk));
    return desk.counts;
  }

  /** The conversations of one person in order. The same array until one of them changes. */
  entries(ownerId: number): readonly Entry[] {
    const desk = this.#desks.get(ownerId);
    if (!desk) return nothing;
    desk.entries ??= this.#of(desk).toSorted(byWait);
    return desk.entries;
  }

  #of({ ids }: Desk): Entry[] {
    return [...ids].flatMap((id) => this.#entries.get(id) ?? []);
  }

  #change(id: number, { ticket, isGone, isRead, isTyping }: Change, touched: Set<number>): void {
    const known = this.#entries.get(id);
    if (isGone || (ticket && !this.#fits(ticket, known))) {
      if (known) this.#take(known, touched);
      return;
    }
    const fresh = ticket ? entryOf(rowOf(ticket), known?.isTyping) : known;
    if (!fresh) return;
    if (known) this.#take(known, touched);
    const unread = isRead ? 0 : fresh.unread;
    const row = fresh.row && unread !== fresh.row.unreadMessages ? { ...fresh.row, unreadMessages: unread } : fresh.row;
    this.#put({ ...fresh, unread, row, isTyping: isTyping ?? fresh.isTyping }, touched);
  }

  #fits(ticket: NonNullable<Change['ticket']>, known: Entry | undefined): boolean {
    const { queueIds, tagIds, only } = this.#shown;
    const { status, queueId, userId, tags } = ticket;
    if (status === 'closed') return false;
    if (queueIds.length > 0 && (queueId === null || !queueIds.includes(queueId))) return false;
    if (only && userId !== only.userId && (userId !== null || (queueId !== null && !only.queueIds.includes(queueId))))
      return false;
    if (tagIds.length === 0) return true;
    // A message changes no tags, and its row comes without them.
    return tags ? tags.some((tag) => tagIds.includes(tag.id)) : known !== undefined;
  }

  #put(entry: Entry, touched?: Set<number>): void {
    this.#entries.set(entry.id, entry);
    const desk = this.#desks.get(entry.ownerId) ?? { ids: new Set() };
    desk.ids.add(entry.id);
    this.#desks.set(entry.ownerId, desk);
    touched?.add(entry.ownerId);
  }

  #take(entry: Entry, touched: Set<number>): void {
    this.#entries.delete(entry.id);
    this.#desks.get(entry.ownerId)?.ids.delete(entry.id);
    touched.add(entry.ownerId);
  }

  #outdated(ownerId: number): void {
    const desk = this.#desks.get(ownerId);
    if (!desk) return;
    if (desk.ids.size === 0) this.#desks.delete(ownerId);
    desk.counts = undefined;
    desk.entries = undefined;
  }
}
const nothing: readonly Entry[] = [];
