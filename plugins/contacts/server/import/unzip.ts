import { createInflateRaw } from 'node:zlib';
import { sheetFault } from './sheet.ts';

const maxEntries = 2_000;
/** Limit of all decompressed parts of a workbook, in bytes: several times the size of 100,000 usual rows. */
const maxUnpacked = 120 * 1024 * 1024;

const invalid = (): Error => sheetFault('ERR_SPREADSHEET_INVALID');

/**
 * Decompresses the parts of a zip file that `wanted` accepts, under one limit, regardless of the sizes that the file
 * declares. The spreadsheet library would decompress a bomb completely before anything could count.
 */
export async function unzip(
  bytes: Buffer,
  wanted: (name: string) => boolean,
  maxRows: number,
): Promise<Map<string, Buffer>> {
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end === -1 || end + 22 > bytes.length) throw invalid();
  const entries = bytes.readUInt16LE(end + 10);
  if (entries > maxEntries) throw sheetFault('ERR_SPREADSHEET_TOO_LARGE');
  const parts = new Map<string, Buffer>();
  let budget = maxUnpacked;
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw invalid();
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replace(/^\//, '');
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (!wanted(name)) continue;
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== 0x04034b50) throw invalid();
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (from + packed > bytes.length || (method !== 0 && method !== 8)) throw invalid();
    const data = bytes.subarray(from, from + packed);
    const part = method === 0 ? data : await inflated(data, budget, isSheet.test(name) ? maxRows : undefined);
    budget -= part.length;
    if (budget < 0) throw sheetFault('ERR_SPREADSHEET_TOO_LARGE');
    parts.set(name, part);
  }
  return parts;
}

const isSheet = /worksheets\/[^/]+\.xml$/i;
/**
 * Twice the compression ratio of the most repetitive rows. Blanks compress by a factor of a thousand, and take minutes
 * to read.
 */
const maxPacked = 250;
const unsuspicious = 8 * 1024 * 1024;
/** Ends a sheet’s text after the rows that are read; the rest is not decompressed. */
class RowCap {
  /** The header, all rows, and one more to detect an excess. */
  readonly #rowsRead: number;
  #rows = 0;
  /** An element may lie across two chunks. */
  #rest = '';

  constructor(maxRows: number) {
    this.#rowsRead = maxRows + 2;
  }

  /** Returns the sheet’s end, which replaces the tail of the last chunk; undefined while the sheet continues. */
  cut(piece: Buffer): { before: number; end: string } | undefined {
    const carried = this.#rest.length;
    const text = this.#rest + piece.toString('latin1');
    for (const found of text.matchAll(/<(\w+:)?row[\s/>]/g)) {
      // Already counted with the previous chunk.
      if (found.index + found[0].length <= carried) continue;
      this.#rows += 1;
      if (this.#rows <= this.#rowsRead) continue;
      const prefix = found[1] ?? '';
      return { before: found.index - carried, end: `</${prefix}sheetData></${prefix}worksheet>` };
    }
    this.#rest = text.slice(-40);
    return undefined;
  }
}

/** Decompresses chunk by chunk, so that an excess is refused, or cut off, while it arrives. */
const inflated = async (data: Buffer, limit: number, maxRows: number | undefined): Promise<Buffer> => {
  const stream = createInflateRaw();
  stream.end(data);
  const pieces: Buffer[] = [];
  const cap = maxRows === undefined ? undefined : new RowCap(maxRows);
  let size = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > limit || (size > unsuspicious && size > data.length * maxPacked))
        throw sheetFault('ERR_SPREADSHEET_TOO_LARGE');
      pieces.push(piece);
      const cut = cap?.cut(piece);
      if (!cut) continue;
      const whole = Buffer.concat(pieces);
      return Buffer.concat([whole.subarray(0, size - piece.length + cut.before), Buffer.from(cut.end)]);
    }
  } catch (error) {
    throw (error as { sheetFault?: string }).sheetFault ? error : invalid();
  }
  return Buffer.concat(pieces);
};
