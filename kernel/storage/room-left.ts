import type { Pool, PoolClient } from 'pg';
import { AppError } from '@balcao/sdk/server';
import type { StoredFile } from '@balcao/sdk/server';
import { offTrail } from '../audit/trail.ts';
import { inTransaction } from '../tenants/transaction.ts';

/** The records of files, counted against what each company may keep. */
export class RoomLeft {
  readonly #owner: Pool;
  readonly #quota: (companyId: number) => number;

  constructor(owner: Pool, quota: (companyId: number) => number) {
    this.#owner = owner;
    this.#quota = quota;
  }

  async used(client: Pool | PoolClient, companyId: number): Promise<number> {
    const { rows } = await client.query<{ bytes: string }>(
      `select coalesce(sum(size), 0)::text as bytes from kernel.file where company_id = $1`,
      [companyId],
    );
    return Number(rows[0]?.bytes ?? 0);
  }

  /** 413 ERR_STORAGE_FULL when so much more does not fit. */
  async require(companyId: number, size: number, client: Pool | PoolClient = this.#owner): Promise<void> {
    if ((await this.used(client, companyId)) + size > this.#quota(companyId))
      throw new AppError(413, 'ERR_STORAGE_FULL');
  }

  /** Writes a file down. What was received always fits; of two that take the last room at once the second is refused. */
  async record(companyId: number, file: StoredFile, received: boolean): Promise<void> {
    const insert = (client: Pool | PoolClient) =>
      client.query(`insert into kernel.file (path, company_id, name, mime, size) values ($1, $2, $3, $4, $5)`, [
        file.path,
        companyId,
        file.name,
        file.mime,
        file.size,
      ]);
    if (received) {
      await insert(this.#owner);
      return;
    }
    const counted = async (client: PoolClient): Promise<void> => {
      await client.query(`select pg_advisory_xact_lock(hashtextextended('kernel.storage', $1))`, [companyId]);
      await this.require(companyId, file.size, client);
      await insert(client);
    };
    // A file by itself is no deed: the request that sends it is, and is recorded when it is done.
    await offTrail(() => inTransaction(this.#owner, counted));
  }
}
