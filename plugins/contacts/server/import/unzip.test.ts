import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { maxRows } from './sheet.ts';
import { unzip } from './unzip.ts';

const name = 'xl/worksheets/sheet1.xml';
/** A zip file of one part, with the minimum that a reader needs. */
const packed = (xml: string): Buffer => {
  const data = deflateRawSync(xml);
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(title.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt16LE(title.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + title.length + data.length, 16);
  return Buffer.concat([local, title, data, entry, title, end]);
};
const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const rowsOf = (count: number, prefix = ''): string =>
  Array.from(
    { length: count },
    (_row, at) => `<${prefix}row r="${at + 1}"><c><v>${at * 7919}</v></c></${prefix}row>`,
  ).join('');
const count = (text: string): number => [...text.matchAll(/<(?:\w+:)?row /g)].length;

test('A sheet within the limit is unpacked unchanged', async () => {
  const xml = sheet(rowsOf(1_000));
  expect((await unzip(packed(xml), () => true, maxRows)).get(name)?.toString()).toBe(xml);
});

test.each(['', 'x:'])(
  'Rows beyond the limit are not unpacked, and the rest is a complete sheet: prefix "%s"',
  async (prefix) => {
    const xml = `<${prefix}worksheet><${prefix}sheetData>${rowsOf(maxRows + 5_000, prefix)}</${prefix}sheetData></${prefix}worksheet>`;
    const text = (await unzip(packed(xml), () => true, maxRows)).get(name)?.toString() ?? '';
    expect(count(text)).toBe(maxRows + 2);
    expect(text.endsWith(`</${prefix}row></${prefix}sheetData></${prefix}worksheet>`)).toBe(true);
  },
);

test.each([
  ['blanks between the rows', sheet(`${' '.repeat(60 * 1024 * 1024)}${rowsOf(3)}`)],
  ['one endless cell', sheet(`<row r="1"><c><v>${'0'.repeat(60 * 1024 * 1024)}</v></c></row>`)],
])(
  'A part that compresses by a factor of a thousand is refused even below the limit of bytes: %s',
  async (_what, xml) => {
    await expect(unzip(packed(xml), () => true, maxRows)).rejects.toMatchObject({
      sheetFault: 'ERR_SPREADSHEET_TOO_LARGE',
    });
  },
);
