import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { localClock } from './local-dates.ts';
import {
  contentTypes,
  packageRelations,
  styles,
  styleOf,
  workbookPart,
  workbookRelations,
  xmlText,
} from './workbook-parts.ts';

/**
 * A cell: a text, which is never run as a formula, a number, a moment (`date`, `time` or both in the time zone of the
 * workbook), or a duration in seconds. Null is an empty cell.
 */
export type WorkbookCell =
  string | number | null | { date: Date } | { time: Date } | { dateTime: Date } | { duration: number };

export interface WorkbookOptions {
  /** IANA name; for cells with a moment. */
  timeZone?: string;
  /** Widths of the columns in characters. */
  widths?: readonly number[];
  /** The first row stays visible and has filters. */
  hasFilters?: boolean;
  /** After so many rows another sheet begins, with the first row repeated; absent: the limit of the format. */
  maxRows?: number;
}

/** The number of rows that the format allows in a sheet. */
const sheetLimit = 1_048_576;
/** Characters that the format allows in a cell. */
const cellLimit = 32_767;
/** Rows are compressed in groups of about so many characters. */
const groupSize = 65_536;
const maxOffsets = 5000;

/** Returns the name `A` to `Z`, `AA` … of a column counted from 0. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Serial numbers of days since 1899-12-30, of the local clock. Offsets change at quarters of an hour only. */
class Serials {
  readonly #timeZone: string;
  readonly #offsets = new Map<number, number>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  of(at: Date): number {
    const quarter = Math.floor(at.getTime() / 900_000);
    let offset = this.#offsets.get(quarter);
    if (offset === undefined) {
      const whole = new Date(quarter * 900_000);
      offset = localClock(whole, this.#timeZone).getTime() - whole.getTime();
      if (this.#offsets.size >= maxOffsets) this.#offsets.clear();
      this.#offsets.set(quarter, offset);
    }
    return (Math.floor(at.getTime() / 1000) * 1000 + offset) / 86_400_000 + 25_569;
  }
}

/** Writes the cells of a row. Cell references are optional in the format, but some readers refuse a file without them. */
class Rows {
  readonly #serials: Serials;
  readonly #columns: string[] = [];

  constructor(timeZone: string) {
    this.#serials = new Serials(timeZone);
  }

  #cell(place: string, cell: WorkbookCell, isHeader: boolean): string {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'string')
      return `<c r="${place}"${isHeader ? ' s="1"' : ''} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.slice(0, cellLimit))}</t></is></c>`;
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if ('duration' in cell) return `<c r="${place}" s="${styleOf.duration}"><v>${cell.duration / 86_400}</v></c>`;
    if ('dateTime' in cell)
      return `<c r="${place}" s="${styleOf.dateTime}"><v>${this.#serials.of(cell.dateTime)}</v></c>`;
    if ('date' in cell)
      return `<c r="${place}" s="${styleOf.date}"><v>${Math.floor(this.#serials.of(cell.date))}</v></c>`;
    const serial = this.#serials.of(cell.time);
    return `<c r="${place}" s="${styleOf.time}"><v>${serial - Math.floor(serial)}</v></c>`;
  }

