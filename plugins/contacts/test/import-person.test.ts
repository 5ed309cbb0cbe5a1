import { expect, test } from 'vitest';
import { guessColumns, hasHeader, type ImportMapping } from '../import-columns.ts';
import { numberOf } from '../import-number.ts';
import { personOf } from '../server/import/person.ts';
import { readCsv } from '../server/import/read-csv.ts';

const mapping: ImportMapping = {
  columns: ['name', 'number', 'email', 'origin', 'extra:CPF', 'ignore'],
  hasHeader: true,
  countryCode: '55',
};
const cells = (text: string): string[][] => readCsv(new TextEncoder().encode(text), 1000).rows.map((row) => row.cells);

test('A number is read in any spelling, and gets the country code where it has none', () => {
  expect(numberOf('(11) 98765-0001', '55')).toBe('5511987650001');
  expect(numberOf('011 3876-5432', '55')).toBe('551138765432');
  expect(numberOf('+1 202 555 0123', '55')).toBe('12025550123');
  expect(numberOf('5511987650001', '55')).toBe('5511987650001');
  expect(numberOf('11987650001', '')).toBe('11987650001');
});

test('The first of several numbers in one cell counts, and a number in scientific notation is refused', () => {
  expect(numberOf('11 98765-0001 / 11 3876-5432', '55')).toBe('5511987650001');
  expect(numberOf('11 98765-0001 ou 11 3876-5432', '55')).toBe('5511987650001');
  expect(numberOf('5,51199E+12', '55')).toBe('');
});

test('A row is refused for its first fault', () => {
  const reason = (...row: string[]) => {
    const found = personOf(row, mapping, []);
    return 'reason' in found ? [found.field, found.reason] : 'fine';
  };
  expect(reason('', '5511987650001')).toEqual(['name', 'required']);
  expect(reason('A', '5511987650001')).toEqual(['name', 'nameShort']);
  expect(reason('A'.repeat(51), '5511987650001')).toEqual(['name', 'nameLong']);
  expect(reason('Ana', '1234567')).toEqual(['number', 'numberShort']);
  expect(reason('Ana', '1'.repeat(51))).toEqual(['number', 'numberLong']);
  expect(reason('Ana', '5511987650001', 'ana@')).toEqual(['email', 'email']);
  expect(reason('Ana', '5511987650001', '', 'x'.repeat(101))).toEqual(['origin', 'long']);
  expect(reason('Ana', '5511987650001', '', '', 'x'.repeat(2001))).toEqual(['CPF', 'long']);
  expect(reason('Ana', '5511987650001')).toBe('fine');
});

test('An origin gets the company’s spelling', () => {
  expect(personOf(['Ana', '5511987650001', '', 'tráfego pago'], mapping, ['TRÁFEGO PAGO'])).toMatchObject({
    origin: 'TRÁFEGO PAGO',
  });
});

test('Columns are recognised by common names', () => {
  for (const header of [
    ['Nome completo', 'Telefone', 'E-mail', 'Origem'],
    ['NOME', 'Celular', 'email', 'Como conheceu'],
    ['Cliente', 'WhatsApp', 'Correio eletrônico', 'Fonte'],
    ['name', 'Phone', 'e_mail', 'source'],
    ['Nombre', 'Teléfono', 'Correo', 'Origen'],
  ]) {
    expect(hasHeader(header)).toBe(true);
    expect(guessColumns(header, [['Ana', '5511987650001', 'a@b.co', 'x']])).toEqual([
      'name',
      'number',
      'email',
      'origin',
    ]);
  }
  expect(hasHeader(['Ana', '5511987650001'])).toBe(false);
  // A column whose name is unknown is recognised by its values.
  expect(guessColumns(['Nome', 'Contato', 'Obs'], [['Ana', '11 98765-0001', 'vip']])).toEqual([
    'name',
    'number',
    'extra:Obs',
  ]);
});

test('CSV is read with any separator, quotes, line ends and line breaks within quotes', () => {
  expect(cells('Nome;Obs\r\n"Prado; Ana";"diz ""oi""\ne tchau"\r\n\r\nBia;x')).toEqual([
    ['Nome', 'Obs'],
    ['Prado; Ana', 'diz "oi" e tchau'],
    ['Bia', 'x'],
  ]);
  expect(cells('a,b\n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(cells('a\tb\n1\t2')[1]).toEqual(['1', '2']);
  expect(cells('ID;Nome\n1;"sem fim')).toEqual([
    ['ID', 'Nome'],
    ['1', 'sem fim'],
  ]);
  expect(cells('')).toEqual([]);
});
