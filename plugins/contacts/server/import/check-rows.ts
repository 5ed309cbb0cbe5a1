import { AppError, invalid, notFound, sql, type Scope } from '@balcao/sdk/server';
import type { ImportMapping } from '../../import-columns.ts';
import { lockImport } from './import-row.ts';
import { isRefusal, personOf } from './person.ts';

const batch = 2_000;

export interface Verdicts {
  new: number;
  known: number;
  repeated: number;
  refused: number;
}

const checkMapping = ({ columns }: ImportMapping): void => {
  for (const field of ['name', 'number', 'email', 'origin'] as const) {
    const times = columns.filter((use) => use === field).length;
    if (times > 1) throw invalid({ columns: 'ERR_IMPORT_COLUMN_TWICE' });
    if (times === 0 && (field === 'name' || field === 'number')) throw invalid({ columns: 'ERR_IMPORT_COLUMNS' });
  }
};

const originsOf = (scope: Scope): string[] =>
  scope.settings
    .get('originContact')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');

/**
 * Determines the result of each row under these columns: new, known, repeated, or refused with a reason. Rows are read
 * in batches, so that other requests are served in between.
 */
export const checkRows = (scope: Scope, importId: number, mapping: ImportMapping): Promise<Verdicts> => {
  checkMapping(mapping);
  const origins = originsOf(scope);
  return scope.tx(async (inner) => {
    const locked = await lockImport(inner, importId);
    if (!locked) throw notFound('ERR_NO_IMPORT_FOUND');
    if (locked.status !== 'ready') throw new AppError(409, 'ERR_IMPORT_STARTED');
    const first = await inner.sql.one<{ line: number }>(
      sql`select min(line) as line from contacts.import_row where import_id = ${importId}`,
    );
    const header = mapping.hasHeader ? (first?.line ?? 0) : 0;
    // The first of several rows with one number counts.
    const lineOf = new Map<string, number>();
    const repeated: { line: number; reason: string }[] = [];
    let last = 0;
    for (;;) {
      const rows = await inner.sql.rows<{ line: number; cells: string[] }>(
        sql`select line, cells from contacts.import_row where import_id = ${importId} and line > ${last} order by line limit ${batch}`,
      );
      if (rows.length === 0) break;
      last = rows.at(-1)?.line ?? last;
      const judged = rows.map(({ line, cells }) => {
        if (line === header) return { line };
        const found = personOf(cells, mapping, origins);
        return isRefusal(found) ? { line, verdict: 'refused', ...found } : { line, verdict: 'new', person: found };
      });
      const keyed = await inner.sql.rows<{ line: number; key: string }>(
        sql`update contacts.import_row r
               set verdict = j.verdict, person = j.person, field = j.field, value = j.value, reason = j.reason,
                   number_key = coalesce(contacts.number_key(j.person ->> 'number'), '')
              from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
                     as j(line int, verdict text, person jsonb, field text, value text, reason text)
             where r.company_id = kernel.current_company() and r.import_id = ${importId} and r.line = j.line
            returning r.line, r.number_key as key`,
      );
      for (const { line, key } of keyed.toSorted((one, other) => one.line - other.line)) {
        const before = key === '' ? undefined : lineOf.get(key);
        if (before !== undefined) repeated.push({ line, reason: `repeated:${before}` });
        else if (key !== '') lineOf.set(key, line);
      }
    }
    await markRepeated(inner, importId, repeated);
    await markKnown(inner, importId);
    const counted = await inner.sql.one<Verdicts>(
      sql`select count(*) filter (where verdict = 'new') as new, count(*) filter (where verdict = 'known') as known,
                 count(*) filter (where verdict = 'repeated') as repeated, count(*) filter (where verdict = 'refused') as refused
            from contacts.import_row where import_id = ${importId}`,
    );
    await inner.sql.run(
      sql`update contacts.import set mapping = ${JSON.stringify(mapping)}::jsonb,
            total = (select count(*) from contacts.import_row where import_id = ${importId} and verdict is not null)
           where id = ${importId}`,
    );
    return counted ?? { new: 0, known: 0, repeated: 0, refused: 0 };
  });
};

const markRepeated = async (
  scope: Scope,
  importId: number,
  repeated: readonly { line: number; reason: string }[],
): Promise<void> => {
  for (let at = 0; at < repeated.length; at += batch) {
    await scope.sql.run(
      sql`update contacts.import_row r
             set verdict = 'repeated', field = 'number', value = r.person ->> 'number', reason = j.reason
            from jsonb_to_recordset(${JSON.stringify(repeated.slice(at, at + batch))}::jsonb) as j(line int, reason text)
           where r.company_id = kernel.current_company() and r.import_id = ${importId} and r.line = j.line`,
    );
  }
};

const markKnown = (scope: Scope, importId: number): Promise<number> =>
  scope.sql.run(
    sql`update contacts.import_row r set verdict = 'known'
         where r.import_id = ${importId} and r.verdict = 'new'
           and (exists (select 1 from contacts.contact c where c.number_key = r.number_key and c.number_key <> '')
                or exists (select 1 from contacts.other_number o where o.number_key = r.number_key))`,
  );
