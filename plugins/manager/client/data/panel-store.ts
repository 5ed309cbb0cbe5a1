import type { PanelPerson, PanelRow, Panel } from '../../panel.ts';
import { Board, type Counts, type Shown } from '../model/board.ts';
import { Changes, type Change } from '../model/changes.ts';
import type { Entry } from '../model/entry.ts';
import { readings } from './readings.ts';

/** Live messages are collected for this long and drawn once. */
const gathers = 250;
/** A customer counts as typing for this long, in case the message that they stopped is lost. */
const typingLasts = 12_000;

const empty: Panel = { seesAll: false, people: [], desks: [] };

/** The state of the page outside React: a card is drawn again only when its own conversations or person changed. */
export class PanelStore {
  readonly #dayOf: (time: Date | string) => string;
  #board = new Board(empty, { queueIds: [], tagIds: [] });
  #people: ReadonlyMap<number, PanelPerson> = new Map();
  readonly #pending = new Changes();
  readonly #presence = new Map<number, boolean>();
  readonly #typing = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #cards = new Map<number, Set<() => void>>();
  readonly #all = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;

  /** `dayOf` returns the day of a time in the company's calendar. */
  constructor(dayOf: (time: Date | string) => string) {
    this.#dayOf = dayOf;
  }

  /** Takes an answer, and applies what happened while it was on its way. */
  load(panel: Panel, shown: Shown, meanwhile: Iterable<readonly [number, Change]>): void {
    this.#board = new Board(panel, shown);
    this.#people = new Map(panel.people.map((person) => [person.id, person]));
    this.#pending.take();
    this.#board.apply(meanwhile);
    for (const listeners of this.#cards.values()) for (const notify of listeners) notify();
    this.#notifyAll();
  }

  /** A live message about a conversation. */
  receive(id: number, change: Change): void {
    readings.add(id, change);
    this.#pending.add(id, change);
    if (change.isTyping !== undefined) this.#typingEnds(id, change.isTyping);
    this.#soon();
  }

  /** A live message that a person came or went. */
  receivePresence(userId: number, online: boolean): void {
    this.#presence.set(userId, online);
    this.#soon();
  }

  /** The answer to an own action, drawn at once. */
  applyNow(id: number, change: Change): void {
    readings.add(id, change);
    this.#pending.add(id, change);
    this.flush();
  }

  fill(rows: readonly PanelRow[], asked: readonly number[]): void {
    this.#notify(this.#board.fill(rows, asked));
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const touched = this.#board.apply(this.#pending.take());
    for (const userId of this.#arrivals()) touched.add(userId);
    this.#notify(touched);
  }

  /**
   * Ends all timers: the page is left, or hidden until the person signs in again. What was gathered is drawn with the
   * next message.
   */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [id, timer] of this.#typing) {
      clearTimeout(timer);
      this.#pending.add(id, { isTyping: false });
    }
    this.#typing.clear();
  }

  readonly watchAll = (notify: () => void): (() => void) => {
    this.#all.add(notify);
    return () => this.#all.delete(notify);
  };
  watchCard(ownerId: number, notify: () => void): () => void {
    const listeners = this.#cards.get(ownerId) ?? new Set();
    listeners.add(notify);
    this.#cards.set(ownerId, listeners);
    return () => {
      listeners.delete(notify);
    };
  }

  /** Another number after each change of anything. */
  readonly version = (): number => this.#version;
  entries(ownerId: number): readonly Entry[] {
    return this.#board.entries(ownerId);
  }
  counts(ownerId: number): Counts {
    return this.#board.counts(ownerId);
  }
  entry(id: number): Entry | undefined {
    return this.#board.entry(id);
  }
  person(id: number): PanelPerson | undefined {
    return this.#people.get(id);
  }
  people(): PanelPerson[] {
    return [...this.#people.values()];
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.flush(), gathers);
  }

  #typingEnds(id: number, isTyping: boolean): void {
    clearTimeout(this.#typing.get(id));
    this.#typing.delete(id);
    if (!isTyping) return;
    const timer = setTimeout(() => {
      this.#typing.delete(id);
      this.#pending.add(id, { isTyping: false });
      this.#soon();
    }, typingLasts);
    this.#typing.set(id, timer);
  }

  /** Applies who came and went; returns whose cards change. */
  #arrivals(): number[] {
    if (this.#presence.size === 0) return [];
    const now = new Date().toISOString();
    const today = this.#dayOf(now);
    const people = new Map(this.#people);
    const changed: number[] = [];
    for (const [userId, online] of this.#presence) {
      const person = people.get(userId);
      if (!person || person.online === online) continue;
      // The server stores the first coming of a day; until the next reading it is known from here.
      const isBack = online && person.firstOnline !== null && this.#dayOf(person.firstOnline) === today;
      const firstOnline = online && !isBack ? now : person.firstOnline;
      people.set(userId, { ...person, online, firstOnline, lastOnline: now });
      changed.push(userId);
    }
    this.#presence.clear();
    this.#people = people;
    return changed;
  }

  #notify(touched: ReadonlySet<number>): void {
    if (touched.size === 0) return;
    for (const ownerId of touched) for (const notify of this.#cards.get(ownerId) ?? []) notify();
    this.#notifyAll();
  }
  #notifyAll(): void {
    this.#version += 1;
    for (const notify of this.#all) notify();
  }
}
