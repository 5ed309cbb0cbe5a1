import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { companiesDue, doneByJob } from '../../../scripts/test/due-jobs.ts';
import { checkCases, tendCases } from '../contract.ts';
import { companiesToCheck } from '../server/monitoring/check.ts';
import { companiesToTell } from '../server/monitoring/deliver.ts';
import { companiesToTend } from '../server/watching/tend-watches.ts';
import { openOffice } from './judit-office.ts';
import { LawOffice, startServer } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Courts, movement } from './simulator/courts.ts';
import { Judit } from './simulator/judit.ts';
import { lawsuit } from './simulator/judit-case.ts';

let host: TestHost;
let courts: Courts;
let judit: Judit;

beforeAll(async () => {
  courts = await Courts.open();
  judit = await Judit.open();
  host = await startServer();
}, 120_000);
afterAll(async () => {
  await host?.close();
  judit?.close();
  courts?.close();
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

test('the jobs of each minute run where a monitored case is due or a notice waits, and in no other company', async () => {
  const [office, idle] = [await LawOffice.of(host), await LawOffice.of(host)];
  await office.scope.secrets.set('sources', JSON.stringify(courts.setup));
  const cnj = numberOf(71_001);
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', daysAgo(30))] }]);
  const client = await office.contact();
  const { body } = await office.link(cnj, client.id, { notifyWhatsapp: true });
  await idle.link(cnj, (await idle.contact()).id);
  const makeDue = () => office.scope.sql.run(sql`update legal_process.legal_case set next_at = now()`);
  const toCheck = () => companiesDue(host, companiesToCheck);
  const toTell = () => companiesDue(host, companiesToTell);
  expect([await toCheck(), await toTell()]).toEqual([[], []]);
  courts.moves(cnj, movement(51, 'Conclusão', daysAgo(0)));
  await office.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '2 hours'`);
  await idle.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '2 hours'`);
  await makeDue();
  expect(await toCheck()).toEqual([office.company.id]);
  // Notices leave by day only, so the job may not take it at once.
  await doneByJob(host, checkCases, async () => {
    const step = await office.scope.sql.one(sql`select 1 from legal_process.step where title like 'Conclus%'`);
    return step !== undefined;
  });
  expect(await toCheck()).toEqual([]);
  await office.scope.sql.run(
    sql`insert into legal_process.notice (monitoring_id, step_id, channel)
        select ${body.id}, id, 'whatsapp' from legal_process.step where title like 'Conclus%' on conflict do nothing`,
  );
  expect(await toTell()).toEqual([office.company.id]);
  await office.deliver();
  expect(await toTell()).toEqual([]);
  await office.admin.delete(`/legalProcessMonitoring/${body.id}`);
  await makeDue();
  expect(await toCheck()).toEqual([]);
}, 120_000);

test('watches begin and end by themselves, also in a company that has the module no more', async () => {
  const [office, idle] = [await openOffice(host, judit), await LawOffice.of(host)];
  const [cnj, other] = [numberOf(71_002), numberOf(71_003)];
  for (const one of [cnj, other]) judit.cases.set(one, [lawsuit(one, [[daysAgo(30), 'Distribuição']])]);
  const { body } = await office.link(cnj, (await office.contact()).id);
  await office.link(other, (await office.contact()).id);
  const toTend = () => companiesDue(host, companiesToTend);
  expect(await toTend()).toContain(office.company.id);
  expect(await toTend()).not.toContain(idle.company.id);
  const watched = (): string[] => [...judit.trackings.values()].toSorted();
  const tended = (expected: string[]) =>
    doneByJob(host, tendCases, async () => {
      return JSON.stringify(watched()) === JSON.stringify(expected);
    });
  await tended([cnj, other].toSorted());
  await office.admin.delete(`/legalProcessMonitoring/${body.id}`);
  await tended([other]);
  await office.company.disable('legalProcess');
  await office.scope.sql.run(sql`delete from legal_process.monitoring`);
  expect(await toTend()).toContain(office.company.id);
  await tended([]);
  await eventually(async () => !(await toTend()).includes(office.company.id));
}, 120_000);
