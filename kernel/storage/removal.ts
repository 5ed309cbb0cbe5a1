import type { Pool, PoolClient } from 'pg';
import type { Log, Migration } from '@balcao/sdk/server';
import type { StorageBackend } from './backend.ts';

/** Table of files without a record whose bytes are not removed yet. */
export const fileRemovalMigration: Migration = {
  name: '0024-file-removal',
  sql: [
    `create table kernel.file_removal (
       path text primary key,
       company_id int not null,
       removed_at timestamptz not null default now()
     )`,
  ],
};

/** Failures in a row after which a pass ends. */
const maxFailures = 5;

interface RemovalOptions {
  owner: Pool;
  log: Log;
  backend: Pick<StorageBackend, 'remove'>;
}

/** Removes bytes of files whose record is gone. What fails, because the storage is away, is done again later. */
export class FileRemovals {
  readonly #options: RemovalOptions;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /** Stores, in the transaction that removes the record, that the bytes must be removed. */
  async store(client: Pool | PoolClient, companyId: number, path: string): Promise<void> {
    await client.query(`insert into kernel.file_removal (path, company_id) values ($1, $2) on conflict do nothing`, [
      path,
      companyId,
    ]);
  }

  /** Removes the bytes, now or later. Returns false if it has to be done later. */
  async finish(path: string): Promise<boolean> {
    const { owner, log, backend } = this.#options;
    try {
      await backend.remove(path);
      await owner.query(`delete from kernel.file_removal where path = $1`, [path]);
      return true;
    } catch (err) {
      log.warn({ err, path }, 'a removed file could not be removed from the storage yet');
      return false;
    }
  }

  /** Removes the bytes of a file that got no record, later if the storage is away. Never throws. */
  async discard(companyId: number, path: string): Promise<void> {
    const { owner, log, backend } = this.#options;
    try {
      await backend.remove(path);
    } catch (err) {
      log.warn({ err, path }, 'a file without a record could not be removed from the storage yet');
      await this.store(owner, companyId, path).catch((error: unknown) =>
        log.error({ err: error, path }, 'a file without a record stays in the storage'),
      );
    }
  }

  /**
   * Removes what a node has not finished with within the minutes that a removal may take. A storage that fails some
   * times in a row is away: the rest waits for the next pass, behind what was not tried yet.
   */
  async tidy(): Promise<void> {
    const { owner } = this.#options;
    const { rows } = await owner.query<{ path: string }>(
      `select path from kernel.file_removal where removed_at < now() - interval '10 minutes' order by removed_at limit 10000`,
    );
    const failed: string[] = [];
    let inARow = 0;
    for (const { path } of rows) {
      if (inARow === maxFailures) break;
      const isDone = await this.finish(path);
      inARow = isDone ? 0 : inARow + 1;
      if (!isDone) failed.push(path);
    }
    if (failed.length > 0)
      await owner.query(`update kernel.file_removal set removed_at = now() where path = any($1)`, [failed]);
  }
}
