import pg from 'pg';
import { appRole } from './app-role.ts';
import type { MigrationFault } from './faults.ts';
import { routineTable } from './routines.ts';

export interface Secured {
  plugin: string;
  schema: string;
  /** Tables without rows of companies, as `schema.table` or `table`. */
  platformTables: readonly string[];
  /** True for the kernel, which grants the rights of the confined login in its schema itself. */
  kernel: boolean;
}

interface Relation {
  name: string;
  kind: 'r' | 'p' | 'v' | 'm' | 'f';
  company: boolean;
  invoker: boolean;
  tenant: boolean;
}

const relationsOf = async (client: pg.ClientBase, schema: string): Promise<Relation[]> => {
  const { rows } = await client.query<Relation>(
    `select c.relname as name, c.relkind as kind,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as company,
            coalesce((select option_value::boolean from pg_options_to_table(c.reloptions) where option_name = 'security_invoker'), false) as invoker,
            exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as tenant
       from pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname not in ('migration', '${routineTable}')
      order by c.relname`,
    [pg.escapeIdentifier(schema)],
  );
  return rows;
};

/**
 * Puts every table of a schema behind the policy of its company, and reports the tables and views that no policy
 * could protect.
 */
export const secure = async (client: pg.ClientBase, secured: Secured): Promise<MigrationFault[]> => {
  const { schema, kernel } = secured;
  const relations = await relationsOf(client, schema);
  const platform = new Set(secured.platformTables.map((name) => (name.includes('.') ? name : `${schema}.${name}`)));
  const isPlatform = ({ name, company }: Relation): boolean => !company && platform.has(`${schema}.${name}`);
  const quoted = ({ name }: Relation): string => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const tables = relations.filter(({ kind }) => kind === 'r' || kind === 'p');

  const statements: string[] = [];
  for (const table of tables.filter(({ company }) => company)) {
    statements.push(`alter table ${quoted(table)} enable row level security`);
    if (table.tenant) continue;
    statements.push(
      `create policy tenant on ${quoted(table)} to ${appRole} using (company_id = (select kernel.current_company()))`,
    );
  }
  if (!kernel) {
    statements.push(`grant usage on schema ${pg.escapeIdentifier(schema)} to ${appRole}`);
    for (const relation of relations) {
      if (isPlatform(relation)) statements.push(`grant select on ${quoted(relation)} to ${appRole}`);
      else if (relation.kind === 'v') statements.push(`grant select on ${quoted(relation)} to ${appRole}`);
      else if (relation.company)
        statements.push(`grant select, insert, update, delete on ${quoted(relation)} to ${appRole}`);
    }
    statements.push(`grant usage, select on all sequences in schema ${pg.escapeIdentifier(schema)} to ${appRole}`);
  }
  if (statements.length > 0) await client.query(statements.join(';\n'));
  return kernel ? [] : [...refusedRelations(secured, relations, isPlatform), ...(await refusedKeys(client, secured))];
};

const refusedRelations = (
  { plugin, schema }: Secured,
  relations: readonly Relation[],
  isPlatform: (relation: Relation) => boolean,
): MigrationFault[] =>
  relations.flatMap((relation): MigrationFault[] => {
    const name = `${schema}.${relation.name}`;
    if (relation.kind === 'v' && !relation.invoker) {
      return [
        {
          code: 'VIEW_WITHOUT_INVOKER',
          plugin,
          message: `the view ${name} would run as its owner and show the rows of all companies`,
          fix: `create view ${name} with (security_invoker = on) as …`,
        },
      ];
    }
    if (relation.kind === 'm' && !isPlatform(relation)) {
      return [
        {
          code: 'VIEW_WITHOUT_INVOKER',
          plugin,
          message: `the materialized view ${name} stores rows of all companies where no policy applies`,
          fix: 'use a table with company_id, or name it under platformTables if it holds no company’s rows',
        },
      ];
    }
    if (relation.kind === 'f' && !isPlatform(relation)) {
      return [
        {
          code: 'ENTITY_WITHOUT_COMPANY',
          plugin,
          message: `the foreign table ${name} cannot be confined to companies`,
          fix: 'copy what is needed into a table with company_id, or name it under platformTables',
        },
      ];
    }
    if ((relation.kind === 'r' || relation.kind === 'p') && !relation.company && !isPlatform(relation)) {
      return [
        {
          code: 'ENTITY_WITHOUT_COMPANY',
          plugin,
          message: `the table ${name} has no company_id`,
          fix: `add "company_id int not null references kernel.company (id) on delete cascade", or name '${name}' under platformTables`,
        },
      ];
    }
    return [];
  });

// Neither a policy nor a plain foreign key prevents a row of one company from pointing at a row of another.
const refusedKeys = async (client: pg.ClientBase, { plugin, schema }: Secured): Promise<MigrationFault[]> => {
  const { rows } = await client.query<{ name: string; source: string; target: string; columns: string[] }>(
    `select o.conname as name, o.conrelid::regclass::text as source, o.confrelid::regclass::text as target,
            array(select a.attname::text from unnest(o.conkey) k join pg_attribute a on a.attrelid = o.conrelid and a.attnum = k) as columns
       from pg_constraint o
       join pg_attribute mine on mine.attrelid = o.conrelid and mine.attname = 'company_id' and not mine.attisdropped
       join pg_attribute theirs on theirs.attrelid = o.confrelid and theirs.attname = 'company_id' and not theirs.attisdropped
      where o.contype = 'f' and o.connamespace = $1::regnamespace and o.conparentid = 0
        and not exists (select from generate_subscripts(o.conkey, 1) i where o.conkey[i] = mine.attnum and o.confkey[i] = theirs.attnum)
      order by 1`,
    [pg.escapeIdentifier(schema)],
  );
  return rows.map(({ name, source, target, columns }) => {
    const key = columns.join(', ');
    return {
      code: 'FOREIGN_KEY_WITHOUT_COMPANY',
      plugin,
      message: `${name} lets a row of ${source} point at a row of ${target} that belongs to another company`,
      fix:
        `unique (company_id, …) on ${target}, and foreign key (company_id, ${key}) references ${target} (company_id, …); ` +
        `with "on delete set null (${key})" where the row outlives what it points at`,
    };
  });
};
