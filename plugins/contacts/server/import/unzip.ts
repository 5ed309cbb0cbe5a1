import { inflateRawSync } from 'node:zlib';
import { sheetFault } from './sheet.ts';

const mostEntries = 2_000;
/** Bytes that all parts of a workbook may unpack to: what 50,000 full rows need, several times. */
const mostUnpacked = 120 * 1024 * 1024;

const invalid = (): Error => sheetFault('ERR_SPREADSHEET_INVALID');

/**
 * The parts of a zip file that `wanted` takes, unpacked under one budget, whatever the file says about their sizes. The
 * spreadsheet library would unpack a bomb into all memory before anybody could count.
 */
export function unzip(bytes: Buffer, wanted: (name: string) => boolean): Map<string, Buffer> {
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end === -1 || end + 22 > bytes.length) throw invalid();
  const entries = bytes.readUInt16LE(end + 10);
  if (entries > mostEntries) throw sheetFault('ERR_SPREADSHEET_TOO_LARGE');
  const parts = new Map<string, Buffer>();
  let budget = mostUnpacked;
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
    const part = method === 0 ? data : inflated(data, budget);
    budget -= part.length;
    if (budget < 0) throw sheetFault('ERR_SPREADSHEET_TOO_LARGE');
    parts.set(name, part);
  }
  return parts;
}

const inflated = (data: Buffer, most: number): Buffer => {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === 'ERR_BUFFER_TOO_LARGE' ? sheetFault('ERR_SPREADSHEET_TOO_LARGE') : invalid();
  }
};
