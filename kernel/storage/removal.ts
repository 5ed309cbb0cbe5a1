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

  /** Removes the bytes, now or later. */
  async finish(path: string): Promise<void> {
    const { owner, log, backend } = this.#options;
    try {
      await backend.remove(path);
      await owner.query(`delete from kernel.file_removal where path = $1`, [path]);
    } catch (err) {
      log.warn({ err, path }, 'a removed file could not be removed from the storage yet');
    }
  }

  /** Removes what a node has not finished with within the minutes that a removal may take. */
  async tidy(): Promise<void> {
    const { rows } = await this.#options.owner.query<{ path: string }>(
      `select path from kernel.file_removal where removed_at < now() - interval '10 minutes' order by removed_at limit 10000`,
    );
    for (const { path } of rows) await this.finish(path);
  }
}
