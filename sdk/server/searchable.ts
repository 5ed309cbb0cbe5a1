export interface Searchable {
  /** `tickets.ticket`; needs `company_id` and a `bigint` or `int` primary key `id`. */
  table: string;
  /** Text columns that are searched together. */
  columns: readonly string[];
  /** Column for the order, newest first; the primary key breaks ties. */
  orderBy?: string;
  /** Columns that the function filters by, with their types: `{ status: 'text' }`. */
  filters?: Readonly<Record<string, string>>;
}

/**
 * Returns the SQL of a migration that makes columns searchable, ignoring case and accents, with an index that row-level
 * security cannot disable. `like` is not leakproof, so under a policy PostgreSQL would scan the whole company; a
 * definer function that filters by the company itself uses the trigram index
 * (https://www.postgresql.org/docs/18/ddl-rowsecurity.html).
 *
 * It creates the column `search_text` and the function `<table>_match(query text, most int, <filter> <type> default
 * null, …)` that returns ids: `where t.id in (select tickets.ticket_match(${term}, 500))`.
 */
export const searchable = ({ table, columns, orderBy = 'id', filters = {} }: Searchable): string[] => {
  const joined = columns.map((column) => `coalesce("${column}", '')`).join(` || ' ' || `);
  const parameters = Object.entries(filters).map(([name, type]) => `, "${name}" ${type} default null`);
  const conditions = Object.keys(filters).map(
    (name, index) => ` and ($${index + 3} is null or t."${name}" = $${index + 3})`,
  );
  const signature = `${table}_match(text, int${Object.values(filters)
    .map((type) => `, ${type}`)
    .join('')})`;
  return [
    `alter table ${table} add column search_text text generated always as (kernel.normalise(${joined})) stored`,
    // Every search scans the index's pending list. PostgreSQL's default of 4 MB would cost more than the search itself.
    `create index on ${table} using gin (company_id, search_text public.gin_trgm_ops) with (gin_pending_list_limit = 256)`,
    `create function ${table}_match(query text, most int${parameters.join('')}) returns setof bigint
       language sql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
       select t.id::bigint from ${table} t
        where t.company_id = kernel.current_company() and t.search_text like kernel.like_pattern($1)${conditions.join('')}
        order by t."${orderBy}" desc, t.id desc limit $2 $$`,
    `revoke all on function ${signature} from public`,
    `grant execute on function ${signature} to balcao_app`,
  ];
};
