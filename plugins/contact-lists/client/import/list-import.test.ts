import { expect, it } from 'vitest';
import { missingUses, withUse } from './list-import.ts';
import { personOf, variableName, type ListMapping } from '../../import-columns.ts';

const mapping: ListMapping = {
  columns: ['name', 'number', 'email', 'variable:beneficio'],
  hasHeader: true,
  countryCode: '55',
};

it('A meaning moves from one column to another', () => {
  const moved = withUse(mapping, 4, 3, 'number');
  expect(moved.columns).toEqual(['name', 'ignore', 'email', 'number']);
  expect(missingUses(moved)).toEqual([]);
  expect(missingUses(withUse(mapping, 4, 0, 'ignore'))).toEqual(['name']);
});

it('The name of a variable has no accents, blanks or capitals, and is none that every message has', () => {
  expect(variableName('Nº do Benefício (INSS)')).toBe('no_do_beneficio_inss');
  expect(variableName('Número')).toBe('');
  expect(variableName('***')).toBe('');
});

it('A row comes in corrected, or without a wrong e-mail address, or is refused for its first fault', () => {
  expect(personOf(['Ana', '(11) 98765-0001', '', '42'], mapping)).toMatchObject({
    number: '5511987650001',
    note: 'countryCode',
    variables: { beneficio: '42' },
  });
  expect(personOf(['Ana', '5511987650001', 'ana@', ''], mapping)).toMatchObject({ email: '', note: 'email' });
  expect(personOf(['Ana', '123', '', ''], mapping)).toEqual({ field: 'number', note: 'numberShort' });
  expect(personOf(['', '5511987650001', '', ''], mapping)).toEqual({ field: 'name', note: 'required' });
});
