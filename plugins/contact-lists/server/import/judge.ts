import { AppError, invalid, notFound, sql, type Scope, type Sql } from '@balcao/sdk/server';
import { doNotContact } from '../../contract.ts';
import { isRefusal, personOf, type ListMapping } from '../../import-columns.ts';
import { lockImport } from './import-row.ts';

const batch = 2_000;

export const checkMapping = ({ columns }: ListMapping): void => {
  for (const use of new Set(columns)) {
    if (use !== 'ignore' && columns.filter((one) => one === use).length > 1)
      throw invalid({ columns: 'ERR_IMPORT_COLUMN_TWICE' });
  }
  if (!columns.includes('name') || !columns.includes('number')) throw invalid({ columns: 'ERR_IMPORT_COLUMNS' });
};

export interface Row {
  line: number;
  cells: string[];
}

/** Returns these rows with their person and first verdict, new or refused, under the mapping; the header has none. */
export const judged = (rows: readonly Row[], mapping: ListMapping, header: number) =>
  rows.map(({ line, cells }) => {
    if (line === header) return { line, cells };
    const found = personOf(cells, mapping);
    if (isRefusal(found)) return { line, cells, verdict: 'refused', ...found };
    const { note, ...person } = found;
    return { line, cells, verdict: 'new', person, note };
  });

/** The lines of a batch, so that only its part of the import is read, whatever the planner knows about the import. */
const linesOf = (rows: readonly { line: number }[]): Sql => {
  const lines = rows.map(({ line }) => line);
  return sql`r.line between ${Math.min(...lines)} and ${Math.max(...lines)}`;
};

/** Stores the people and first verdicts of rows that are stored already. */
export const readPeople = async (
  scope: Scope,
  importId: number,
  rows: readonly Row[],
  mapping: ListMapping,
  header: number,
): Promise<void> => {
  if (rows.length === 0) return;
  await scope.sql.run(
    sql`update contact_lists.import_row r
           set verdict = j.verdict, person = j.person, field = j.field, note = j.note,
               number_key = coalesce(contacts.number_key(j.person ->> 'number'), '')
          from jsonb_to_recordset(${JSON.stringify(judged(rows, mapping, header))}::jsonb)
                 as j(line int, verdict text, person jsonb, field text, note text)
         where r.company_id = kernel.current_company() and r.import_id = ${importId} and r.line = j.line and ${linesOf(rows)}`,
  );
};

/** Returns whether the mapping names the columns without which no row can be judged. */
export const isJudgeable = ({ columns }: ListMapping): boolean =>
  columns.includes('name') && columns.includes('number');

/**
 * Compares rows with each other, with the list, and with the people who must not be written to: those with some
 * numbers, or all of the import.
 */
export const compare = async (
  scope: Scope,
  importId: number,
  listId: number,
  keys?: readonly string[],
): Promise<void> => {
  const among = keys ? sql`r.number_key = any(${[...keys]}::text[])` : sql`true`;
  const own = sql`r.company_id = kernel.current_company() and r.import_id = ${importId} and r.verdict = 'new' and ${among}`;
  await scope.sql.run(sql`select contact_lists.mark_repeated(${importId}::int, ${keys ? [...keys] : null}::text[])`);
  await leaveOut(scope, importId, own);
  await scope.sql.run(
    sql`update contact_lists.import_row r set verdict = 'known'
         where ${own} and exists (select 1 from contact_lists.item i
               where i.company_id = r.company_id and i.contact_list_id = ${listId} and i.number_key = r.number_key)`,
  );
};

