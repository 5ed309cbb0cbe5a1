import type { Pool, PoolClient } from 'pg';
import { openAuditContext, currentAuditContext } from '../audit/audit-context.ts';

/**
 * Runs `work` in one transaction of the kernel's own login. A lock that is not granted within five seconds fails the
 * work: the caller may hold it itself, in a plugin's transaction on another connection, and would wait for ever. The
 * audit entry of an audited request is stored with the change.
 */
export async function inTransaction<T>(owner: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.connect();
  let broken: Error | undefined;
  try {
    const auditContext = currentAuditContext();
    await client.query(`begin; set local lock_timeout = '5s'${auditContext ? `; ${openAuditContext}` : ''}`);
    const result = await work(client);
    if (auditContext) await client.query('select kernel.audit_all($1)', [auditContext.json]);
    await client.query('commit');
    if (auditContext) auditContext.isStored = true;
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Returns the SQLSTATE of a PostgreSQL error, or undefined for any other. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const uniqueViolation = '23505';
export const foreignKeyViolation = '23503';
export const lockNotAvailable = '55P03';
