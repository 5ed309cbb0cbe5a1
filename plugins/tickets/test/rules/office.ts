import path from 'node:path';
import { inject } from 'vitest';
import { eventually, startTestHost, type TestHost } from '@balcao/testing';
import { sql, type Scope, type Sql } from '@balcao/sdk/server';
import type { TicketView } from '../../contract.ts';
import { Attendance, type TicketAnswer } from '../attendance.ts';
import { forgetCalls } from '../channel/provider.ts';

/** Starts the whole server with everything that rules need, and a third-party automation. */
export const startOffice = (sameDatabaseAs?: TestHost): Promise<TestHost> => {
  if (!sameDatabaseAs) forgetCalls();
  return startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      'users',
      'queues',
      'contacts',
      'connections',
      'companies',
      'tickets',
      path.join(import.meta.dirname, '../channel'),
      path.join(import.meta.dirname, '../automation'),
    ],
    ...(sameDatabaseAs && { sameDatabaseAs }),
  });
};

/** A company with rules, whose time passes by moving stored times into the past. */
export class Office {
  readonly desk: Attendance;
  readonly #host: TestHost;

  private constructor(host: TestHost, desk: Attendance) {
    this.#host = host;
    this.desk = desk;
  }

  static async of(host: TestHost, settings: Record<string, string> = {}): Promise<Office> {
    return new Office(host, await Attendance.of(host, settings));
  }

  get scope(): Scope {
    return this.desk.company.scope('tickets');
  }

  /** The same company at another node. */
  at(host: TestHost): Scope {
    return host.kernel.scope(this.desk.company.id, 'tickets');
  }

  async connection(set: Sql): Promise<void> {
    await this.desk.company
      .scope('connections')
      .sql.run(sql`update connections.connection set ${set} where id = ${this.desk.connectionId}`);
  }

  async queue(id: number, set: Sql): Promise<void> {
    await this.desk.company.scope('queues').sql.run(sql`update queues.queue set ${set} where id = ${id}`);
  }

  async ticket(ticketId: number, set: Sql): Promise<void> {
    await this.scope.sql.run(sql`update tickets.ticket set ${set} where id = ${ticketId}`);
  }

  /** Waits until everything that follows has been delivered. */
  async settled(): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.#host.kernel.database.owner.query(
        `select (select count(*) from kernel.outbox where company_id = $1)
              + (select count(*) from kernel.event_retry where company_id = $1) as owed`,
        [this.desk.company.id],
      );
      return Number(rows[0].owed) === 0;
    });
  }

  /** Sends a customer's message and waits for its effects. */
  async writes(
    number: string,
    body: string,
    more: Parameters<Attendance['arrives']>[2] = {},
  ): Promise<{ ticketId: number; messageId: number }> {
    const arrived = await this.desk.arrives(number, body, more);
    await this.settled();
    return arrived;
  }

  /** Returns the company's messages in a conversation, oldest first. */
  async said(ticketId: number): Promise<string[]> {
    return (await this.desk.messages(ticketId)).filter(({ fromMe }) => fromMe).map(({ body }) => body);
  }

  async show(ticketId: number): Promise<TicketView> {
    return (await this.desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body;
  }

  async log(ticketId: number): Promise<string[]> {
    const { body } = await this.desk.admin.get<{ type: string }[]>(`/tickets-log/${ticketId}`);
    return body.map(({ type }) => type);
  }

  async countTickets(): Promise<number> {
    const row = await this.scope.sql.one<{ count: number }>(sql`select count(*)::int as count from tickets.ticket`);
    return row?.count ?? 0;
  }
}

export const allDay = JSON.stringify(
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((weekdayEn) => ({
    weekdayEn,
    startTime: '00:00',
    endTime: '24:00',
  })),
);
export const never = allDay.replaceAll('24:00', '00:00');
