import { crc32, createDeflateRaw } from 'node:zlib';

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org';
const sheetMain = `${office}/spreadsheetml/2006/main`;
const relations = `${office}/officeDocument/2006/relationships`;

const parts = (sheetName: string): readonly (readonly [string, string])[] => [
  [
    '[Content_Types].xml',
    `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${sheetMain}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    // The minimum of styles that readers need, and a second one: the bold header.
    `${xml}<styleSheet xmlns="${sheetMain}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ],
];

const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Returns the name `A` to `Z`, `AA` … of a column counted from 0. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/**
 * Returns a row of text cells: a text is never run as a formula. Cell references are optional in the format, but some
 * readers refuse a file without them.
 */
const row = (cells: readonly string[], number: number): string => {
  const style = number === 1 ? ' s="1"' : '';
  const written = cells.map(
    (cell, column) =>
      `<c r="${columnName(column)}${number}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`,
  );
  return `<row r="${number}">${written.join('')}</row>`;
};

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

async function* sheet(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `${xml}<worksheet xmlns="${sheetMain}"><sheetData>`;
  let number = 0;
  for await (const cells of rows) yield row(cells, (number += 1));
  yield '</sheetData></worksheet>';
}

/**
 * Writes a workbook of one sheet while its rows are read, in constant memory. The spreadsheet library builds the whole
 * workbook in memory.
 */
export async function* xlsx(sheetName: string, rows: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  async function* part(name: string, content: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
    const one: Written = { name: Buffer.from(name), sum: 0, packed: 0, size: 0, at };
    const deflate = createDeflateRaw();
    const feed = (async (): Promise<void> => {
      for await (const text of content) {
        const bytes = Buffer.from(text);
        one.sum = crc32(bytes, one.sum);
        one.size += bytes.length;
        if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
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
  for (const [name, text] of parts(sheetName)) yield* part(name, [text]);
  yield* part('xl/worksheets/sheet1.xml', sheet(rows));
  const directory = Buffer.concat(written.map(directoryEntry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([directory, end]);
}
