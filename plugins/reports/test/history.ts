import { sql } from '@balcao/sdk/server';
import type { Office } from './office.ts';
import type { Random } from './random.ts';

/** An attendance as the test itself counts it, while it writes what happens. */
export interface Expected {
  ticketId: number;
  no: number;
  openedAt: number;
  openedBy: 'customer' | 'company' | 'campaign';
  acceptedAt: number | null;
  closedAt: number | null;
  queueId: number | null;
  userId: number | null;
  firstReplyAt: number | null;
  replyFrom: number | null;
  transfers: number;
  messagesIn: number;
  messagesOut: number;
  rate: number | null;
}

type Step = () => Promise<void>;
const second = 1000;

/** A conversation whose past is written entry by entry, and the attendances that it should give. */
export class History {
  readonly attendances: Expected[] = [];
  readonly ticketId: number;
  at: number;
  readonly #office: Office;
  #now: Expected | undefined;
  /** Messages since the former end, which belong to the next attendance. */
  #early = 0;

  private constructor(office: Office, ticketId: number, at: number) {
    this.#office = office;
    this.ticketId = ticketId;
    this.at = at;
  }

  static async begin(office: Office, at: number, contactId: number): Promise<History> {
    const row = await office.sql.one<{ id: number }>(sql`
      insert into tickets.ticket (status, contact_id, whatsapp_id, channel, created_at, updated_at)
      values ('closed', ${contactId}, ${office.connectionId}, 'test', ${new Date(at)}, ${new Date(at)}) returning id`);
    return new History(office, row?.id ?? 0, at);
  }

  async #log(type: string, userId: number | null, queueId: number | null): Promise<void> {
    await this.#office.sql.run(sql`
      insert into tickets.log (ticket_id, type, user_id, queue_id, created_at)
      values (${this.ticketId}, ${type}, ${userId}, ${queueId}, ${new Date(this.at)})`);
  }

  async #message(fromMe: boolean, userId: number | null, isInternal = false): Promise<void> {
    await this.#office.sql.run(sql`
      insert into tickets.message (ticket_id, whatsapp_id, body, from_me, user_id, only_internal, ack, sent_at)
      values (${this.ticketId}, ${this.#office.connectionId}, 'Bom dia', ${fromMe}, ${userId}, ${isInternal}, 1, ${new Date(this.at)})`);
  }

  async #open(type: 'create' | 'reopen', by: number | null, queueId: number | null): Promise<void> {
    await this.#log(type, by, queueId);
    this.#now = {
      ticketId: this.ticketId,
      no: this.attendances.length + 1,
      openedAt: this.at,
      openedBy: by === null ? 'customer' : 'company',
      acceptedAt: null,
      closedAt: null,
      queueId,
      userId: null,
      firstReplyAt: null,
      replyFrom: by === null ? this.at : null,
      transfers: 0,
      messagesIn: this.#early,
      messagesOut: 0,
      rate: null,
    };
    this.#early = 0;
    this.attendances.push(this.#now);
  }

  get isRunning(): boolean {
    return this.#now !== undefined;
  }

  later(seconds: number): this {
    this.at += seconds * second;
    return this;
  }

  /** The customer writes; a closed conversation begins again. */
  async customer(queueId: number | null): Promise<void> {
    await this.#message(false, null);
    if (!this.#now) {
      this.#early += 1;
      this.at += second;
      await this.#open(this.attendances.length === 0 ? 'create' : 'reopen', null, queueId);
      return;
    }
    this.#now.messagesIn += 1;
    this.#now.replyFrom ??= this.at;
  }

  /** A person begins or reopens it and has it at once. */
  async company(userId: number, queueId: number): Promise<void> {
    await this.#open(this.attendances.length === 0 ? 'create' : 'reopen', userId, queueId);
    this.at += 1;
    await this.accept(userId, queueId);
  }

  async accept(userId: number, queueId: number | null): Promise<void> {
    await this.#log('open', userId, queueId);
    if (!this.#now) return;
    this.#now.acceptedAt ??= this.at;
    Object.assign(this.#now, { userId, queueId });
  }

  async reply(userId: number | null): Promise<void> {
    await this.#message(true, userId);
    const now = this.#now;
    if (!now) return;
    now.messagesOut += 1;
    if (userId !== null && now.replyFrom !== null) now.firstReplyAt ??= this.at;
  }

  async note(userId: number): Promise<void> {
    await this.#message(true, userId, true);
  }

  async putBack(userId: number): Promise<void> {
    await this.#log('pending', userId, this.#now?.queueId ?? null);
    if (this.#now) this.#now.userId = null;
  }

  async transfer(by: number, queueId: number, userId: number | null): Promise<void> {
    await this.#log('transfered', by, this.#now?.queueId ?? null);
    this.at += 1;
    await this.#log('receivedTransfer', userId, queueId);
    if (!this.#now) return;
    this.#now.transfers += 1;
    Object.assign(this.#now, { queueId, userId });
    if (userId !== null) this.#now.acceptedAt ??= this.at;
  }

  async close(by: number | null): Promise<void> {
    const now = this.#now;
    if (!now) return;
    await this.#office.sql.run(sql`
      insert into tickets.rating (ticket_id, user_id, queue_id, question, asked_at, expires_at, max_wrong)
      values (${this.ticketId}, ${now.userId}, ${now.queueId}, 'Como foi?', ${new Date(this.at)}, now(), 3)`);
    this.at += 1;
    await this.#log('closed', by, now.queueId);
    now.closedAt = this.at;
    now.userId ??= by;
    this.#now = undefined;
  }

  /** The customer answers the last question. */
  async rate(rate: number): Promise<void> {
    const last = this.attendances.at(-1);
    if (this.#now || !last || last.rate !== null) return;
    await this.#office.sql.run(sql`
      update tickets.rating set rate = ${rate}, at = ${new Date(this.at)}
       where id = (select max(id) from tickets.rating where ticket_id = ${this.ticketId})`);
    last.rate = rate;
  }

  /** One random step that is possible now, some seconds to some days later. */
  async step(random: Random): Promise<void> {
    const { people, queueIds } = this.#office;
    const person = random.of(people).id;
    const queue = random.of(queueIds);
    this.later(random.chance(0.8) ? 1 + random.int(3000) : 3600 + random.int(4 * 86_400));
    if (!this.#now) {
      const steps: Step[] = [() => this.customer(queue), () => this.company(person, queue)];
      if (this.attendances.length > 0) steps.push(() => this.rate(1 + random.int(3)));
      return random.of(steps)();
    }
    const holder = this.#now.userId;
    const always: Step[] = [
      () => this.customer(queue),
      () => this.reply(null),
      () => this.close(random.chance(0.9) ? person : null),
    ];
    const held: Step[] =
      holder === null
        ? [() => this.accept(person, queue), () => this.accept(person, this.#now?.queueId ?? null)]
        : [
            () => this.reply(holder),
            () => this.note(holder),
            () => this.putBack(holder),
            () => this.transfer(holder, queue, person),
            () => this.transfer(holder, queue, null),
            () => this.close(holder),
          ];
    return random.of([...always, ...held])();
  }
}
