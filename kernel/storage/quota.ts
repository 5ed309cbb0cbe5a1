import type { Pool, PoolClient } from 'pg';
import { AppError } from '@balcao/sdk/server';
import type { StoredFile, StoreOptions } from '@balcao/sdk/server';
import { withoutAuditContext } from '../audit/audit-context.ts';
import { inTransaction } from '../tenants/transaction.ts';

/** Bytes that a company may store, and how many of them the public may use. */
export interface QuotaLimits {
  quota(companyId: number): number;
  anonymous(companyId: number): number;
}
/** Sender of a file: a provider, whose messages are never lost; somebody of the company; or anybody on the internet. */
export type Sender = 'provider' | 'company' | 'anybody';

/** Records of files, counted against the quota of each company. */
export class StorageQuota {
  readonly #owner: Pool;
  readonly #room: QuotaLimits;

  constructor(owner: Pool, room: QuotaLimits) {
    this.#owner = owner;
    this.#room = room;
  }

  async used(client: Pool | PoolClient, companyId: number): Promise<number> {
    const { rows } = await client.query<{ bytes: string }>(
      `select coalesce(sum(size), 0)::text as bytes from kernel.file where company_id = $1`,
      [companyId],
    );
    return Number(rows[0]?.bytes ?? 0);
  }

  async usedByAnybody(client: Pool | PoolClient, companyId: number): Promise<number> {
    const { rows } = await client.query<{ bytes: string }>(
      `select coalesce(sum(size), 0)::text as bytes from kernel.file where company_id = $1 and anonymous`,
      [companyId],
    );
    return Number(rows[0]?.bytes ?? 0);
  }

  /** Throws 413 ERR_STORAGE_FULL when so many more bytes do not fit. */
  async require(
    companyId: number,
    size: number,
    sender: Sender,
    client: Pool | PoolClient = this.#owner,
  ): Promise<void> {
    if (sender === 'provider') return;
    const isOver =
      (await this.used(client, companyId)) + size > this.#room.quota(companyId) ||
      (sender === 'anybody' && (await this.usedByAnybody(client, companyId)) + size > this.#room.anonymous(companyId));
    if (isOver) throw new AppError(413, 'ERR_STORAGE_FULL');
  }

  /**
   * Records a file. A provider's always fits; of two that use the last space at the same time the second is refused.
   */
  async record(
    companyId: number,
    file: StoredFile,
    sender: Sender,
    { shared = false, readers }: Pick<StoreOptions, 'shared' | 'readers'> = {},
  ): Promise<void> {
    const insert = (client: Pool | PoolClient) =>
      client.query(
        `insert into kernel.file (path, company_id, name, mime, size, anonymous, shared, readers)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [file.path, companyId, file.name, file.mime, file.size, sender === 'anybody', shared, readers ?? null],
      );
    if (sender === 'provider') {
      await insert(this.#owner);
      return;
    }
    const counted = async (client: PoolClient): Promise<void> => {
      await client.query(`select pg_advisory_xact_lock(hashtextextended('kernel.storage', $1))`, [companyId]);
      await this.require(companyId, file.size, sender, client);
      await insert(client);
    };
    // Storing a file is no audited action by itself; the request that sends it is audited when it is done.
    await withoutAuditContext(() => inTransaction(this.#owner, counted));
  }
}
