import type pg from 'pg';

/** Everything that a migration can create or alter, by schema and name, each with a fingerprint. */
export type Catalogue = ReadonlyMap<string, { schema: string; fingerprint: string }>;

// Kinds of pg_class that hold or lead to data. All functions of pg_catalog share one line, which changes when their
// attributes were altered.
const objects = `
  with space as (
    select oid, nspname from pg_namespace
     where nspname not in ('pg_catalog', 'information_schema') and nspname !~ '^pg_(toast|temp)'),
  relation as (
    select c.oid, s.nspname, c.relname, c.relkind from pg_class c join space s on s.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f', 'i', 'I', 'c')),
  line (space, name, line) as (
    select nspname, 'schema ' || nspname, concat_ws('|', 'schema', nspowner, nspacl) from pg_namespace where nspname !~ '^pg_(toast|temp)'
    union all
    select r.nspname, r.nspname || '.' || r.relname,
           concat_ws('|', 'relation', c.oid, c.relkind, c.relowner, c.relacl, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relpersistence)
      from relation r join pg_class c on c.oid = r.oid
    union all
    select r.nspname, r.nspname || '.' || r.relname,
           concat_ws('|', 'column', a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, a.attgenerated, a.attacl, d.adbin)
      from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and r.relkind not in ('i', 'I', 'S')
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    union all
    select r.nspname, r.nspname || '.' || r.relname,
           concat_ws('|', 'constraint', o.conname, o.contype, o.conkey, o.confrelid, o.confkey, o.convalidated, o.condeferrable, o.confdeltype, o.conbin)
      from relation r join pg_constraint o on o.conrelid = r.oid
    union all
    select r.nspname, r.nspname || '.' || r.relname, concat_ws('|', 'trigger', t.tgname, t.tgfoid, t.tgtype, t.tgenabled, t.tgqual, t.tgargs)
      from relation r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
    union all
    select r.nspname, r.nspname || '.' || r.relname, concat_ws('|', 'policy', p.polname, p.polcmd, p.polpermissive, p.polroles, p.polqual, p.polwithcheck)
      from relation r join pg_policy p on p.polrelid = r.oid
    union all
    select r.nspname, r.nspname || '.' || r.relname, concat_ws('|', 'rule', w.rulename, w.ev_type, w.ev_enabled, md5(w.ev_action::text))
      from relation r join pg_rewrite w on w.ev_class = r.oid
    union all
    select s.nspname, s.nspname || '.' || p.proname || '()',
           concat_ws('|', p.oid, p.proowner, p.proacl, p.prosecdef, p.proleakproof, p.provolatile, p.proconfig, md5(p.prosrc), p.prosqlbody)
      from pg_proc p join space s on s.oid = p.pronamespace
    union all
    select s.nspname, s.nspname || '.' || t.typname,
           concat_ws('|', 'type', t.oid, t.typtype, t.typowner, t.typacl, t.typnotnull, t.typdefault,
             (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
             (select string_agg(concat_ws(',', o.conname, o.conbin), ',' order by o.conname) from pg_constraint o where o.contypid = t.oid))
      from pg_type t join space s on s.oid = t.typnamespace where t.typtype in ('d', 'e', 'r', 'm') or t.typtype = 'b' and t.typelem = 0
    union all
    select s.nspname, s.nspname || '.' || k.name, concat_ws('|', k.kind, k.oid)
      from (select 'operator' as kind, oid, oprname as name, oprnamespace as space from pg_operator
            union all select 'operator class', oid, opcname, opcnamespace from pg_opclass
            union all select 'collation', oid, collname, collnamespace from pg_collation
            union all select 'text search', oid, cfgname, cfgnamespace from pg_ts_config
            union all select 'text search dictionary', oid, dictname, dictnamespace from pg_ts_dict
            union all select 'statistics', oid, stxname, stxnamespace from pg_statistic_ext) k
      join space s on s.oid = k.space
    union all
    select 'pg_catalog', 'functions of PostgreSQL itself', concat_ws('|', count(*), sum(hashtext(concat_ws('|', oid, proacl, proleakproof, provolatile, prosecdef))))
      from pg_proc where pronamespace = 'pg_catalog'::regnamespace
    union all
    select '', 'extension ' || extname, concat_ws('|', extversion, extnamespace) from pg_extension
    union all
    select '', 'role ' || rolname, concat_ws('|', rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolconfig,
             (select string_agg(roleid::text, ',' order by roleid) from pg_auth_members where member = r.oid))
      from pg_roles r where rolname in ('balcao_app', current_user) or rolname ~ '^balcao_app' and (rolsuper or rolbypassrls or rolcreaterole)
    union all
    select '', 'settings of the database', concat_ws('|', setrole, setconfig) from pg_db_role_setting
     where setdatabase = (select oid from pg_database where datname = current_database())
    union all
    select '', 'default privileges', concat_ws('|', defaclrole, defaclnamespace, defaclobjtype, defaclacl) from pg_default_acl
    union all
    select '', 'event trigger ' || evtname, concat_ws('|', evtfoid, evtenabled) from pg_event_trigger
    union all
    select '', 'publication ' || pubname, oid::text from pg_publication
    union all
    select '', 'casts', count(*)::text from pg_cast)
  select space, name, md5(string_agg(line, chr(10) order by line collate "C")) as fingerprint from line group by space, name`;

export const readCatalogue = async (client: pg.ClientBase): Promise<Catalogue> => {
  const { rows } = await client.query<{ space: string; name: string; fingerprint: string }>(objects);
  return new Map(rows.map(({ space, name, fingerprint }) => [name, { schema: space, fingerprint }]));
};

/** Returns the differences outside one schema: `made public.note`, `altered kernel.company`, `dropped …`. */
export const changesOutside = (schema: string, before: Catalogue, after: Catalogue): string[] => {
  const changes: string[] = [];
  for (const [name, now] of after) {
    if (now.schema === schema) continue;
    const then = before.get(name);
    if (!then) changes.push(`made ${name}`);
    else if (then.fingerprint !== now.fingerprint) changes.push(`altered ${name}`);
  }
  for (const [name, then] of before) if (then.schema !== schema && !after.has(name)) changes.push(`dropped ${name}`);
  return changes;
};

/**
 * Counts the rows of each table of other schemas that this session wrote, in this transaction and shortly before it.
 */
const rowsWritten = async (client: pg.ClientBase, schema: string): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ name: string; written: number }>(
    `select schemaname || '.' || relname as name, n_tup_ins + n_tup_upd + n_tup_del as written
       from pg_stat_xact_user_tables where schemaname <> $1 and schemaname !~ '^pg_(toast|temp)'`,
    [schema],
  );
  return new Map(rows.map(({ name, written }) => [name, Number(written)]));
};

/**
 * Starts watching writes at the beginning of a transaction. The returned function, called before its end, lists the
 * tables whose rows were written.
 */
export const watchRows = async (client: pg.ClientBase, schema: string): Promise<() => Promise<string[]>> => {
  const before = await rowsWritten(client, schema);
  return async () =>
    [...(await rowsWritten(client, schema))]
      .filter(([name, written]) => written > (before.get(name) ?? 0))
      .map(([name]) => `wrote rows of ${name}`);
};
