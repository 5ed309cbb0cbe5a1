import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('A name that a spreadsheet would run as a formula is exported as text, also with full-width characters', () => {
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠'])
    expect(csvLine([`${sign}1+1`], ';')).toBe(`'${sign}1+1\r\n`);
});
