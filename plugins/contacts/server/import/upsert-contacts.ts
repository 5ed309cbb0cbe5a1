import { sql, type Scope } from '@balcao/sdk/server';

const batch = 500;

type Duplicates = 'skip' | 'fill' | 'overwrite';

/**
 * Stores the next rows of a file as contacts, in a few statements and in the caller’s transaction: it may stop and
 * resume anywhere. Returns the lines that were processed; none when there are no more.
 *
 * The statements write the events themselves, since an import creates more of them than one job may emit one by one.
 */
export const upsertContacts = async (scope: Scope, importId: number, duplicates: Duplicates): Promise<number[]> => {
  const rows = await scope.sql.rows<{ line: number; key: string; verdict: string }>(
    sql`select line, number_key as key, verdict from contacts.import_row
         where import_id = ${importId} and outcome is null and verdict is not null order by line limit ${batch}`,
  );
  const lines = rows.map(({ line }) => line);
  if (lines.length === 0) return [];
  const end = (outcome: string, ended: readonly number[]): Promise<number> =>
    scope.sql.run(
      sql`update contacts.import_row set outcome = ${outcome} where import_id = ${importId} and line = any(${[...ended]}::int[])`,
    );
  const linesOf = (verdict: string): number[] => rows.flatMap((row) => (row.verdict === verdict ? [row.line] : []));
  await end('refused', linesOf('refused'));
  await end('skipped', linesOf('repeated'));

  // Materialised once for the statement: the planner has no statistics of rows this new, and would read them all for
  // each of them. A merged contact’s number is known, and its contact keeps its own.
  const made = await scope.sql.rows<{ key: string }>(
    sql`with taken as materialized (
          select r.number_key, p.name, p.number, p.email, p.origin, p.extra
            from contacts.import_row r, jsonb_to_record(r.person) as p(name text, number text, email text, origin text, extra jsonb)
           where r.import_id = ${importId} and r.line = any(${lines}::int[]) and r.verdict in ('new', 'known')),
        made as (
          insert into contacts.contact (name, name_edited, number, email, origin)
          select t.name, true, t.number, t.email, nullif(t.origin, '') from taken t
           where not exists (select 1 from contacts.other_number o where o.number_key = t.number_key)
          on conflict (company_id, number_key) where number_key <> '' do nothing
          returning id, number_key),
        extra as (
          insert into contacts.extra_info (contact_id, name, value)
          select m.id, e.name, e.value from made m join taken t on t.number_key = m.number_key,
                 jsonb_to_recordset(t.extra) as e(name text, value text)),
        told as (
          select kernel.emit('contacts.contact.changed', 'contact:' || m.id,
                   jsonb_build_object('contactId', m.id, 'action', 'create')) from made m)
        select m.number_key as key from made m, (select count(*) from told) everything`,
  );
  const created = new Set(made.map(({ key }) => key));
  await end(
    'created',
    rows.flatMap(({ line, key, verdict }) =>
      created.has(key) && (verdict === 'new' || verdict === 'known') ? [line] : [],
    ),
  );
  if (duplicates !== 'skip') await complete(scope, importId, lines, duplicates);
  await scope.sql.run(
    sql`update contacts.import_row set outcome = 'skipped'
         where import_id = ${importId} and line = any(${lines}::int[]) and outcome is null`,
  );
  return lines;
};

/** Updates existing contacts from the rows: only missing values, or all of them. */
const complete = async (
  scope: Scope,
  importId: number,
  lines: readonly number[],
  duplicates: Exclude<Duplicates, 'skip'>,
): Promise<void> => {
  const overwrite = duplicates === 'overwrite';
  const known = sql`select r.line, contacts.contact_of_number(p.number) as contact_id, p.name, p.email, p.origin, p.extra
      from contacts.import_row r, jsonb_to_record(r.person) as p(name text, number text, email text, origin text, extra jsonb)
     where r.import_id = ${importId} and r.line = any(${[...lines]}::int[]) and r.outcome is null and r.verdict in ('new', 'known')`;
  const after = overwrite
    ? sql`k.name as name, true as name_edited, coalesce(nullif(k.email, ''), c.email) as email, coalesce(nullif(k.origin, ''), c.origin) as origin`
    : sql`case when c.name = c.number then k.name else c.name end as name, c.name_edited or c.name = c.number as name_edited,
          case when c.email = '' then k.email else c.email end as email, coalesce(c.origin, nullif(k.origin, '')) as origin`;
  const sameName = sql`x.contact_id = k.contact_id and kernel.normalise(x.name) = kernel.normalise(e.name)`;
  // A statement sees the state before it: existing values are changed in one statement, and new lines inserted in the
  // other.
  await scope.sql.run(
    sql`with known as materialized (${known}),
        after as (
          select c.id, k.line, ${after} from known k join contacts.contact c on c.id = k.contact_id),
        changed as (
          update contacts.contact c
             set name = a.name, name_edited = a.name_edited, email = a.email, origin = a.origin, updated_at = now()
            from after a
           where c.company_id = kernel.current_company() and c.id = a.id
             and (c.name, c.email, c.origin) is distinct from (a.name, a.email, a.origin)
          returning a.line, c.id),
        corrected as (
          update contacts.extra_info x set value = e.value
            from known k, jsonb_to_recordset(k.extra) as e(name text, value text)
           where ${overwrite} and x.company_id = kernel.current_company() and ${sameName} and x.value <> e.value
          returning k.line, x.contact_id),
        added as (
          insert into contacts.extra_info (contact_id, name, value)
          select k.contact_id, e.name, e.value from known k, jsonb_to_recordset(k.extra) as e(name text, value text)
           where k.contact_id is not null and not exists (select 1 from contacts.extra_info x where ${sameName})
          returning contact_id),
        touched as (
          select line, id from changed union select line, contact_id from corrected
          union select k.line, a.contact_id from added a join known k on k.contact_id = a.contact_id),
        told as (
          select kernel.emit('contacts.contact.changed', 'contact:' || t.id,
                   jsonb_build_object('contactId', t.id, 'action', 'update')) from touched t)
        update contacts.import_row r set outcome = 'updated'
          from touched t, (select count(*) from told) everything
         where r.company_id = kernel.current_company() and r.import_id = ${importId} and r.line = t.line`,
  );
};
