import type { Pool, PoolClient } from 'pg';
import type { Log, SettingSchema } from '@balcao/sdk/server';
import type { DeclaredSetting, SettingValue } from './declared.ts';
import { sealPlain } from './seal-plain.ts';
import { SecretBox } from './secret-box.ts';

/** The stored texts of one company by key, those of secrets encrypted. */
export type StoredSettings = ReadonlyMap<string, string>;

/** Returns a stored text in the setting's own type. */
export const typed = ({ type }: SettingSchema, text: string): SettingValue =>
  type === 'boolean' ? text === 'true' : type === 'string' ? text : Number(text);

/** The table `kernel.setting`: values as texts, secrets encrypted for their company and key. */
export class SettingTable {
  readonly #owner: Pool;
  readonly #log: Log;
  readonly #secrets: SecretBox;

  constructor({ owner, log, encryptionKey }: { owner: Pool; log: Log; encryptionKey: Buffer }) {
    this.#owner = owner;
    this.#log = log;
    this.#secrets = new SecretBox(encryptionKey);
  }

  /** Reads the settings of these companies, or of all. */
  async load(
    companyIds?: readonly number[],
    client: Pick<PoolClient, 'query'> = this.#owner,
  ): Promise<Map<number, StoredSettings>> {
    const { rows } = await client.query<{ company_id: number; key: string; value: string }>(
      `select company_id, key, value from kernel.setting where $1::int[] is null or company_id = any($1::int[])`,
      [companyIds ?? null],
    );
    const loaded = new Map<number, Map<string, string>>();
    for (const { company_id: companyId, key, value } of rows) {
      const company = loaded.get(companyId) ?? new Map<string, string>();
      loaded.set(companyId, company.set(key, value));
    }
    return loaded;
  }

  async store(
    client: PoolClient,
    companyId: number,
    { key, schema }: DeclaredSetting,
    value: SettingValue,
  ): Promise<void> {
    const text = String(value);
    const secret = schema.secret === true;
    await client.query(
      `insert into kernel.setting (company_id, key, value, secret) values ($1, $2, $3, $4)
       on conflict (company_id, key) do update set value = excluded.value, secret = excluded.secret`,
      [companyId, key, secret && text !== '' ? this.#secrets.seal(text, `${companyId}:${key}`) : text, secret],
    );
  }

  /** Returns the value of a stored text; the default if it is a secret that cannot be decrypted. */
  read(companyId: number, { key, schema }: Pick<DeclaredSetting, 'key' | 'schema'>, stored: string): SettingValue {
    const isSealed = schema.secret && stored !== '' && this.#secrets.isSealed(stored);
    const text = isSealed ? this.#open(companyId, key, stored) : stored;
    return text === undefined ? schema.default : typed(schema, text);
  }

  /** Encrypts values that are stored in plain text under these keys. Returns the companies whose rows changed. */
  sealPlain(keys: readonly string[]): Promise<Set<number>> {
    return sealPlain(this.#owner, this.#secrets, keys);
  }

  #open(companyId: number, key: string, stored: string): string | undefined {
    try {
      return this.#secrets.open(stored, `${companyId}:${key}`);
    } catch (error) {
      this.#log.error({ err: error, companyId, key }, 'secret setting cannot be decrypted with this ENCRYPTION_KEY');
      return undefined;
    }
  }
}
