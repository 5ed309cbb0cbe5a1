import { expect, test } from 'vitest';
import type { ImportMapping } from '../../import-columns.ts';
import { columnsOf, isNewer, missingUses, withUse } from './import-row.ts';

const mapping: ImportMapping = { columns: ['name', 'number', 'ignore'], hasHeader: true, countryCode: '55' };

test('A field belongs to one column: the column that had it before loses it', () => {
  expect(withUse(mapping, 3, 2, 'number').columns).toEqual(['name', 'ignore', 'number']);
  expect(missingUses(withUse(mapping, 3, 1, 'ignore'))).toEqual(['number']);
  expect(missingUses(mapping)).toEqual([]);
});

test('Columns have the names of the header, or numbers when the file has no header', () => {
  const file = {
    columns: ['Nome', 'Tel', ''],
    sample: [
      { line: 1, cells: ['Nome', 'Tel'] },
      { line: 2, cells: ['Ana', '', 'x'] },
    ],
  };
  const numbered = (position: number) => `Coluna ${position}`;
  expect(columnsOf(file, mapping, numbered)).toEqual([
    { title: 'Nome', examples: ['Ana'], use: 'name' },
    { title: 'Tel', examples: [], use: 'number' },
    { title: 'Coluna 3', examples: ['x'], use: 'ignore' },
  ]);
  expect(columnsOf(file, { ...mapping, hasHeader: false }, numbered)[0]).toEqual({
    title: 'Coluna 1',
    examples: ['Nome', 'Ana'],
    use: 'name',
  });
});

test('A late live update does not restart an import that has ended', () => {
  const shown = (status: 'running' | 'done' | 'cancelled', done: number) => ({ status, done });
  expect(isNewer(shown('running', 200), shown('running', 100))).toBe(true);
  expect(isNewer(shown('running', 100), shown('running', 200))).toBe(false);
  expect(isNewer(shown('cancelled', 200), shown('running', 200))).toBe(true);
  expect(isNewer(shown('running', 200), shown('cancelled', 200))).toBe(false);
  expect(isNewer(shown('done', 300), shown('done', 300))).toBe(true);
});
