import { PostgresBackend } from '@agendajs/postgres-backend';
import type { JobParameters } from 'agenda';
import pg from 'pg';
import { sql, type Log } from '@balcao/sdk/server';
import { defaultPoolSizes } from '../database/pools.ts';
import { DUE, EVERY } from './job-store.ts';
import type { Envelope, FailedJob, Heartbeat, JobStore, RecurringJob, Within } from './job-store.ts';
import { CHANNEL, notification, PostgresWakeChannel, serialize } from './wake-channel.ts';

/** Lock of the migrations, so that nodes that start together create the tables one after the other. */
const MIGRATION_LOCK = 7316;

/** Opens Agenda with its tables in the schema `jobs`, on a pool of its own. */
export const openPostgresStore = async (
  databaseUrl: string,
  log: Log,
  poolSize = defaultPoolSizes.jobs,
): Promise<JobStore> => {
  // Agenda quotes its table's name as a whole, so the schema can only come from the search path.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    options: '-c search_path=jobs',
    application_name: 'balcao jobs',
  });
  // A server that stops right after `end` still sends messages to connections that are closing; nothing is lost.
  pool.on('error', (error) => pool.ending || log.warn({ error }, 'connection of the jobs was lost'));
  // A connection can be lost while it is handed out, when neither the pool nor its user listens: that would be an
  // uncaught exception.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  try {
    const backend = new Backend({ pool, tableName: 'job', disableNotifications: true });
    await migrate(pool, backend);
    return new PostgresStore(pool, backend, new PostgresWakeChannel(databaseUrl));
  } catch (error) {
    await pool.end();
    throw error;
  }
};

/** Connected in advance and only once, because Agenda connects by itself and leaves a failure unhandled. */
class Backend extends PostgresBackend {
  async prepare(): Promise<void> {
    await super.connect();
  }
  override async connect(): Promise<void> {}
}

const migrate = async (pool: pg.Pool, backend: Backend): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('create schema if not exists jobs');
    // On another connection of the pool.
    await backend.prepare();
    for (const statement of [...INDEXES, PUT, CANCEL]) await client.query(statement);
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  } catch (error) {
    // Closing the connection releases the lock.
    client.release(true);
    throw error;
  }
};

const INDEXES = [
  `create unique index if not exists job_key on jobs.job (name, (data->>'companyId'), (data->>'key'))
    where data ? 'key' and not (data ? 'running')`,
  `create index if not exists job_locked on jobs.job (name, locked_at) where locked_at is not null`,
  `create index if not exists job_company on jobs.job ((data->>'companyId'), name)`,
  `create index if not exists job_disabled on jobs.job (name, (data->>'companyId')) where disabled`,
  `create index if not exists job_failed on jobs.job (failed_at) where next_run_at is null and locked_at is null and failed_at is not null`,
];

const ON_KEY = `on conflict (name, (data->>'companyId'), (data->>'key')) where data ? 'key' and not (data ? 'running')`;
const FAILED = 'next_run_at is null and locked_at is null and failed_at is not null';
const UNIQUE_VIOLATION = '23505';

