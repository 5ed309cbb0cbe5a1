import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { tidyCases } from '../contract.ts';
import { LawOffice, startServer } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Courts, movement } from './simulator/courts.ts';

let host: TestHost;
let courts: Courts;

beforeAll(async () => {
  courts = await Courts.open();
  host = await startServer();
}, 120_000);
afterAll(async () => {
  await host?.close();
  courts?.close();
});

test('data past its retention is removed while the module is off, and what is still monitored stays', async () => {
  const office = await LawOffice.of(host);
  const { scope } = office;
  await scope.secrets.set('sources', JSON.stringify(courts.setup));
  const [ended, looked, kept] = [numberOf(62_001), numberOf(62_002), numberOf(62_003)];
  for (const cnj of [ended, looked, kept])
    courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', '2026-03-02T12:00:00.000Z')] }]);
  const client = await office.contact();
  const { body } = await office.link(ended, client.id);
  await office.link(kept, client.id);
  await office.admin.get(`/legalProcess/${looked}/search`);
  await office.admin.delete(`/legalProcessMonitoring/${body.id}`);
  await office.company.disable('legalProcess');
  await scope.sql.run(sql`update legal_process.ended_monitoring set ended_at = now() - interval '2 hours'`);
  await scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '31 days'`);
  await scope.sql.run(
    sql`insert into legal_process.open_request (cnj, source, request, created_at)
        values (${looked}, 'judit', 'request-1', now() - interval '2 days')`,
  );
  await scope.sql.run(
    sql`insert into legal_process.heard (source, id, heard_at) values ('judit', 'notice-1', now() - interval '31 days')`,
  );
  await scope.sql.run(sql`insert into legal_process.letter (contact_id, day) values (${client.id}, current_date - 8)`);
  await scope.jobs.schedule(tidyCases, {});
  const left = () =>
    scope.sql.rows<{ what: string }>(
      sql`select 'ended ' || id as what from legal_process.ended_monitoring
          union all select 'case ' || cnj from legal_process.legal_case
          union all select distinct 'copy ' || cnj from legal_process.source_copy
          union all select 'request ' || request from legal_process.open_request
          union all select 'notice ' || id from legal_process.heard
          union all select 'letter ' || day from legal_process.letter`,
    );
  await eventually(async () => (await left()).length === 2);
  expect((await left()).map(({ what }) => what)).toEqual([`case ${kept}`, `copy ${kept}`]);
});
