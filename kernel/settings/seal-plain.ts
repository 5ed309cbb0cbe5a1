import type { Pool } from 'pg';
import type { SecretBox } from './secret-box.ts';

/** Encrypts the values that are stored in plain text under these keys. Returns the companies whose rows changed. */
export async function sealPlain(owner: Pool, secrets: SecretBox, keys: readonly string[]): Promise<Set<number>> {
  const changed = new Set<number>();
  const { rows } = await owner.query<{ companyId: number; key: string; value: string }>(
    `select company_id as "companyId", key, value from kernel.setting
      where key = any($1::text[]) and not secret and value <> ''`,
    [keys],
  );
  for (const { companyId, key, value } of rows) {
    // A value that was saved in the meantime is encrypted already.
    const { rowCount } = await owner.query(
      `update kernel.setting set value = $4, secret = true
        where company_id = $1 and key = $2 and value = $3 and not secret`,
      [companyId, key, value, secrets.seal(value, `${companyId}:${key}`)],
    );
    if (rowCount) changed.add(companyId);
  }
  return changed;
}
