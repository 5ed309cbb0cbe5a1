import type pg from 'pg';

export interface DeadLetter {
  id: number;
  eventId: string;
  subscriber: string;
  companyId: number;
  event: string;
  key: string;
  payload: unknown;
  createdAt: Date;
  attempts: number;
  error: string | null;
  failedAt: Date | null;
}

export interface DeadLetterFilter {
  subscriber?: string;
  companyId?: number;
  /** Only dead letters with a smaller id; the newest come first. */
  before?: number;
  /** At most 200. */
  limit?: number;
}

export interface DeadLetters {
  list(filter?: DeadLetterFilter): Promise<DeadLetter[]>;
  /**
   * Queues the events again with a fresh count of attempts. Returns how many were found. Later events of the same
   * ordering key were delivered before, so order is not restored.
   */
  replay(ids: readonly number[]): Promise<number>;
  remove(ids: readonly number[]): Promise<number>;
}

/** Lists, replays and removes the dead letters of all companies, for those who run the platform. */
export const deadLetters = (owner: pg.Pool): DeadLetters => ({
  async list({ subscriber, companyId, before, limit = 50 } = {}) {
    const { rows } = await owner.query<DeadLetter>(LIST, [
      subscriber ?? null,
      companyId ?? null,
      before ?? null,
      Math.min(Math.max(1, Math.trunc(limit)), 200),
    ]);
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  },
  async replay(ids) {
    const { rowCount } = await owner.query(
      `update kernel.event_retry set dead = false, replay = true, attempts = 0, next_at = clock_timestamp()
        where dead and id = any($1::bigint[])`,
      [ids],
    );
    return rowCount ?? 0;
  },
  async remove(ids) {
    const { rowCount } = await owner.query(`delete from kernel.event_retry where dead and id = any($1::bigint[])`, [
      ids,
    ]);
    return rowCount ?? 0;
  },
});

const LIST = `
  select id, outbox_id::text as "eventId", subscriber, company_id as "companyId", event, key, payload,
         created_at as "createdAt", attempts, last_error as error, failed_at as "failedAt"
    from kernel.event_retry
   where dead and ($1::text is null or subscriber = $1) and ($2::int is null or company_id = $2)
     and ($3::bigint is null or id < $3)
   order by id desc limit $4`;
