import { PARTITIONS, type Partition } from './partition.ts';
import type { OutboxEvent } from './outbox-store.ts';

export interface Claimed {
  readonly event: OutboxEvent;
  readonly part: Partition;
  /** Subscribers that are not through with it. */
  waiting: number;
  /** A subscriber never got it, because the part was given back: the row must stay. */
  dropped: boolean;
}

export interface Limits {
  /** Events in hand at one time, all together. */
  total: number;
  company: number;
  key: number;
}

/** Events that were claimed and are not deleted yet, and how many slots companies and keys take of what is in flight. */
export class InFlight {
  readonly #limits: Limits;
  readonly #claimed = new Map<string, Claimed>();
  readonly #companies = new Map<number, number>();
  readonly #keys = new Map<string, number>();
  readonly #unfinished: number[] = new Array<number>(PARTITIONS).fill(0);
  readonly #held: number[] = new Array<number>(PARTITIONS).fill(0);
  inFlight = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get ids(): string[] {
    return [...this.#claimed.keys()];
  }

  get fullCompanies(): number[] {
    return full(this.#companies, this.#limits.company);
  }

  get fullKeys(): string[] {
    return full(this.#keys, this.#limits.key);
  }

  get isFull(): boolean {
    return this.inFlight >= this.#limits.total;
  }

  get isHalfEmpty(): boolean {
    return this.inFlight <= this.#limits.total / 2;
  }

  /**
   * Takes the event in hand, or leaves it for a later claim. A claim must be offered in order: once an event is left
   * here, all later ones of its company or key are left too, since nothing ends in between.
   */
  take(event: OutboxEvent, part: Partition, subscribers: number): Claimed | undefined {
    const key = keyOf(event);
    if (this.#claimed.has(event.id) || this.isFull) return undefined;
    if ((this.#companies.get(event.companyId) ?? 0) >= this.#limits.company) return undefined;
    if ((this.#keys.get(key) ?? 0) >= this.#limits.key) return undefined;
    const claimed: Claimed = { event, part, waiting: subscribers, dropped: false };
    this.#claimed.set(event.id, claimed);
    add(this.#companies, event.companyId, 1);
    add(this.#keys, key, 1);
    this.inFlight += 1;
    this.hold(part.number);
    this.#unfinished[part.number] = this.unfinished(part.number) + 1;
    return claimed;
  }

  /** All subscribers are through: the slot is free, the row still has to be deleted. */
  finish({ event, part }: Claimed): void {
    add(this.#companies, event.companyId, -1);
    add(this.#keys, keyOf(event), -1);
    this.inFlight -= 1;
    this.#unfinished[part.number] = this.unfinished(part.number) - 1;
  }

  forget({ event, part }: Claimed): void {
    this.#claimed.delete(event.id);
    this.release(part.number);
  }

  hold(part: number): void {
    this.#held[part] = this.held(part) + 1;
  }

  release(part: number): void {
    this.#held[part] = this.held(part) - 1;
  }

  unfinished(part: number): number {
    return this.#unfinished[part] ?? 0;
  }

  held(part: number): number {
    return this.#held[part] ?? 0;
  }

  get heldInAll(): number {
    return this.#held.reduce((sum, held) => sum + held, 0);
  }
}

const keyOf = (event: OutboxEvent): string => `${event.companyId}:${event.key}`;

const full = <K>(counts: ReadonlyMap<K, number>, limit: number): K[] => {
  const names: K[] = [];
  for (const [name, count] of counts) if (count >= limit) names.push(name);
  return names;
};

const add = <K>(counts: Map<K, number>, name: K, by: number): void => {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
};
