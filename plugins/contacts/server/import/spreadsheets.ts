import { AppError, writeWorkbook, type Scope, type Upload } from '@balcao/sdk/server';
import type { Spreadsheet, Spreadsheets } from '../../contract.ts';
import { guessColumns, hasHeader } from '../../import-columns.ts';
import { readSheet } from './read-sheet.ts';

/** Number of rows by whose values columns without a known name are guessed. */
const sampled = 50;

const empty = (): AppError => new AppError(400, 'ERR_SPREADSHEET_EMPTY', { fields: { file: 'ERR_SPREADSHEET_EMPTY' } });

/** Reads an uploaded spreadsheet and guesses its columns. */
export const readSpreadsheet = async (
  scope: Scope,
  upload: Upload,
  { maxRows, maxSeconds = 30 }: { maxRows: number; maxSeconds?: number },
): Promise<Spreadsheet> => {
  const dates = scope.company.language === 'en' ? 'mm/dd/yyyy' : 'dd/mm/yyyy';
  const { rows, title } = await readSheet(upload, dates, scope, { maxRows, maxSeconds });
  const [first] = rows;
  if (!first) throw empty();
  const named = hasHeader(first.cells);
  if (named && rows.length === 1) throw empty();
  const sample = rows.slice(named ? 1 : 0, sampled).map(({ cells }) => cells);
  return { title, rows, hasHeader: named, columns: guessColumns(named ? first.cells : undefined, sample) };
};

export const spreadsheetsService = (scope: Scope): Spreadsheets => ({
  read: (upload, options) => readSpreadsheet(scope, upload, options),
  write: (title, rows) => writeWorkbook(title, rows),
});
