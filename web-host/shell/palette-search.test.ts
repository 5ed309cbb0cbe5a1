import { expect, test } from 'vitest';
import { score, sourcesFor } from './palette-search.ts';

test('a search term without accents finds text with accents', () => {
  expect(score('Relatórios', 'relatorios')).toBeGreaterThan(0);
  expect(score('Ação de cobrança', 'acao')).toBeGreaterThan(0);
});

test('titles that start with the typed words are listed before titles that only contain them', () => {
  const start = score('Transferir atendimento', 'tra');
  const word = score('Beatriz Travassos', 'tra');
  const inside = score('Extrato', 'tra');
  expect(start).toBeGreaterThan(word);
  expect(word).toBeGreaterThan(inside);
  expect(score('Contatos', 'tra')).toBe(0);
});

test("a term that starts with a source's prefix is sent to that source only", () => {
  const people = { id: 'people', prefix: '@' };
  const tickets = { id: 'tickets', prefix: '#' };
  const messages = { id: 'messages' };
  const all: { id: string; prefix?: string }[] = [tickets, messages, people];
  expect(sourcesFor('@marlene', all)).toEqual([people]);
  expect(sourcesFor('#12', all)).toEqual([tickets]);
  expect(sourcesFor('marlene @ escritório', all)).toEqual(all);
});
