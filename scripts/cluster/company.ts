import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from '@balcao/testing';
import { Office } from '../test/delivery/office.ts';
import { roundRobin } from './round-robin.ts';
import type { Attendant } from './sockets.ts';

const numbersEach = 5;
/** A customer is answered after every fifth message. */
const answerEach = 5;

/** One company under load: its customers write and are answered, each in order. */
export class BusyCompany {
  readonly office: Office;
  readonly attendant: Attendant;
  /** Messages by customer's number, in the order they were written. */
  readonly written = new Map<string, string[]>();
  /** The same for the company's answers. */
  readonly answers = new Map<string, string[]>();
  /** Messages waiting for the acknowledgement of an earlier one of their customer. */
  waiting = 0;
  acknowledged = 0;
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #numbers: string[];
  #next = 0;

  private constructor(office: Office, attendant: Attendant) {
    this.office = office;
    this.attendant = attendant;
    this.#numbers = office.numbers(numbersEach);
  }

  static async open(url: string, platform: Person): Promise<BusyCompany> {
    const office = await Office.open({ url }, platform);
    const [queue] = (await office.person.get<{ id: number }[]>('/queue')).body;
    const attendant = { token: () => office.person.token, userId: office.person.id, queueId: queue?.id ?? 0 };
    return new BusyCompany(office, attendant);
  }

  /** Writes as the next customer, after the earlier messages of the same one. */
  write(): void {
    const number = roundRobin(this.#numbers, this.#next);
    const ids = this.written.get(number) ?? [];
    const id = `${number}-${String(ids.length + 1).padStart(5, '0')}`;
    this.#next += 1;
    this.written.set(number, [...ids, id]);
    this.waiting += 1;
    const before = this.#tails.get(number) ?? Promise.resolve();
    this.#tails.set(
      number,
      before.then(() => this.#deliver(number, id, ids.length)),
    );
  }

  async #deliver(number: string, id: string, before: number): Promise<void> {
    const { ticketId } = await this.office.insist(number, id);
    this.waiting -= 1;
    this.acknowledged += 1;
    if (before === 0) await this.#accept(ticketId);
    if ((before + 1) % answerEach > 0) return;
    const answer = `resposta a ${id}`;
    this.answers.set(number, [...(this.answers.get(number) ?? []), answer]);
    await this.office.reply(ticketId, answer);
  }

  /** Retried until it succeeds: the node may die meanwhile. */
  async #accept(ticketId: number): Promise<void> {
    for (;;) {
      try {
        return await this.office.accept(ticketId);
      } catch {
        await delay(200);
      }
    }
  }

  async finished(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