  write(cells: readonly WorkbookCell[], number: number): string {
    let text = `<row r="${number}">`;
    for (let index = 0; index < cells.length; index += 1) {
      const name = (this.#columns[index] ??= columnName(index));
      text += this.#cell(`${name}${number}`, cells[index] ?? null, number === 1);
    }
    return `${text}</row>`;
  }
}

/** Returns the local header of a zip entry whose size and checksum follow after its data. */
const localHeader = (name: Buffer): Buffer => {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(0x0808, 6);
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(0x21, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
};

interface Written {
  name: Buffer;
  sum: number;
  packed: number;
  size: number;
  at: number;
}

const sums = ({ sum, packed, size }: Written): Buffer => {
  const found = Buffer.alloc(12);
  [sum, packed, size].forEach((value, at) => found.writeUInt32LE(value, at * 4));
  return found;
};

const directoryEntry = (part: Written): Buffer => {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE(0x0808, 8);
  head.writeUInt16LE(8, 10);
  head.writeUInt16LE(0x21, 14);
  sums(part).copy(head, 16);
  head.writeUInt16LE(part.name.length, 28);
  head.writeUInt32LE(part.at, 42);
  return Buffer.concat([head, part.name]);
};

/** The rows of all sheets, read one after the other: a sheet ends at its limit, and the next goes on. */
class RowSource {
  readonly #rows: AsyncIterator<readonly WorkbookCell[]>;
  #next: IteratorResult<readonly WorkbookCell[]> | undefined;

  constructor(rows: AsyncIterable<readonly WorkbookCell[]>) {
    this.#rows = rows[Symbol.asyncIterator]();
  }
  async peek(): Promise<readonly WorkbookCell[] | undefined> {
    this.#next ??= await this.#rows.next();
    return this.#next.done === true ? undefined : this.#next.value;
  }
  async take(): Promise<readonly WorkbookCell[] | undefined> {
    const row = await this.peek();
    this.#next = undefined;
    return row;
  }
  async end(): Promise<void> {
    await this.#rows.return?.();
  }
}

async function* sheet(
  source: RowSource,
  header: readonly WorkbookCell[],
  rows: Rows,
  { widths = [], hasFilters = false, maxRows = sheetLimit }: WorkbookOptions,
): AsyncGenerator<string> {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  let text = `${sheetHead}${hasFilters ? frozen : ''}${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`;
  text += rows.write(header, 1);
  let number = 1;
  while (number < maxRows && (await source.peek()) !== undefined) {
    text += rows.write((await source.take()) ?? [], (number += 1));
    if (text.length < groupSize) continue;
    yield text;
    text = '';
  }
  const filters = hasFilters ? `<autoFilter ref="A1:${columnName(Math.max(header.length, 1) - 1)}${number}"/>` : '';
  yield `${text}</sheetData>${filters}</worksheet>`;
}
const sheetHead =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';

/** Waits until a stream accepts more, or was closed because its reader went away. */
const drained = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });

/**
 * Writes an xlsx workbook while its rows are read, in constant memory; spreadsheet libraries build the whole workbook in
 * memory. The first row is bold. A reader that goes away ends the rows: their iterator is closed.
 */
export async function* writeWorkbook(
  title: string,
  rows: AsyncIterable<readonly WorkbookCell[]>,
  options: WorkbookOptions = {},
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  async function* part(name: string, content: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
    const one: Written = { name: Buffer.from(name), sum: 0, packed: 0, size: 0, at };
    const deflate = createDeflateRaw({ level: 3 });
    const feed = (async (): Promise<void> => {
      for await (const text of content) {
        if (deflate.destroyed) return;
        const bytes = Buffer.from(text);
        one.sum = crc32(bytes, one.sum);
        one.size += bytes.length;
        if (!deflate.write(bytes)) await drained(deflate);
      }
      deflate.end();
    })();
    feed.catch((error: unknown) => deflate.destroy(error as Error));
    yield localHeader(one.name);
    for await (const chunk of deflate) {
      one.packed += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    await feed;
    yield Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), sums(one)]);
    at += 30 + one.name.length + one.packed + 16;
    written.push(one);
  }
  const source = new RowSource(rows);
  const lines = new Rows(options.timeZone ?? 'UTC');
  const titles: string[] = [];
  try {
    yield* part('[Content_Types].xml', [contentTypes]);
    yield* part('_rels/.rels', [packageRelations]);
    yield* part('xl/styles.xml', [styles]);
    const header = (await source.take()) ?? [];
    do {
      titles.push(titles.length === 0 ? title : `${title.slice(0, 26)} ${titles.length + 1}`);
      yield* part(`xl/worksheets/sheet${titles.length}.xml`, sheet(source, header, lines, options));
    } while ((await source.peek()) !== undefined);
    yield* part('xl/workbook.xml', [workbookPart(titles)]);
    yield* part('xl/_rels/workbook.xml.rels', [workbookRelations(titles.length)]);
  } finally {
    await source.end();
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([directory, end]);
}
