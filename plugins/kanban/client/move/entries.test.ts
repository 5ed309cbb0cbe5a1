// @vitest-environment node
import { expect, it } from 'vitest';
import type { BoardSettings, BoardState, LaneState } from '../board/board-data.ts';
import { entriesOf } from './entries.ts';

const lane = (id: string, title: string, sort: 'recent' | 'manual' = 'manual'): LaneState => ({
  id,
  title,
  color: '',
  cardLimit: null,
  sort,
  outcome: null,
  followUpConfig: null,
  cards: [],
  cursor: null,
  total: 3,
  cents: 0,
});
const boardOf = (id: number, title: string, lanes: LaneState[]): BoardState => ({
  id,
  title,
  isDefault: id === 1,
  queueIds: [],
  followUp: false,
  version: 1,
  lanes,
});
const sales = boardOf(1, 'Vendas', [lane('lane1', 'Novos', 'recent'), lane('lane2', 'Proposta')]);
const care: BoardSettings = boardOf(2, 'Suporte', [lane('b2-lane1', 'Entrada'), lane('b2-lane2', 'Análise')]);
const titles = (laneId: string | undefined, typed = '') =>
  entriesOf(sales, [sales, care], laneId, typed, { first: 'Início', last: 'Fim' }).map(({ title }) => title);

it('lanes come first, then the ends of one’s own lane, then the other boards by their first lane', () => {
  expect(titles('lane2')).toEqual(['Novos', 'Proposta', 'Início', 'Fim', 'Suporte: Entrada']);
});

it('a lane ordered by activity has no ends, and neither have cards of several lanes', () => {
  expect(titles('lane1')).toEqual(['Novos', 'Proposta', 'Suporte: Entrada']);
  expect(titles(undefined)).toEqual(['Novos', 'Proposta', 'Suporte: Entrada']);
});

it('a typed word finds lanes of every board, without accents', () => {
  expect(titles('lane2', 'analise')).toEqual(['Suporte: Análise']);
  expect(titles('lane2', 'suporte')).toEqual(['Suporte: Entrada', 'Suporte: Análise']);
});
