import { sql, type Scope, type Upload } from '@balcao/sdk/server';
import type { ImportMapping } from '../../import-columns.ts';
import { maxRows } from './sheet.ts';
import { readSpreadsheet } from './spreadsheets.ts';

const batch = 2_000;

/** Serialises a text column of rows as one parameter for PostgreSQL. */
const asJson = (rows: readonly object[]): string => JSON.stringify(rows);

/**
 * Reads a spreadsheet and stores its rows, until its columns have a meaning and the import is started. Returns the
 * import’s id.
 */
export const storeFile = async (scope: Scope, upload: Upload): Promise<number> => {
  const { rows, columns, hasHeader } = await readSpreadsheet(scope, upload, { maxRows });
  const mapping: ImportMapping = { columns, hasHeader, countryCode: '55' };
  return scope.tx(async (inner) => {
    const made = await inner.sql.one<{ id: number }>(
      sql`insert into contacts.import (user_id, source, name, status, columns, mapping, total)
          values (${scope.user?.id ?? null}, 'file', ${upload.name.replaceAll('\0', '').toWellFormed()}, 'ready',
                  array(select jsonb_array_elements_text(${asJson((rows[0]?.cells ?? []) as unknown as object[])}::jsonb)),
                  ${JSON.stringify(mapping)}::jsonb, ${rows.length - (hasHeader ? 1 : 0)}) returning id`,
    );
    if (!made) throw new Error('the import was not stored');
    for (let at = 0; at < rows.length; at += batch) {
      await inner.sql.run(
        sql`insert into contacts.import_row (import_id, line, cells)
            select ${made.id}, r.line, r.cells from jsonb_to_recordset(${asJson(rows.slice(at, at + batch))}::jsonb) as r(line int, cells text[])`,
      );
    }
    return made.id;
  });
};
