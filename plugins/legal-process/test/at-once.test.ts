import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import type { LookUpView } from '../server/cases/case-view.ts';
import { LawOffice, startServer, type Failure } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { Courts, movement } from './simulator/courts.ts';

let host: TestHost;
let courts: Courts;
let phones: Phones;

beforeAll(async () => {
  courts = await Courts.open();
  phones = await Phones.open();
  host = await startServer();
}, 120_000);
afterAll(async () => {
  await host?.close();
  phones?.close();
  courts?.close();
});
afterEach(() => {
  courts.datajud = 'well';
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const begun = (sequence: number): string => {
  const cnj = numberOf(sequence);
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', daysAgo(30))] }]);
  return cnj;
};

test('two companies that link one case in the same second both follow it, and each client hears of a step once', async () => {
  const offices = [await LawOffice.of(host), await LawOffice.of(host)];
  const cnj = begun(70_001);
  for (const { scope } of offices) await scope.secrets.set('sources', JSON.stringify(courts.setup));
  const clients = await Promise.all(offices.map((office) => office.contact()));
  const linked = await Promise.all(
    // Each of them twice, as by two people.
    offices.flatMap((office, index) =>
      [1, 2].map(() => office.link(cnj, clients[index]?.id ?? 0, { notifyWhatsapp: true })),
    ),
  );
  expect(linked.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  courts.moves(cnj, movement(51, 'Conclusão', new Date().toISOString()));
  await Promise.all(offices.map((office) => office.check()));
  await Promise.all(offices.flatMap((office) => [office.deliver(), office.deliver()]));
  for (const { number } of clients) await eventually(() => phones.to(number).length === 1);
  for (const { scope } of offices) {
    const rows = await scope.sql.rows(sql`select 1 from legal_process.monitoring`);
    expect(rows).toHaveLength(1);
  }
});

test('a source that takes twenty seconds is not waited for: its stored answer is shown, and others are answered meanwhile', async () => {
  const office = await LawOffice.of(host);
  await office.scope.secrets.set('sources', JSON.stringify(courts.setup));
  const [known, unknown] = [begun(70_002), begun(70_003)];
  const search = (cnj: string) => office.admin.get<LookUpView & Failure>(`/legalProcess/${cnj}/search`);
  expect((await search(known)).status).toBe(200);
  await office.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '3 hours'`);
  courts.datajud = 'slow';
  courts.slowMs = 20_000;
  const slow = [search(known), search(unknown)];
  const order: string[] = [];
  const others = office.admin.get('/legalProcessMonitoring/list').then(() => order.push('list'));
  const [shown, failed] = await Promise.all(slow.map((one) => one.finally(() => order.push('slow'))));
  await others;
  expect(order[0]).toBe('list');
  expect([shown?.status, shown?.body.sources[0]?.fault, shown?.body.movimentacoes.length]).toEqual([
    200,
    'ERR_LEGAL_DOWN',
    1,
  ]);
  expect([failed?.status, failed?.body.error]).toEqual([502, 'ERR_LEGAL_DOWN']);
  // Nobody waited for it: it has not answered yet.
  expect(courts.late).toBe(0);
}, 60_000);

test('callers turned away as busy do not delay the next ones', async () => {
  const office = await LawOffice.of(host);
  const { datajud } = courts.setup.providers;
  // One request in twenty seconds, for which nobody waits.
  await office.scope.secrets.set(
    'sources',
    JSON.stringify({ providers: { datajud: { ...datajud, perSecond: '0.05' } } }),
  );
  const search = (cnj: string) => office.admin.get<LookUpView & Failure>(`/legalProcess/${cnj}/search`);
  expect((await search(begun(70_004))).status).toBe(200);
  const refused = await Promise.all([70_005, 70_006, 70_007].map((sequence) => search(begun(sequence))));
  expect(refused.map(({ body }) => body.error)).toEqual(Array.from({ length: 3 }, () => 'ERR_LEGAL_BUSY'));
  // Twenty seconds later.
  await office.scope.sql.run(
    sql`update legal_process.source_state set next_at = next_at - interval '20 seconds' where next_at is not null`,
  );
  expect((await search(begun(70_008))).status).toBe(200);
});
