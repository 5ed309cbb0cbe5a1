import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Whom a statement is sent for. */
export interface Behalf {
  companyId: number;
  /** Whose scope it is; none of a plugin's: the kernel's own work. */
  plugin?: string;
  /** For a super user: functions that write the platform's rows may be called. */
  isSuper?: boolean;
}

const maxKept = 20_000;
const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * What a session of the confined login is bound to: `<company>.<plugin>.<s, for a super user>.<proof>`. Only who knows
 * the key can make the proof, and `kernel.current_company()` checks it, so that no statement gives itself another
 * company by setting the variable. The key lies in a table that only the owner reads, the same for all nodes.
 */
export class CompanyMarks {
  readonly #key: Buffer;
  readonly #made = new Map<string, string>();

  constructor(key: Buffer) {
    this.#key = key;
  }

  of({ companyId, plugin = '', isSuper = false }: Behalf): string {
    const payload = `${companyId}.${plugin}.${isSuper ? 's' : ''}`;
    let mark = this.#made.get(payload);
    if (mark === undefined) {
      mark = `${payload}.${this.prove(payload)}`;
      if (this.#made.size >= maxKept) this.#made.clear();
      this.#made.set(payload, mark);
    }
    return mark;
  }

  /** That the kernel itself says so: for functions of its own that plugins could call as well. */
  prove(text: string): string {
    return sha256(this.#key, sha256(this.#key, text)).toString('hex');
  }
}

const keyLock = 7319;

/** The key of this database, made at first; before the migrations, since nothing is asked without it. */
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
