import type { ClientBase } from 'pg';
import type { MigrationFault } from '../database/faults.ts';
import { auditTrigger } from './migration.ts';

/** Adds the audit trigger to the tables that plugins name. Tables that do not belong to the plugin are refused. */
export const auditTables = async (
  owner: ClientBase,
  plugins: readonly { id: string; schema: string; audited: readonly string[] }[],
): Promise<MigrationFault[]> => {
  const faults: MigrationFault[] = [];
  for (const { id, schema, audited } of plugins) {
    for (const table of audited) {
      const { rows } = await owner.query<{ owns: boolean; watched: boolean }>(
        `select n.nspname = $2 as owns, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit') as watched
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.oid = to_regclass($1) and c.relkind in ('r', 'p')`,
        [table, schema],
      );
      if (!rows[0]?.owns) {
        faults.push({
          code: 'TABLE_OUTSIDE_SCHEMA',
          plugin: id,
          message: `audited names "${table}", which is not a table of ${schema}`,
          fix: `name it as ${schema}.<table>, as the migrations created it`,
        });
      } else if (!rows[0].watched) await owner.query(auditTrigger(table));
    }
  }
  return faults;
};