/** Marks the rows of people who must not be written to, with the day since when. */
const leaveOut = async (scope: Scope, importId: number, own: Sql): Promise<void> => {
  const sources = scope.contributions(doNotContact);
  if (sources.length === 0) return;
  let last = 0;
  for (;;) {
    const rows = await scope.sql.rows<{ line: number; key: string }>(
      sql`select r.line, r.number_key as key from contact_lists.import_row r
           where ${own} and r.line > ${last} order by r.line limit ${batch}`,
    );
    if (rows.length === 0) return;
    last = rows.at(-1)?.line ?? last;
    const keys = rows.map(({ key }) => key);
    for (const { item, scope: theirs } of sources) {
      const found = await item.find(keys, theirs);
      if (found.size === 0) continue;
      const marked = rows.flatMap(({ line, key }) => {
        const since = found.get(key);
        return since ? [{ line, note: `opted-out:${since.toISOString()}` }] : [];
      });
      if (marked.length === 0) continue;
      await scope.sql.run(
        sql`update contact_lists.import_row r set verdict = 'opted-out', note = j.note
              from jsonb_to_recordset(${JSON.stringify(marked)}::jsonb) as j(line int, note text)
             where r.company_id = kernel.current_company() and r.import_id = ${importId} and r.line = j.line and ${linesOf(marked)}`,
      );
    }
  }
};

const lockReady = async (scope: Scope, importId: number) => {
  const locked = await lockImport(scope, importId);
  if (!locked) throw notFound('ERR_NO_IMPORT_FOUND');
  if (locked.status === 'reading' || locked.status === 'judging') throw new AppError(409, 'ERR_IMPORT_BUSY');
  if (locked.status !== 'ready') throw new AppError(409, 'ERR_IMPORT_STARTED');
  return locked;
};

export const storeTotal = (scope: Scope, importId: number): Promise<number> =>
  scope.sql.run(
    sql`update contact_lists.import
           set total = (select count(*) from contact_lists.import_row where import_id = ${importId} and verdict is not null)
         where id = ${importId}`,
  );

/** Judges the rows with these numbers again, because one of them changed. */
const judgeNumbers = async (scope: Scope, importId: number, listId: number, keys: readonly string[]) => {
  const known = keys.filter((key) => key !== '');
  await scope.sql.run(
    sql`update contact_lists.import_row r set verdict = 'new', note = case when r.verdict = 'new' then r.note end
         where r.import_id = ${importId} and r.person is not null and r.number_key = any(${known}::text[])`,
  );
  await compare(scope, importId, listId, known);
};

interface Changed {
  key: string;
}

/** Changes cells of one row that people corrected, and judges it and the rows with the same numbers. */
export const correctRow = (
  scope: Scope,
  importId: number,
  line: number,
  values: Readonly<Partial<Record<'name' | 'number' | 'email', string>>>,
): Promise<void> =>
  scope.tx(async (inner) => {
    const { mapping, contactListId } = await lockReady(inner, importId);
    const before = await inner.sql.one<Changed & { cells: string[] }>(
      sql`select cells, number_key as key from contact_lists.import_row
           where import_id = ${importId} and line = ${line} and verdict is not null`,
    );
    if (!before) throw notFound('ERR_NO_IMPORT_ROW_FOUND');
    const cells = mapping.columns.map((use, column) => {
      const given = use === 'name' || use === 'number' || use === 'email' ? values[use] : undefined;
      return given ?? before.cells[column] ?? '';
    });
    await inner.sql.run(
      sql`update contact_lists.import_row set cells = ${cells}::text[] where import_id = ${importId} and line = ${line}`,
    );
    await readPeople(inner, importId, [{ line, cells }], mapping, 0);
    const after = await inner.sql.one<Changed>(
      sql`select number_key as key from contact_lists.import_row where import_id = ${importId} and line = ${line}`,
    );
    await judgeNumbers(inner, importId, contactListId, [before.key, after?.key ?? '']);
  });

/** Removes one row from the import. */
export const removeRow = (scope: Scope, importId: number, line: number): Promise<void> =>
  scope.tx(async (inner) => {
    const { contactListId } = await lockReady(inner, importId);
    const gone = await inner.sql.one<Changed>(
      sql`delete from contact_lists.import_row
           where import_id = ${importId} and line = ${line} and verdict is not null returning number_key as key`,
    );
    if (!gone) throw notFound('ERR_NO_IMPORT_ROW_FOUND');
    await judgeNumbers(inner, importId, contactListId, [gone.key]);
    await storeTotal(inner, importId);
  });
