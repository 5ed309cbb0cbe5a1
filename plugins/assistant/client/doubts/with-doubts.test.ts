import { expect, test } from 'vitest';
import { withDoubts } from './with-doubts.ts';

const doubtful = (text: string, doubts: string[]): string[] =>
  withDoubts(text, doubts)
    .filter(({ isDoubtful }) => isDoubtful)
    .map(({ text: piece }) => piece);

test('every occurrence of a doubtful figure is marked, and no letter is lost', () => {
  const text = 'Custa R$ 250,00. São R$ 250,00 até 07/12, não 07/12/2027.';
  expect(doubtful(text, ['R$ 250,00', '07/12'])).toEqual(['R$ 250,00', 'R$ 250,00', '07/12']);
  expect(
    withDoubts(text, ['R$ 250,00'])
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test('a figure inside of a longer one is not marked', () => {
  expect(doubtful('Em 30 dias, 130 pessoas, 30,5 quilos', ['30', '30 dias'])).toEqual(['30 dias']);
});
