import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The company, plugin and rights that a statement is sent with. */
export interface MarkContent {
  companyId: number;
  /** Id of the plugin whose scope sends the statement; absent for the kernel's own work. */
  plugin?: string;
  /** True for a super user, who may call functions that write the platform's rows. */
  isSuper?: boolean;
}

const maxCached = 20_000;
const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Signed marks that bind a session of the confined login: `<company>.<plugin>.<s, for a super user>.<proof>`. Only
 * the holder of the key can make the proof, and `kernel.current_company()` checks it, so no statement can give itself
 * another company by setting the variable. The key is in a table that only the owner reads and is the same for all
 * nodes.
 */
export class CompanyMarks {
  readonly #key: Buffer;
  readonly #cache = new Map<string, string>();

  constructor(key: Buffer) {
    this.#key = key;
  }

  of({ companyId, plugin = '', isSuper = false }: MarkContent): string {
    const payload = `${companyId}.${plugin}.${isSuper ? 's' : ''}`;
    let mark = this.#cache.get(payload);
    if (mark === undefined) {
      mark = `${payload}.${this.prove(payload)}`;
      if (this.#cache.size >= maxCached) this.#cache.clear();
      this.#cache.set(payload, mark);
    }
    return mark;
  }

  /** Signs a text, for kernel functions that must be called by the kernel only, although plugins could reach them. */
  prove(text: string): string {
    return sha256(this.#key, sha256(this.#key, text)).toString('hex');
  }
}

const keyLock = 7319;

/**
 * Reads the key of this database, or creates it. Runs before the migrations, because no statement is accepted without
 * it.
 */
export const companyMarks = async (owner: pg.Pool): Promise<CompanyMarks> => {
  const client = await owner.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${keyLock})`);
    await client.query('create schema if not exists kernel');
    await client.query('create table if not exists kernel.company_key (key bytea not null)');
    await client.query(
      `insert into kernel.company_key select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
        where not exists (select from kernel.company_key)`,
    );
    const { rows } = await client.query<{ key: Buffer }>('select key from kernel.company_key');
    await client.query('commit');
    if (!rows[0]) throw new Error('kernel.company_key is empty');
    return new CompanyMarks(rows[0].key);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};
