import type { Database } from '../database/database.ts';

/**
 * Returns the name under which the nodes of this installation publish on a Redis that others may share: the same on
 * every node, and another one for a copy of the database, which has the same secrets and the same companies.
 */
export const installationName = async ({ owner, prove }: Pick<Database, 'owner' | 'prove'>): Promise<string> => {
  const { rows } = await owner.query<{ name: string }>(
    `select datname || ' ' || oid as name from pg_database where datname = current_database()`,
  );
  return prove(`live messages ${rows[0]?.name}`).slice(0, 16);
};
