import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import type { FlowListNumbers } from '../graph/wire.ts';
import { ask, FlowOffice, say, startFlows } from './flow-office.ts';

let host: TestHost;
let office: FlowOffice;
let flowId: number;
beforeAll(async () => {
  host = await startFlows();
  office = await FlowOffice.of(host);
  flowId = await office.flow(
    [ask('q', 'Qual?', ['Um', 'Dois'], { tries: 3, invalidTexts: ['De novo'] }), say('fim', 'Obrigado')],
    [
      ['start', 'q'],
      ['q:option-1', 'fim'],
      ['q:option-2', 'fim'],
    ],
  );
  await office.answerWith(flowId);
});
afterAll(() => host?.close());

const triesAt = async (node: string): Promise<number[]> =>
  (await office.admin.get<{ tries: number[] }>(`/flow/${flowId}/numbers/${node}/tries`)).body.tries;

test('A question tells how many customers it understood at the first attempt, and how many later', async () => {
  for (const answers of [['1'], ['2'], ['não sei', '1']]) {
    const number = office.number();
    await office.writes(number, 'Oi');
    for (const answer of answers) await office.writes(number, answer);
  }
  const silent = office.number();
  await office.writes(silent, 'Oi');
  expect(await triesAt('q')).toEqual([2, 1]);
  expect(await triesAt('fim')).toEqual([]);
});

test('The list tells what became of the conversations of each flow', async () => {
  const { body } = await office.admin.get<{ records: FlowListNumbers[] }>('/flow/list/numbers');
  expect(body.records).toHaveLength(1);
  expect(body.records[0]).toMatchObject({ id: flowId, completed: 3, taken: 0, stopped: 0 });
  expect(body.records[0]?.days).toEqual([0, 0, 0, 0, 0, 0, 4]);
});

test('Another company sees nothing of them', async () => {
  const other = await FlowOffice.of(host);
  expect((await other.admin.get(`/flow/${flowId}/numbers/q/tries`)).status).toBe(404);
  expect((await other.admin.get('/flow/list/numbers')).body).toEqual({ records: [] });
});
