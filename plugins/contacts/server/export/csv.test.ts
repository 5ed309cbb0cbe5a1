import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('a name that a spreadsheet would run as a formula goes out as text, in wide signs too', () => {
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠'])
    expect(csvLine([`${sign}1+1`], ';')).toBe(`'${sign}1+1\r\n`);
});
