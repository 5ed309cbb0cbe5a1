import * as spreadsheets from 'xlsx';
import { CFB, SSF, read, type CellObject, type ParsingOptions, type WorkBook } from 'xlsx';
import { Rows, maxColumns, sheetFault, type Sheet } from './sheet.ts';
import { unzip } from './unzip.ts';

const optionsFor = (maxRows: number): ParsingOptions => ({
  type: 'buffer',
  dense: true,
  // Only the first sheet, only values: no formulas, no styles, no HTML of cells.
  sheets: 0,
  // The header, all rows, and one more to detect an excess.
  sheetRows: maxRows + 2,
  cellFormula: false,
  cellHTML: false,
  cellNF: true,
  cellText: true,
  bookVBA: false,
});

/** The library exports it without types. */
const { parse_zip: parseParts } = spreadsheets as unknown as {
  parse_zip(container: object, options: ParsingOptions): WorkBook;
};

/** Pictures and other parts are not decompressed. */
const neededPart = /\.(xml|rels)$/i;

/** Reads xlsx: decompressed under a limit first, then handed to the library as uncompressed parts. */
export async function readXlsx(bytes: Buffer, dates: string, maxRows: number): Promise<Sheet> {
  const parts = await unzip(bytes, (name) => neededPart.test(name), maxRows);
  const container = CFB.utils.cfb_new();
  for (const [name, part] of parts) CFB.utils.cfb_add(container, `/${name}`, part);
  return rowsOf(() => parseParts(container, optionsFor(maxRows)), dates, maxRows);
}

/** Reads the format of Excel until 2003: one file, not compressed. */
export const readXls = (bytes: Buffer, dates: string, maxRows: number): Sheet =>
  rowsOf(() => read(bytes, optionsFor(maxRows)), dates, maxRows);

const rowsOf = (open: () => WorkBook, dates: string, maxRows: number): Sheet => {
  let book: WorkBook;
  try {
    book = open();
  } catch (error) {
    throw Object.assign(sheetFault('ERR_SPREADSHEET_INVALID'), { cause: error });
  }
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const data = sheet?.['!data'];
  if (!sheet || !data) throw sheetFault('ERR_SPREADSHEET_INVALID');
  const found = new Rows(maxRows);
  // The declared size of a sheet is not trusted; only existing cells count.
  for (const index of Object.keys(data)) {
    const row = data[Number(index)];
    if (!row) continue;
    const cells: string[] = [];
    for (let column = 0; column < Math.min(row.length, maxColumns); column += 1) cells.push(textOf(row[column], dates));
    found.add(Number(index) + 1, cells);
  }
  return { rows: found.rows, title: book.SheetNames[0] ?? '' };
};

/**
 * Returns the text of a cell. A spreadsheet program displays a long number as 5,51E+12; as a phone number all its
 * digits count.
 */
const textOf = (cell: CellObject | undefined, dates: string): string => {
  if (!cell) return '';
  if (cell.t === 'n' && typeof cell.v === 'number') {
    const isDate = typeof cell.z === 'string' && SSF.is_date(cell.z);
    // A date without a format of its own is displayed in the order of each computer.
    if (cell.z === SSF.get_table()[14]) return SSF.format(dates, cell.v) || String(cell.v);
    if (isDate) return cell.w ?? String(cell.v);
    return Number.isInteger(cell.v) && Math.abs(cell.v) < 1e21 ? cell.v.toFixed(0) : String(cell.v);
  }
  if (cell.t === 's' && typeof cell.v === 'string') return cell.v;
  if (cell.t === 'b') return cell.v ? '1' : '0';
  return cell.t === 'd' ? (cell.w ?? '') : '';
};
