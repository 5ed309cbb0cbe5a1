import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { AuditContext } from '../audit/audit-context.ts';
import type { SettingValue } from './declared.ts';

/** A requested change of a careful setting, which takes effect a day later. */
export interface PendingChange {
  value: SettingValue;
  /** When it takes effect. */
  holdsAt: Date;
  /** Name of the person who requested it. */
  askedBy: string;
}

/** A pending change as the table `kernel.pending_setting` holds it. */
interface PendingRow {
  key: string;
  value: string;
  askedBy: string;
}

/** Stores a change for tomorrow, in place of an earlier one of the same setting. Returns when it takes effect. */
export async function storePending(
  client: PoolClient,
  companyId: number,
  { key, value, askedBy }: PendingRow,
): Promise<Date> {
  const { rows } = await client.query<{ holdsAt: Date }>(
    `insert into kernel.pending_setting (company_id, key, value, holds_at, asked_by)
       values ($1, $2, $3, now() + interval '1 day', $4)
     on conflict (company_id, key) do update
       set value = excluded.value, holds_at = excluded.holds_at, asked_by = excluded.asked_by
     returning holds_at as "holdsAt"`,
    [companyId, key, value, askedBy],
  );
  return rows[0]?.holdsAt ?? new Date();
}

export async function removePending(client: PoolClient, companyId: number, key: string): Promise<void> {
  await client.query(`delete from kernel.pending_setting where company_id = $1 and key = $2`, [companyId, key]);
}

export async function readPending(owner: Pool, companyId: number): Promise<(PendingRow & { holdsAt: Date })[]> {
  const { rows } = await owner.query<PendingRow & { holdsAt: Date }>(
    `select key, value, holds_at as "holdsAt", asked_by as "askedBy" from kernel.pending_setting where company_id = $1`,
    [companyId],
  );
  return rows;
}

/** Removes and returns one change that is due. Nodes that run it at the same time get different ones. */
export async function claimDue(client: PoolClient): Promise<(PendingRow & { companyId: number }) | undefined> {
  const { rows } = await client.query<PendingRow & { companyId: number }>(
    `delete from kernel.pending_setting where ctid = (
       select ctid from kernel.pending_setting where holds_at <= now() order by holds_at limit 1 for update skip locked)
     returning company_id as "companyId", key, value, asked_by as "askedBy"`,
  );
  return rows[0];
}

/** Returns the audit entry of a change that took effect by itself. */
export const appliedEntry = (companyId: number, key: string, askedBy: string): AuditContext =>
  new AuditContext({
    id: randomUUID(),
    companyId,
    plugin: 'kernel',
    user: undefined,
    origin: undefined,
    entry: { action: 'settings.held', subject: key, detail: { askedBy } },
  });
