import { expect, test } from 'vitest';
import { hueOf, initials } from './name-colour.ts';

test.each([
  ['Maria Aparecida dos Santos Oliveira', 'MO'],
  ['Dra. Helena Tavares Rocha', 'HR'],
  ['João Batista Figueiredo de Albuquerque Neto', 'JA'],
  ['Transportadora Rio Claro Ltda.', 'TC'],
  ['Édson', 'É'],
  ['+55 11 98765-4321', '#'],
  ['  ', '?'],
  ['Neto', 'N'],
])('a person sees %s stand as %s where there is no picture', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test('A name has the same colour regardless of case and surrounding spaces', () => {
  expect(hueOf(' Marina Azevedo ')).toBe(hueOf('marina azevedo'));
});

test('A list of people uses all seven colours, each for at most a third', () => {
  const names = Array.from({ length: 210 }, (_, index) => `Pessoa ${index} ${String.fromCharCode(65 + (index % 26))}`);
  const counts = new Map<number, number>();
  for (const name of names) counts.set(hueOf(name), (counts.get(hueOf(name)) ?? 0) + 1);
  expect(counts.size).toBe(7);
  expect(Math.max(...counts.values())).toBeLessThan(70);
});
