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

test('a name has the same colour everywhere, whatever its capitals and the spaces round it', () => {
  expect(hueOf(' Marina Azevedo ')).toBe(hueOf('marina azevedo'));
});

test('a list of people shows all seven colours, none of them for more than a third', () => {
  const names = Array.from({ length: 210 }, (_, index) => `Pessoa ${index} ${String.fromCharCode(65 + (index % 26))}`);
  const counts = new Map<number, number>();
  for (const name of names) counts.set(hueOf(name), (counts.get(hueOf(name)) ?? 0) + 1);
  expect(counts.size).toBe(7);
  expect(Math.max(...counts.values())).toBeLessThan(70);
});
