import pg from 'pg';

/** Reads the database as its owner: the stored data, whatever the product shows. */
export class StoredData {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    this.#pool.on('error', () => undefined);
  }

  async #rows<T extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<T[]> {
    return (await this.#pool.query<T>(text, values)).rows;
  }

  async counted(companyId: number): Promise<{ contacts: number; tickets: number; messages: number; unread: number }> {
    const [counts] = await this.#rows<{ contacts: number; tickets: number; messages: number; unread: number }>(
      `select (select count(*)::int from contacts.contact where company_id = $1) as contacts,
              (select count(*)::int from tickets.ticket where company_id = $1) as tickets,
              (select count(*)::int from tickets.message where company_id = $1 and not from_me) as messages,
              (select coalesce(sum(unread), 0)::int from tickets.ticket where company_id = $1) as unread`,
      companyId,
    );
    if (!counts) throw new Error('the count returned no row');
    return counts;
  }

  /** Returns the provider's ids of received messages by contact's number, each in the order of the conversation. */
  async arrivals(companyId: number): Promise<Map<string, string[]>> {
    const rows = await this.#rows<{ number: string; ids: string[] }>(
      `select c.number, array_agg(m.external_id order by m.sent_at, m.id) as ids
         from tickets.message m
         join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id
         join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
        where m.company_id = $1 and not m.from_me group by c.number`,
      companyId,
    );
    return new Map(rows.map(({ number, ids }) => [number, ids]));
  }

  /**
   * Returns the messages whose event the witness received, by contact's number, each in the order of the first
   * delivery.
   */
  async delivered(companyId: number): Promise<Map<string, string[]>> {
    const rows = await this.#rows<{ number: string; ids: string[] }>(
      `select c.number, array_agg(m.external_id order by h.first) as ids
         from (select message_id, min(id) as first from witness.received where company_id = $1 group by message_id) h
         join tickets.message m on m.company_id = $1 and m.id = h.message_id
         join tickets.ticket t on t.company_id = $1 and t.id = m.ticket_id
         join contacts.contact c on c.company_id = $1 and c.id = t.contact_id
        group by c.number`,
      companyId,
    );
    return new Map(rows.map(({ number, ids }) => [number, ids]));
  }

  /** Returns how often the menu of queues was sent in each conversation. */
  async menus(companyId: number): Promise<number[]> {
    const rows = await this.#rows<{ menus: number }>(
      `select (select count(*)::int from tickets.message m where m.company_id = t.company_id and m.ticket_id = t.id
                 and m.client_id like 'rule:menu:%') as menus
         from tickets.ticket t where t.company_id = $1`,
      companyId,
    );
    return rows.map(({ menus }) => menus);
  }

  /** Returns the customers' ratings; null: not rated yet. */
  async ratings(companyId: number): Promise<(number | null)[]> {
    const rows = await this.#rows<{ rate: number | null }>(
      'select rate from tickets.rating where company_id = $1',
      companyId,
    );
    return rows.map(({ rate }) => rate);
  }

  /** Returns the number of the company's messages that no phone received. */
  async unsent(companyId: number): Promise<number> {
    const [row] = await this.#rows<{ unsent: number }>(
      'select count(*)::int as unsent from tickets.message where company_id = $1 and from_me and ack = 0',
      companyId,
    );
    return row?.unsent ?? 0;
  }

  /** Returns the number of events that are pending or dead letters. */
  async pendingEvents(): Promise<number> {
    const [row] = await this.#rows<{ pending: number }>(
      `select (select count(*) from kernel.outbox)::int + (select count(*) from kernel.event_retry)::int as pending`,
    );
    return row?.pending ?? 0;
  }

  /** Returns the number of messages that reached phones. */
  async reached(companyId: number): Promise<number> {
    const [row] = await this.#rows<{ reached: number }>(
      'select count(*)::int as reached from channel_sandbox.received where company_id = $1',
      companyId,
    );
    return row?.reached ?? 0;
  }

  /** Returns the companies in the order in which messages reached their phones. */
  async finishes(): Promise<number[]> {
    const rows = await this.#rows<{ company_id: number }>(
      'select company_id from channel_sandbox.received order by received_at, id',
    );
    return rows.map(({ company_id: company }) => company);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
