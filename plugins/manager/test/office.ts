import { inject } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';

const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'tags', 'manager'];
const channel = 'telephone';

/** Starts the server with the plugins of attendance. */
export const startOffice = (): Promise<TestHost> => startTestHost({ databaseUrl: inject('databaseUrl'), plugins });

/** A company with a connection, and customers who write to it. */
export class Office {
  readonly company: TestCompany;
  readonly #connectionId: number;
  readonly #numbers = new Map<string, string>();
  #made = 0;

  private constructor(company: TestCompany, connectionId: number) {
    this.company = company;
    this.#connectionId = connectionId;
  }

  static async of(host: TestHost, settings: Record<string, string> = { manager: 'enabled' }): Promise<Office> {
    const company = await host.company({ settings });
    const row = await company
      .scope('connections')
      .sql.one<{ id: number }>(
        sql`insert into connections.connection (name, channel, status) values ('Principal', ${channel}, 'CONNECTED') returning id`,
      );
    return new Office(company, row?.id ?? 0);
  }

  get admin(): Person {
    return this.company.admin;
  }

  async queue(name: string): Promise<number> {
    this.#made += 1;
    const color = `#${String(100_000 + this.#made)}`;
    return (await this.admin.post<{ id: number }>('/queue', { name, color })).body.id;
  }

  async person(name: string, queueIds: number[] = [], profile: 'user' | 'gestor' = 'user'): Promise<Person> {
    const person = await this.company.person(profile, name);
    await this.company.scope('queues').use(queues).assign(person.id, queueIds);
    return person;
  }

  /** A customer writes; the first message of a new one begins a conversation that waits in the queue. */
  async arrives(name: string, body: string, queueId: number | null): Promise<number> {
    this.#made += 1;
    const known = this.#numbers.get(name);
    const number = known ?? String(5_511_970_000_000 + this.#made);
    this.#numbers.set(name, number);
    const { ticketId } = await this.company
      .scope('tickets')
      .use(channelInbox)
      .message(this.#connectionId, {
        externalId: `in-${this.#connectionId}-${this.#made}`,
        from: { channel, scope: '', kind: 'phone', value: number },
        name,
        number,
        body,
        sentAt: new Date(),
      });
    if (!known)
      await this.company
        .scope('tickets')
        .sql.run(sql`update tickets.ticket set queue_id = ${queueId} where id = ${ticketId}`);
    return ticketId;
  }

  /** Creates a conversation that waits in a queue, or that a person attends. */
  async conversation(person: Person | null, queueId: number, words = 'Bom dia', name?: string): Promise<number> {
    this.#made += 1;
    const ticketId = await this.arrives(name ?? `Cliente ${this.#made}`, words, queueId);
    if (person) await this.move(ticketId, { status: 'open', userId: person.id, queueId });
    return ticketId;
  }

  /** Changes a conversation as the admin. */
  async move(ticketId: number, body: object): Promise<void> {
    const { status } = await this.admin.put(`/tickets/${ticketId}`, body);
    if (status !== 200) throw new Error(`changing a conversation answered ${status}`);
  }

  /** Closes all conversations. */
  async closeAll(): Promise<void> {
    await this.company.scope('tickets').sql.run(sql`update tickets.ticket set status = 'closed', closed_at = now()`);
  }
}
