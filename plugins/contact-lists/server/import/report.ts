import { sql, type Scope } from '@balcao/sdk/server';
import { findImport } from './import-row.ts';

const batch = 2_000;

/** Yields a sample of a spreadsheet to import: the columns that are recognised, a variable, and two people. */
export async function* sampleRows(scope: Scope): AsyncGenerator<string[]> {
  yield (['name', 'number', 'email', 'variable'] as const).map((name) => scope.t(`sample.${name}`));
  yield ['Maria Aparecida', '5511900000001', 'maria@exemplo.com.br', '42/198.334.127-0'];
  yield ['João Batista', '5511900000002', '', ''];
}

/** Returns the text of a note: `repeated:12` refers to the row that already has the number, `opted-out:…` to a day. */
const reasonOf = (scope: Scope, note: string | null): string => {
  const text = note ?? '';
  const colon = text.indexOf(':');
  const key = colon === -1 ? text : text.slice(0, colon);
  const rest = colon === -1 ? '' : text.slice(colon + 1);
  const date =
    key === 'opted-out'
      ? new Intl.DateTimeFormat('pt-BR', { timeZone: scope.company.timeZone }).format(new Date(rest))
      : '';
  return scope.t(`reason.${key}`, { line: rest, date });
};

/** Yields the rows that stay out, as they are in the file, below the names of the columns. */
export async function* leftOutRows(scope: Scope, importId: number): AsyncGenerator<string[]> {
  const { mapping } = await findImport(scope, importId);
  const at = { name: mapping.columns.indexOf('name'), number: mapping.columns.indexOf('number') };
  yield (['line', 'name', 'number', 'reason'] as const).map((name) => scope.t(`report.${name}`));
  let last = 0;
  for (;;) {
    scope.signal.throwIfAborted();
    const rows = await scope.sql.rows<{ line: number; cells: string[]; note: string | null }>(
      sql`select line, cells, note from contact_lists.import_row
           where import_id = ${importId} and line > ${last} and verdict in ('repeated', 'opted-out', 'refused')
           order by line limit ${batch}`,
    );
    for (const { line, cells, note } of rows)
      yield [String(line), cells[at.name] ?? '', cells[at.number] ?? '', reasonOf(scope, note)];
    if (rows.length < batch) return;
    last = rows.at(-1)?.line ?? last;
  }
}
