import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { LookUpView } from '../server/cases/case-view.ts';
import { LawOffice, startServer } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Courts, movement } from './simulator/courts.ts';

let host: TestHost;
let courts: Courts;
let office: LawOffice;

beforeAll(async () => {
  courts = await Courts.open();
  host = await startServer();
  office = await LawOffice.of(host);
  await office.scope.secrets.set('sources', JSON.stringify(courts.setup));
}, 120_000);
afterAll(async () => {
  await host?.close();
  courts?.close();
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const askedOf = (cnj: string): string[] =>
  courts.asked.filter((one) => one.startsWith('datajud') && one.endsWith(cnj)).map((one) => one.split(' ')[1] ?? '');

test('a case that was sent up is asked for at the superior court too, once a week, and its steps keep that court', async () => {
  const cnj = numberOf(60_001);
  courts.cases.set(cnj, [
    { grau: 'G2', movimentos: [movement(239, 'Não-Provimento', daysAgo(40)), movement(123, 'Remessa', daysAgo(30))] },
  ]);
  const received = movement(26, 'Distribuição', daysAgo(20));
  courts.elsewhere.set(`stj ${cnj}`, [{ grau: 'SUP', movimentos: [received] }]);
  const linked = await office.link(cnj, (await office.contact()).id);
  const { body } = await office.admin.get<{ processData: string }>(`/legalProcess/${linked.body.id}`);
  const { steps } = JSON.parse(body.processData) as { steps: { title: string; instance: string }[] };
  expect(steps.map(({ title, instance }) => [title, instance])).toEqual([
    ['Distribuição', 'STJ'],
    ['Remessa', 'G2'],
    ['Não-Provimento', 'G2'],
  ]);
  expect(askedOf(cnj)).toEqual(['tjsp', 'stj']);
  await office.check();
  await office.check();
  expect(askedOf(cnj)).toEqual(['tjsp', 'stj', 'tjsp', 'tjsp']);
  await office.scope.sql.run(
    sql`update legal_process.source_copy set fetched_at = now() - interval '8 days' where source = 'datajud:further'`,
  );
  courts.elsewhere.set(`stj ${cnj}`, [{ grau: 'SUP', movimentos: [received, movement(51, 'Conclusão', daysAgo(0))] }]);
  await office.check();
  expect(askedOf(cnj).slice(4)).toEqual(['tjsp', 'stj']);
  const list = await office.admin.get<{ LegalProcessMonitorings: { id: number; newSteps: number }[] }>(
    '/legalProcessMonitoring/list',
  );
  expect(list.body.LegalProcessMonitorings.find(({ id }) => id === linked.body.id)?.newSteps).toBe(1);
});

test('labour cases go up to their own superior court, and those that were not sent up are asked for at one court', async () => {
  const labour = numberOf(60_002, '502');
  courts.cases.set(labour, [{ grau: 'G2', movimentos: [movement(123, 'Remessa', daysAgo(3), 'em grau de recurso')] }]);
  const here = numberOf(60_003);
  courts.cases.set(here, [
    { grau: 'G1', movimentos: [movement(123, 'Remessa', daysAgo(9)), movement(132, 'Recebimento', daysAgo(3))] },
  ]);
  for (const cnj of [labour, here])
    expect((await office.admin.get<LookUpView>(`/legalProcess/${cnj}/search`)).status).toBe(200);
  expect(askedOf(labour)).toEqual(['trt2', 'tst']);
  expect(askedOf(here)).toEqual(['tjsp']);
});

test('a superior court that does not answer leaves the case as it is, without a fault of its own', async () => {
  const cnj = numberOf(60_004);
  courts.cases.set(cnj, [{ grau: 'G2', movimentos: [movement(123, 'Remessa', daysAgo(3))] }]);
  courts.elsewhere.set(`stj ${cnj}`, 'gateway');
  const { status, body } = await office.admin.get<LookUpView>(`/legalProcess/${cnj}/search`);
  expect([status, body.movimentacoes.length, body.sources[0]?.fault]).toEqual([200, 1, null]);
});
