import { expect, it } from 'vitest';
import { writeWorkbook, type WorkbookCell, type WorkbookOptions } from './workbook.ts';

/** `xlsx` is a library of plugins: the SDK reads its own files with the system's `zlib`. */
const { inflateRawSync } = await import('node:zlib');

const unzip = (file: Buffer): Map<string, string> => {
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(file.length - 6);
  const count = file.readUInt16LE(file.length - 14);
  for (let entry = 0; entry < count; entry += 1) {
    const [packed, nameLength, start] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const begins = start + 30 + nameLength;
    parts.set(name, inflateRawSync(file.subarray(begins, begins + packed)).toString('utf8'));
    at += 46 + nameLength;
  }
  return parts;
};

const written = async (
  rows: readonly (readonly WorkbookCell[])[],
  options?: WorkbookOptions,
): Promise<Map<string, string>> => {
  async function* all(): AsyncGenerator<readonly WorkbookCell[]> {
    yield* rows;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writeWorkbook('Dados', all(), options)) chunks.push(chunk);
  return unzip(Buffer.concat(chunks));
};

it('Dates, times and durations are real cells in the time zone of the workbook, and texts are never formulas', async () => {
  const at = new Date('2027-01-01T02:30:00Z');
  const parts = await written(
    [
      ['Nome', 'Dia', 'Hora', 'Duração', 'Número'],
      ['=cmd|calc & <b>', { date: at }, { time: at }, { duration: 90 * 3600 }, 7],
      [null, null, null, null, 0],
    ],
    { timeZone: 'America/Sao_Paulo', widths: [30, 12], hasFilters: true },
  );
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  // 2026-12-31 is day 46,387; 23:30 is 0.979…
  expect(sheet).toContain('<c r="B2" s="2"><v>46387</v></c>');
  expect(sheet).toMatch(/<c r="C2" s="3"><v>0\.97916\d*<\/v><\/c>/);
  expect(sheet).toContain('<c r="D2" s="5"><v>3.75</v></c>');
  expect(sheet).toContain('<is><t xml:space="preserve">=cmd|calc &amp; &lt;b&gt;</t></is>');
  expect(sheet).toContain('<row r="3"><c r="E3"><v>0</v></c></row>');
  expect(sheet).toContain('<autoFilter ref="A1:E3"/>');
  expect(sheet).not.toContain('<f>');
});

it('Rows past the limit of a sheet go on in another one, below the same header', async () => {
  const rows = [['Nº'], ...Array.from({ length: 25 }, (_row, at) => [at + 1])];
  const parts = await written(rows, { maxRows: 11 });
  expect([...parts.keys()].filter((name) => name.includes('sheet'))).toEqual([
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
    'xl/worksheets/sheet3.xml',
  ]);
  expect(parts.get('xl/workbook.xml')).toMatch(/name="Dados" .*name="Dados 2" .*name="Dados 3"/);
  for (const name of ['sheet1', 'sheet2', 'sheet3'])
    expect(parts.get(`xl/worksheets/${name}.xml`)).toContain('<row r="1"><c r="A1" s="1" t="inlineStr">');
  expect(parts.get('xl/worksheets/sheet3.xml')).toContain('<row r="6"><c r="A6"><v>25</v></c></row>');
});

it('A reader that goes away ends the reading of rows', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<readonly WorkbookCell[]> {
    try {
      for (let row = 0; ; row += 1) yield [`linha ${row} ${'x'.repeat(200)}`];
    } finally {
      isEnded = true;
    }
  }
  let chunks = 0;
  for await (const _chunk of writeWorkbook('Dados', endless())) {
    chunks += 1;
    if (chunks > 20) break;
  }
  await expect.poll(() => isEnded).toBe(true);
});
