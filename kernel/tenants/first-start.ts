import type { Pool } from 'pg';
import type { People } from '../accounts/people.ts';
import type { Tenants } from './tenants.ts';

/**
 * Creates the platform's first company and super user, when there is no super user yet. Does nothing on a later
 * start, whatever the environment contains then: a changed variable must not change a person's password.
 */
export async function ensureFirstSuper(
  owner: Pool,
  tenants: Tenants,
  people: People,
  admin: { name?: string; email: string; password: string },
  companyName = 'Balcão',
): Promise<boolean> {
  const lock = await owner.connect();
  try {
    // Two nodes that start together on an empty database must not create two.
    await lock.query(`select pg_advisory_lock(7316, 1)`);
    const { rowCount } = await lock.query(`select from kernel."user" where super limit 1`);
    if (rowCount) return false;
    const { adminId } = await tenants.create({
      name: companyName,
      email: admin.email,
      admin: { name: admin.name ?? 'Super', email: admin.email, password: admin.password },
    });
    await people.makeSuper(adminId);
    return true;
  } finally {
    await lock.query(`select pg_advisory_unlock(7316, 1)`).catch(() => undefined);
    lock.release();
  }
}