class PostgresStore implements JobStore {
  readonly backend: PostgresBackend;
  readonly channel: PostgresWakeChannel;
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool, backend: PostgresBackend, channel: PostgresWakeChannel) {
    this.#pool = pool;
    this.backend = backend;
    this.channel = channel;
  }

  async put(name: string, data: Envelope, at: Date, within?: Within): Promise<void> {
    const envelope = JSON.stringify(data);
    if (within)
      await within(sql`select kernel.put_job(${name}, ${envelope}::text::jsonb, ${at.toISOString()}::timestamptz)`);
    else await this.#pool.query('select jobs.put($1, $2::jsonb, $3)', [name, envelope, at]);
  }

  async putRecurring(jobs: readonly RecurringJob[]): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `with wanted as (select * from jsonb_to_recordset($1::jsonb) as w (name text, data jsonb, at timestamptz)),
            -- Those that are as they should be are not even locked: every start asks for all jobs of all companies.
            missing as (
              select w.name, w.data, w.at from wanted w left join jobs.job j
                  on j.name = w.name and j.data->>'companyId' = w.data->>'companyId' and j.data->>'key' = '${EVERY}'
               where j.id is null or j.disabled or j.next_run_at is null or j.data is distinct from w.data)
       insert into jobs.job (name, data, next_run_at, type) select name, data, at, 'normal' from missing
       ${ON_KEY} do update set
         data = excluded.data, disabled = false,
         next_run_at = case when job.data->>'every' = excluded.data->>'every' and job.next_run_at is not null
                              and job.data->>'timeZone' is not distinct from excluded.data->>'timeZone'
                            then job.next_run_at else excluded.next_run_at end
       where job.locked_at is null
         and (job.disabled or job.next_run_at is null or job.data is distinct from excluded.data)
       returning name`,
      [JSON.stringify(jobs)],
    );
    for (const name of new Set(rows.map((row) => row.name))) await this.#notify(name, null);
  }

  async nextDue(names: readonly string[], lockLifetimeMs: number): Promise<ReadonlyMap<string, Date>> {
    const { rows } = await this.#pool.query<{ name: string; at: Date }>(
      `select n.name, d.at
         from unnest($1::text[]) as n (name),
              lateral (select least(
                (select min(j.next_run_at) from jobs.job j where j.name = n.name and j.disabled = false and j.locked_at is null),
                (select min(j.locked_at) from jobs.job j where j.name = n.name and j.disabled = false and j.locked_at is not null)
                  + make_interval(secs => $2::float8 / 1000)) as at) d
        where d.at is not null`,
      [names, lockLifetimeMs],
    );
    return new Map(rows.map(({ name, at }) => [name, at]));
  }

  async putDue(name: string, companies: readonly number[]): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `insert into jobs.job (name, data, next_run_at, type)
       select $1::text, jsonb_build_object('companyId', c.id, 'key', $3::text, 'input', '{}'::jsonb), now(), 'normal'
         from unnest($2::int[]) as c (id)
        where not exists (select 1 from jobs.job j
                           where j.name = $1::text and j.data->>'companyId' = c.id::text and j.data->>'key' = $3::text)
       ${ON_KEY} do nothing`,
      [name, companies, DUE],
    );
    if (rowCount) await this.#notify(name, null);
  }

  async saveState(job: JobParameters, node: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update jobs.job
          set locked_at = $3, next_run_at = $4, last_run_at = $5, last_finished_at = $6,
              fail_count = $7, fail_reason = $8, failed_at = $9
        where id = $1 and last_modified_by = $2 and locked_at is not null`,
      [
        job._id,
        node,
        job.lockedAt ?? null,
        job.nextRunAt,
        job.lastRunAt ?? null,
        job.lastFinishedAt ?? null,
        job.failCount ?? null,
        job.failReason ?? null,
        job.failedAt ?? null,
      ],
    );
    return rowCount === 1;
  }

  async finish(id: string, node: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'delete from jobs.job where id = $1 and last_modified_by = $2 and locked_at is not null',
      [id, node],
    );
    return rowCount === 1;
  }

  async begin(id: string, name: string): Promise<'begun' | 'gone'> {
    const { rows } = await this.#pool.query<{ replaced: boolean }>(
      `update jobs.job j set data = data || '{"running": true}' where id = $1 and name = $2
       returning exists (select 1 from jobs.job n
                          where n.id <> j.id and n.name = j.name and not (n.data ? 'running')
                            and n.data->>'companyId' = j.data->>'companyId' and n.data->>'key' = j.data->>'key') as replaced`,
      [id, name],
    );
    return rows[0]?.replaced === false ? 'begun' : 'gone';
  }

  async putBack(id: string): Promise<boolean> {
    try {
      const { rowCount } = await this.#pool.query(`update jobs.job set data = data - 'running' where id = $1`, [id]);
      return rowCount === 1;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  async cancel(name: string, companyId: number, key: string, within?: Within): Promise<void> {
    if (within) await within(sql`select kernel.cancel_job(${name}, ${key})`);
    else await this.#pool.query('select jobs.cancel($1, $2, $3)', [name, companyId, key]);
  }

  async disable(names: readonly string[], companyId: number, disabled: boolean): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `update jobs.job set disabled = $3 where name = any($1) and data->>'companyId' = $2 and disabled is distinct from $3
       returning name`,
      [names, String(companyId), disabled],
    );
    if (disabled) return;
    for (const name of new Set(rows.map((row) => row.name))) await this.#notify(name, null);
  }

  async disableOne(id: string, disabled: boolean): Promise<void> {
    await this.#pool.query('update jobs.job set disabled = $2 where id = $1', [id, disabled]);
  }

  async disabled(): Promise<{ name: string; companyId: number }[]> {
    const { rows } = await this.#pool.query<{ name: string; companyId: number }>(
      `select distinct name, (data->>'companyId')::int as "companyId" from jobs.job where disabled`,
    );
    return rows;
  }

  async removeCompany(companyId: number): Promise<void> {
    await this.#pool.query(`delete from jobs.job where data->>'companyId' = $1`, [String(companyId)]);
  }

  async beat(ids: readonly string[], node: string, at: Date): Promise<Heartbeat[]> {
    const { rows } = await this.#pool.query<Heartbeat>(
      `update jobs.job set locked_at = $3 where id = any($1::uuid[]) and last_modified_by = $2 and locked_at is not null
       returning id::text, coalesce(disabled, false) as disabled`,
      [ids, node, at],
    );
    return rows;
  }

  async failed(limit: number): Promise<FailedJob[]> {
    const { rows } = await this.#pool.query<FailedJob>(
      `select id::text, name as job, (data->>'companyId')::int as "companyId", data->'input' as data,
              coalesce(fail_count, 0) as tries, coalesce(fail_reason, '') as reason, failed_at as "failedAt"
         from jobs.job where ${FAILED} order by failed_at desc limit $1`,
      [limit],
    );
    return rows;
  }

  async failedCount(): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(`select count(*)::int as n from jobs.job where ${FAILED}`);
    return rows[0]?.n ?? 0;
  }

  async retry(id: string): Promise<boolean> {
    // Its key is removed, because it must not stand in for a newer job of that key.
    const { rows } = await this.#pool.query<{ name: string }>(
      `update jobs.job set next_run_at = now(), fail_count = 0, failed_at = null, data = data - 'running' - 'key'
        where id::text = $1 and ${FAILED} returning name`,
      [id],
    );
    if (rows[0]) await this.#notify(rows[0].name, null);
    return rows.length === 1;
  }

  async remove(id: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(`delete from jobs.job where id::text = $1 and ${FAILED}`, [id]);
    return rowCount === 1;
  }

  async close(): Promise<void> {
    await this.channel.disconnect();
    await this.#pool.end();
  }

  async #notify(name: string, at: Date | null): Promise<void> {
    await this.#pool.query('select pg_notify($1, $2)', [CHANNEL, serialize(notification(name, at))]);
  }
}

const RENEWED = `
  id = gen_random_uuid(), data = excluded.data, next_run_at = excluded.next_run_at, disabled = false, locked_at = null,
  last_run_at = null, last_finished_at = null, failed_at = null, fail_count = null, fail_reason = null`;

// A replaced job gets a new id: a node that works on it under the old one finds nothing to run or to save. Nodes are
// notified with the caller's commit.
const PUT = `create or replace function jobs.put(of_name text, of_data jsonb, due timestamptz) returns void
  language sql volatile set search_path = '' as $$
    with put as (
      insert into jobs.job (name, data, next_run_at, type) values (of_name, of_data, due, 'normal')
      ${ON_KEY} do update set ${RENEWED}
      returning name, next_run_at)
    select pg_catalog.pg_notify('${CHANNEL}', json_build_object('jobName', name, 'nextRunAt', next_run_at)::text) from put $$`;
const CANCEL = `create or replace function jobs.cancel(of_name text, company int, of_key text) returns void
  language sql volatile set search_path = '' as $$
    delete from jobs.job
     where name = of_name and data->>'companyId' = company::text and data->>'key' = of_key and not (data ? 'running') $$`;
