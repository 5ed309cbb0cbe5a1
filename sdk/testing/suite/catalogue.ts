import type pg from 'pg';

export interface Column {
  name: string;
  /** The type in PostgreSQL's notation: `character varying(20)`, `text[]`. */
  type: string;
  required: boolean;
  hasDefault: boolean;
  /** True if PostgreSQL provides the value: an identity, a generated column. */
  given: boolean;
  /** Labels of an enum type. */
  labels: string[];
}
export interface Reference {
  columns: string[];
  /** `schema.table`. */
  target: string;
  targetColumns: string[];
}
export interface Check {
  name: string;
  columns: string[];
  text: string;
}
export interface Table {
  /** `schema.table`. */
  name: string;
  schema: string;
  columns: Column[];
  references: Reference[];
  /** Columns of a primary key or another unique index. */
  unique: string[];
  checks: Check[];
}

export const quoted = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');

const columnsOf = `(select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
    'hasDefault', a.atthasdef or a.attidentity <> '', 'given', a.attidentity = 'a' or a.attgenerated <> '',
    'labels', array(select e.enumlabel::text from pg_enum e where e.enumtypid = a.atttypid order by e.enumsortorder)) order by a.attnum)
  from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)`;
const names = (relation: string, keys: string): string =>
  `array(select a.attname::text from unnest(${keys}) with ordinality k (n, i)
     join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.n order by k.i)`;

/** Returns the tables with rows of companies in these schemas, and the constraints of a row. */
export const tablesOf = async (client: Pick<pg.Pool, 'query'>, schemas: readonly string[]): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name, n.nspname as schema, ${columnsOf} as columns,
            coalesce((select json_agg(json_build_object('columns', ${names('o.conrelid', 'o.conkey')}, 'targetColumns', ${names('o.confrelid', 'o.confkey')},
               'target', (select tn.nspname || '.' || t.relname from pg_class t join pg_namespace tn on tn.oid = t.relnamespace where t.oid = o.confrelid)))
               from pg_constraint o where o.conrelid = c.oid and o.contype = 'f'), '[]') as references,
            array(select distinct a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
               where i.indrelid = c.oid and i.indisunique) as unique,
            coalesce((select json_agg(json_build_object('name', o.conname, 'columns', ${names('o.conrelid', 'o.conkey')}, 'text', pg_get_constraintdef(o.oid)))
               from pg_constraint o where o.conrelid = c.oid and o.contype = 'c'), '[]') as checks
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
      order by 1`,
    [schemas],
  );
  return rows;
};
