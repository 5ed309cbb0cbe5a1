import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { Sender, startServer } from './fixture.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let phones: Phones;
beforeAll(async () => {
  process.env['CAMPAIGN_MORE'] = 'flows';
  phones = await Phones.open();
  host = await startServer();
});
afterAll(async () => {
  delete process.env['CAMPAIGN_MORE'];
  await host?.close();
  phones?.close();
});

const greets = JSON.stringify([
  { id: 'start', type: 'startNode', position: { x: 0, y: 0 }, data: { label: 'Inicio' } },
  {
    id: 'hello',
    type: 'messageNode',
    position: { x: 300, y: 0 },
    data: { label: 'Oi, %nome%! Aqui é o fluxo.', delay: 0, sendGreetingMessage: 1 },
  },
  {
    id: 'start-out-hello',
    type: 'custom',
    source: 'start',
    sourceHandle: 'out',
    target: 'hello',
    targetHandle: 'in',
  },
]);

test('A campaign starts a flow instead of sending a text: once in the conversation of each person, with their name', async () => {
  const sender = await Sender.of(host);
  const { admin } = sender.company;
  await admin.put('/companySettings', { column: 'flow', data: 'enabled' });
  const saved = await admin.post<{ id: number }>('/flow', { title: 'Recepção', data: greets });
  expect(saved.status).toBe(200);
  const offered = await admin.get<{ id: string; title: string; isLive: boolean }[]>('/campaigns/flows');
  expect(offered.body).toMatchObject([{ id: String(saved.body.id), title: 'Recepção', isLive: true }]);
  const { id: contactListId, numbers } = await sender.list(3);
  const flowId = String(saved.body.id);
  expect((await sender.create({ contactListId, message1: '', flowId, confirmation: true })).body.fields).toEqual({
    confirmationMessage1: 'ERR_CAMPAIGN_FLOW_ASKS',
  });
  const id = await sender.start({ contactListId, message1: '', flowId });
  await sender.ends(id);
  await eventually(() => phones.of(sender.connectionId).length === 3);
  const got = phones.of(sender.connectionId);
  expect(got.map(({ to }) => to).toSorted()).toEqual(numbers.toSorted());
  expect(got.map(({ body }) => body).toSorted()).toEqual([
    'Oi, Pessoa 1! Aqui é o fluxo.',
    'Oi, Pessoa 2! Aqui é o fluxo.',
    'Oi, Pessoa 3! Aqui é o fluxo.',
  ]);
  expect(await sender.counts(id)).toMatchObject({ total: 3, sent: 3 });
});
