import type { ClientBase } from 'pg';
import type { MigrationFault } from './faults.ts';

interface Guarded {
  id: string;
  schema: string;
  /** Tables that only super users may write. */
  platformTables: readonly string[];
  /** Tables that only the plugin's own scopes may write. */
  guarded: readonly string[];
}

const trigger = (table: string, name: string, check: string): string =>
  `create or replace trigger ${name} before insert or update or delete on ${table} for each statement execute function ${check}`;

/** Adds the triggers that check who writes to the tables that plugins name. Tables of others are refused. */
export const guardTables = async (owner: ClientBase, plugins: readonly Guarded[]): Promise<MigrationFault[]> => {
  const faults: MigrationFault[] = [];
  const has = async (table: string, schema: string, name: string): Promise<boolean | undefined> => {
    const { rows } = await owner.query<{ has: boolean }>(
      `select exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = $3) as has
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.oid = to_regclass($1) and c.relkind in ('r', 'p') and n.nspname = $2`,
      [table, schema, name],
    );
    return rows[0]?.has;
  };
  for (const { id, schema, platformTables, guarded } of plugins) {
    for (const name of platformTables) {
      const table = name.includes('.') ? name : `${schema}.${name}`;
      if ((await has(table, schema, 'super_writes')) === false)
        await owner.query(trigger(table, 'super_writes', 'kernel.super_writes()'));
    }
    for (const table of guarded) {
      const found = await has(table, schema, 'own_writes');
      if (found === undefined)
        faults.push({
          code: 'TABLE_OUTSIDE_SCHEMA',
          plugin: id,
          message: `guarded names "${table}", which is not a table of ${schema}`,
          fix: `name it as ${schema}.<table>, as the migrations created it`,
        });
      else if (!found) await owner.query(trigger(table, 'own_writes', `kernel.own_writes('${id}')`));
    }
  }
  return faults;
};
