import { expect, it } from 'vitest';
import { highlightParts } from './highlight.ts';

const hits = (text: string, term: string): string[] =>
  highlightParts(text, term)
    .filter(({ isHit }) => isHit)
    .map((part) => part.text);

it('What was sought is found without its accents and case, as it was written', () => {
  expect(hits('Perícia marcada; outra PERICIA não', 'pericia')).toEqual(['Perícia', 'PERICIA']);
  expect(hits('São João', 'sao')).toEqual(['São']);
  expect(hits('👍🏽 ok', 'ok')).toEqual(['ok']);
  expect(hits('nada', '')).toEqual([]);
});

it('No character of the text is lost', () => {
  const text = 'Perícia: ação 👍 décima';
  for (const term of ['p', 'cao', '👍', 'zzz', 'decima']) {
    expect(
      highlightParts(text, term)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});
