import { expect, it } from 'vitest';
import { firstName, shortName } from './names.ts';

it('A person is addressed by one or two names, never by half a surname', () => {
  expect(shortName('Maria Aparecida dos Santos Oliveira')).toBe('Maria Aparecida');
  expect(shortName('Wellington da Silva')).toBe('Wellington');
  expect(shortName('Ana')).toBe('Ana');
  expect(firstName(' Renata Lima')).toBe('Renata');
});
