import { expect, it } from 'vitest';
import { highlightParts } from './highlight-parts.ts';

const hits = (text: string, term: string): string[] =>
  highlightParts(text, term)
    .filter(({ isHit }) => isHit)
    .map((part) => part.text);

it('A search term is highlighted ignoring accents and case, in the original spelling', () => {
  expect(hits('Perícia marcada; outra PERICIA não', 'pericia')).toEqual(['Perícia', 'PERICIA']);
  expect(hits('São João', 'sao')).toEqual(['São']);
  expect(hits('👍🏽 ok', 'ok')).toEqual(['ok']);
  expect(hits('nada', '')).toEqual([]);
});

it('Highlighting loses no character of the text', () => {
  const text = 'Perícia: ação 👍 décima';
  for (const term of ['p', 'cao', '👍', 'zzz', 'decima']) {
    expect(
      highlightParts(text, term)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});

it('Accents written as separate characters belong to their letter', () => {
  expect(hits('Ação'.normalize('NFD'), 'cao').map((hit) => hit.normalize('NFC'))).toEqual(['ção']);
});
