import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { FlowNumbers, FlowReport } from '../graph/wire.ts';
import { rollUpDays } from '../server/numbers/roll-up.ts';
import { sessionsOfPerson } from '../server/personal-data.ts';
import { ask, FlowOffice, say, startFlows } from './flow-office.ts';

let host: TestHost;
let office: FlowOffice;
let flowId: number;
beforeAll(async () => {
  host = await startFlows();
  office = await FlowOffice.of(host);
  flowId = await office.flow(
    [
      ask('q', 'Qual?', ['Um', 'Dois'], { variable: 'opcao', tries: 3, invalidTexts: ['De novo'] }),
      say('fim', 'Obrigado'),
    ],
    [
      ['start', 'q'],
      ['q:option-1', 'fim'],
      ['q:option-2', 'fim'],
    ],
  );
  await office.answerWith(flowId);
}, 180_000);
afterAll(() => host?.close());

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
/** More than any of the days that this file knows. */
const range = `from=${day(400)}&to=${day(0)}`;
const numbers = async (): Promise<FlowNumbers> => {
  const { body } = await office.admin.get<FlowNumbers>(`/flow/${flowId}/numbers?${range}`);
  return { ...body, countedAt: null };
};
const report = async (): Promise<FlowReport> =>
  (await office.admin.get<FlowReport>(`/flow/${flowId}/report?${range}`)).body;
const answers = async (): Promise<string> => {
  const file = await fetch(`${host.url}/api/flow/${flowId}/answers/export?${range}`, {
    headers: { authorization: `Bearer ${office.admin.token}` },
  });
  expect(file.status).toBe(200);
  return file.text();
};
const rowsOf = async (table: string): Promise<number> =>
  (
    await host.kernel.database.owner.query<{ n: number }>(
      `select count(*)::int as n from flows.${table} where company_id = $1`,
      [office.company.id],
    )
  ).rows[0]?.n ?? 0;

/** Moves what happened so far into the past. */
const ages = async (days: number): Promise<void> => {
  const ago = sql`make_interval(days => ${days})`;
  await office.scope.sql.run(sql`update flows.step set at = at - ${ago}`);
  await office.scope.sql.run(sql`update flows.answer set at = at - ${ago}`);
  await office.scope.sql.run(
    sql`update flows.session set started_at = started_at - ${ago}, ended_at = ended_at - ${ago}, touched_at = touched_at - ${ago}`,
  );
};
const converse = async (...words: string[]): Promise<void> => {
  const number = office.number();
  await office.writes(number, 'Oi');
  for (const word of words) await office.writes(number, word);
};

test('the report says what started the conversations, and how many answers a question took', async () => {
  await converse('talvez', '1');
  await converse('2');
  await converse('sair');
  const { starts, questions, answered, totals } = await report();
  expect(starts).toEqual([{ origin: 'connection', count: 3 }]);
  expect(questions).toEqual([{ nodeId: 'q', entered: 3, attempts: 1.5 }]);
  expect([answered, totals.started]).toEqual([2, 3]);
});

test('after months the log of steps is gone, and the answers of customers and all counts are still there', async () => {
  const before = await numbers();
  const { totals } = await report();
  await ages(120);
  await rollUpDays(office.scope);
  expect(await rowsOf('step')).toBe(0);
  // The conversation in which nothing was answered is only counted.
  expect([await rowsOf('session'), await rowsOf('answer')]).toEqual([2, 2]);
  expect((await answers()).match(/Um|Dois/g)).toEqual(['Um', 'Dois']);

  const after = await numbers();
  expect(after.sessions).toEqual(before.sessions);
  const counts = ({ nodes }: FlowNumbers) =>
    Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, { ...node, medianMs: null }]));
  expect(counts(after)).toEqual(counts(before));
  expect((await report()).totals).toEqual(totals);
});

test('new conversations are added to the old counts, whatever the hour of the cleanup', async () => {
  await converse('1');
  await rollUpDays(office.scope);
  await rollUpDays(office.scope);
  const { totals, answered } = await report();
  expect([totals.started, answered]).toEqual([4, 3]);
  expect((await numbers()).nodes['q']?.entered).toBe(4);
});

test('the limit of retention of the company deletes old answers alone, and no count', async () => {
  const { totals } = await report();
  const erase = () => sessionsOfPerson.eraseBefore?.(new Date(Date.now() - 90 * 86_400_000), 100, office.scope);
  expect(await erase()).toEqual({ count: 2, files: [] });
  expect(await erase()).toEqual({ count: 0, files: [] });
  expect(await rowsOf('answer')).toBe(1);
  expect((await answers()).match(/Um|Dois/g)).toEqual(['Um']);
  expect((await report()).totals).toEqual(totals);
});

test('the answers of one company are neither deleted nor counted by the cleanup of another', async () => {
  const other = await FlowOffice.of(host);
  await rollUpDays(other.scope);
  expect(await sessionsOfPerson.eraseBefore?.(new Date(), 100, other.scope)).toEqual({ count: 0, files: [] });
  expect(await rowsOf('answer')).toBe(1);
});
