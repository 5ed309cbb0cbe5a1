/** A spreadsheet as rows of text and the errors of reading it, for both ends of the worker thread. */
export interface Sheet {
  /** Rows with their number in the file, the first row being 1. Empty rows are left out. */
  rows: { line: number; cells: string[] }[];
  /** Name of the sheet in its workbook; '' for text files. */
  title: string;
}
export type SheetKind = 'csv' | 'xlsx' | 'xls';
export type SheetFault = 'ERR_SPREADSHEET_INVALID' | 'ERR_SPREADSHEET_TOO_LARGE' | 'ERR_SPREADSHEET_ROWS';

/** The limit of an import of contacts; other readers have their own. */
export const maxRows = 50_000;
export const maxColumns = 60;
/** One more than the longest text of any column, so that an excess is detected. */
export const maxCharacters = 2_001;

export const sheetFault = (fault: SheetFault): Error & { sheetFault: SheetFault } =>
  Object.assign(new Error(fault), { sheetFault: fault });

/** Collects rows and throws when they exceed the limits. */
export class Rows {
  readonly rows: Sheet['rows'] = [];
  readonly #maxRows: number;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  add(line: number, cells: readonly string[]): void {
    const kept = cells.slice(0, maxColumns).map(plain);
    while (kept.length > 0 && kept.at(-1) === '') kept.pop();
    if (kept.length === 0) return;
    // The first row may be the header.
    if (this.rows.length > this.#maxRows) throw sheetFault('ERR_SPREADSHEET_ROWS');
    this.rows.push({ line, cells: kept });
  }
}

/** Normalises text for the database: no control characters, no half surrogate pairs, no blanks around. */
const plain = (text: string): string =>
  text
    .slice(0, maxCharacters)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g, ' ')
    .trim();
