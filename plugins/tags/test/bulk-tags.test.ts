import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { tags as tagsService } from '../contract.ts';
import { conversation, makeTags, plugins } from './office.ts';

interface BulkAnswer {
  done: number[];
  failed: { id: number; error: string }[];
  error?: string;
}
let host: TestHost;
let law: TestCompany;
beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins });
  law = await host.company();
});
afterAll(() => host.close());

const namesOn = async (ticketId: number): Promise<string[]> =>
  ((await law.scope('tags').use(tagsService).of([ticketId])).get(ticketId) ?? []).map(({ name }) => name);

test('POST /tags/bulk adds tags to many conversations and removes others, and keeps their other tags', async () => {
  const [one, two] = [await conversation(law), await conversation(law)];
  const [own, fresh, gone] = await makeTags(law, 'Fica', 'Nova', 'Sai');
  await law.admin.post('/tags/sync', { ticketId: one.id, tags: [own, gone] });
  const { status, body } = await law.admin.post<BulkAnswer>('/tags/bulk', {
    ticketIds: [one.id, two.id, one.id],
    add: [fresh],
    remove: [gone],
  });
  expect([status, body]).toEqual([200, { done: [one.id, two.id], failed: [] }]);
  expect([await namesOn(one.id), await namesOn(two.id)]).toEqual([['Fica', 'Nova'], ['Nova']]);
});

test('tickets of a bulk change without access are refused by id, and the others are changed', async () => {
  const ana = await law.person('user', 'Ana');
  const [free, taken] = [await conversation(law), await conversation(law)];
  await law.admin.put(`/tickets/${taken.id}`, { status: 'open', userId: law.admin.id });
  const [tag] = await makeTags(law, 'Em lote');
  const { body } = await ana.post<BulkAnswer>('/tags/bulk', {
    ticketIds: [taken.id, free.id, 2_147_483_647],
    add: [tag],
  });
  expect(body.done).toEqual([free.id]);
  expect(body.failed.map(({ id, error }) => [id, error])).toEqual([
    [taken.id, 'ERR_TICKET_OTHER_USER'],
    [2_147_483_647, 'ERR_NO_TICKET_FOUND'],
  ]);
  expect(await namesOn(taken.id)).toEqual([]);
});

test('unknown tags and malformed bulk requests are refused', async () => {
  const ticket = await conversation(law);
  const other = await host.company();
  const [foreign] = await makeTags(other, 'De fora');
  const { body } = await law.admin.post<BulkAnswer>('/tags/bulk', { ticketIds: [ticket.id], add: [foreign] });
  expect(body.failed).toEqual([{ id: ticket.id, error: 'ERR_NO_TAG_FOUND' }]);
  for (const nonsense of [
    {},
    { ticketIds: [], add: [1] },
    { ticketIds: [ticket.id] },
    { ticketIds: ['a'], add: [1] },
    { ticketIds: [ticket.id], add: 'x' },
    { ticketIds: Array.from({ length: 501 }, (_, index) => index + 1), add: [1] },
  ]) {
    const answer = await law.admin.post<BulkAnswer>('/tags/bulk', nonsense);
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION']);
  }
});
