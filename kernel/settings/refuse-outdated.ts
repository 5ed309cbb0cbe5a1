import type { PoolClient } from 'pg';
import { conflict } from '@balcao/sdk/server';
import type { DeclaredSetting, SettingValue } from './declared.ts';

/**
 * Refuses a change by somebody who read an older value, unless both want the same. Until the transaction ends nobody
 * else passes here with the same setting. Secrets cannot be read and are always written.
 */
export async function refuseOutdated(
  client: PoolClient,
  companyId: number,
  { key, schema }: DeclaredSetting,
  { known, wanted, read }: { known: unknown; wanted: SettingValue; read(stored: string): SettingValue },
): Promise<void> {
  if (known === undefined || schema.secret) return;
  await client.query(`select pg_advisory_xact_lock(hashtextextended('kernel.setting ' || $1 || ' ' || $2, 0))`, [
    companyId,
    key,
  ]);
  const { rows } = await client.query<{ value: string }>(
    `select value from kernel.setting where company_id = $1 and key = $2`,
    [companyId, key],
  );
  const value = rows[0] ? read(rows[0].value) : schema.default;
  if (value === wanted || String(value) === String(known)) return;
  throw conflict('ERR_CHANGED_MEANWHILE', { fields: { value: null }, row: { value } });
}
