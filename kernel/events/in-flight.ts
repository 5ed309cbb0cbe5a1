import { PARTITIONS, type Partition } from './partition.ts';
import type { OutboxEvent } from './outbox-store.ts';

export interface Claimed {
  readonly event: OutboxEvent;
  readonly partition: Partition;
  /** Subscribers that have not finished with the event. */
  waiting: number;
  /** True when a subscriber never got the event because the partition was released. The row must stay. */
  dropped: boolean;
}

export interface Limits {
  /** Most events in flight at one time. */
  total: number;
  company: number;
  key: number;
}

/**
 * Events that were claimed and are not deleted yet, and the slots that companies and ordering keys use of what is in
 * flight.
 */
export class InFlight {
  readonly #limits: Limits;
  readonly #claimed = new Map<string, Claimed>();
  readonly #companies = new Map<number, number>();
  readonly #keys = new Map<string, number>();
  readonly #unfinished: number[] = new Array<number>(PARTITIONS).fill(0);
  readonly #counts: number[] = new Array<number>(PARTITIONS).fill(0);
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
   * Claims the event, or leaves it for a later read. Events must be offered in order: once an event is left, all
   * later ones of its company or key are left too, since nothing finishes in between.
   */
  claim(event: OutboxEvent, partition: Partition, subscribers: number): Claimed | undefined {
    const key = keyOf(event);
    if (this.#claimed.has(event.id) || this.isFull) return undefined;
    if ((this.#companies.get(event.companyId) ?? 0) >= this.#limits.company) return undefined;
    if ((this.#keys.get(key) ?? 0) >= this.#limits.key) return undefined;
    const claimed: Claimed = { event, partition, waiting: subscribers, dropped: false };
    this.#claimed.set(event.id, claimed);
    add(this.#companies, event.companyId, 1);
    add(this.#keys, key, 1);
    this.inFlight += 1;
    this.hold(partition.number);
    this.#unfinished[partition.number] = this.unfinished(partition.number) + 1;
    return claimed;
  }

  /** Frees the slot of an event that all subscribers finished. The row still has to be deleted. */
  finish({ event, partition }: Claimed): void {
    add(this.#companies, event.companyId, -1);
    add(this.#keys, keyOf(event), -1);
    this.inFlight -= 1;
    this.#unfinished[partition.number] = this.unfinished(partition.number) - 1;
  }

  forget({ event, partition }: Claimed): void {
    this.#claimed.delete(event.id);
    this.release(partition.number);
  }

  hold(partition: number): void {
    this.#counts[partition] = this.countOf(partition) + 1;
  }

  release(partition: number): void {
    this.#counts[partition] = this.countOf(partition) - 1;
  }

  unfinished(partition: number): number {
    return this.#unfinished[partition] ?? 0;
  }

  countOf(partition: number): number {
    return this.#counts[partition] ?? 0;
  }

  get heldInAll(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
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
