import { expect, it } from 'vitest';
import { shortName } from './words.ts';

it('People are called by their first name, and with their title where that is first', () => {
  const called = ['Renata Lima', 'Dr. Paulo Menezes', 'Dra Helena Prado', 'dona Luzia', 'Madonna', 'Ana'].map(shortName);
  expect(called).toEqual(['Renata', 'Dr. Paulo', 'Dra Helena', 'dona Luzia', 'Madonna', 'Ana']);
});
