import { expect, it } from 'vitest';
import type { TicketView } from '../../contract.ts';
import { completed, isWhole } from './ticket-row.ts';

const { tags, extra, ...row } = {
  id: 1,
  lastMessage: 'Oi',
  tags: [{ id: 3 }],
  extra: { lane: 2 },
} as unknown as TicketView;

it('A row that a message changed keeps the tags and extras that the browser knows', () => {
  const news = { ...row, lastMessage: 'Até já' };
  expect(isWhole(news)).toBe(false);
  expect(completed(news, { tags, extra })).toEqual({ ...news, tags, extra });
});

it('A row that was published whole has exactly the tags it was published with', () => {
  const news = { ...row, tags: [], extra: {} };
  expect(isWhole(news)).toBe(true);
  expect(completed(news, { tags, extra })).toEqual(news);
});

it('A row that the browser does not know has no tags until they are requested', () => {
  expect(completed(row, undefined)).toMatchObject({ tags: [], extra: {} });
});

it('A row that a message changed keeps its flow and its summary, which plugins provide outside `extra`', () => {
  const known = { tags: [], extra: { flow: { title: 'Triagem' }, summary: 'Recurso negado' } };
  expect(completed({ ...row, flow: null, summary: null }, known)).toMatchObject({
    flow: { title: 'Triagem' },
    summary: 'Recurso negado',
  });
});
