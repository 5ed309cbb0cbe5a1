// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '@balcao/sdk/client';
import { boardsKey } from './boards-query.ts';
import { firstQueries } from './first-queries.ts';

afterEach(() => queryClient.clear());

const keysOf = async (address: string) =>
  (await firstQueries(new URLSearchParams(address))).map(({ queryKey }) => queryKey);

test('The board of the address is requested with its filters, beside the list of boards', async () => {
  expect(await keysOf('quadro=7&view=all&conversa=some-uuid')).toEqual([
    boardsKey,
    ['kanban', 'board', 7, { view: 'all' }],
  ]);
});

test('Without a board in the address the first one of the list is requested, and none if there is none', async () => {
  queryClient.setQueryData(boardsKey, [{ id: 3 }, { id: 4 }]);
  expect(await keysOf('search=rita')).toEqual([['kanban', 'board', 3, { search: 'rita' }]]);
  queryClient.setQueryData(boardsKey, []);
  expect(await keysOf('')).toEqual([]);
});
