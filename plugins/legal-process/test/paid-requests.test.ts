import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import type { LegalRecord } from '../contract.ts';
import { keepCopy } from '../server/cases/source-state.ts';
import { casesOfPerson } from '../server/personal-data.ts';
import { openOffice, openRequests, search, setUpJudit } from './judit-office.ts';
import { startServer, type LawOffice } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Judit } from './simulator/judit.ts';
import { lawsuit } from './simulator/judit-case.ts';

let host: TestHost;
let judit: Judit;
let count = 65_000;

beforeAll(async () => {
  judit = await Judit.open();
  host = await startServer();
}, 120_000);
afterAll(async () => {
  await host?.close();
  judit?.close();
});
afterEach(() => {
  judit.looks = 1;
  judit.delays.clear();
});

const post = 'POST /requests';
const newCase = (step = 'Sentença'): string => {
  const cnj = numberOf((count += 1));
  judit.cases.set(cnj, [lawsuit(cnj, [[new Date().toISOString(), step]])]);
  return cnj;
};
const age = ({ scope }: LawOffice, hours: number) =>
  scope.sql.run(
    sql`update legal_process.source_copy set fetched_at = fetched_at - make_interval(hours => ${hours}::int),
               asked_at = asked_at - make_interval(hours => ${hours}::int)`,
  );

test('two people who look one case up in the same moment pay for one request, and both see its answer', async () => {
  const office = await openOffice(host, judit);
  const cnj = newCase();
  // Longer than the pause between two look-ups, so that the second begins before the first has a name for its request.
  judit.delays.set(post, 2500);
  const paid = judit.count(post);
  const both = await Promise.all([search(office, cnj), search(office, cnj)]);
  for (const { body } of both) expect(body.movimentacoes.map(({ movimento }) => movimento)).toEqual(['Sentença']);
  expect(judit.count(post)).toBe(paid + 1);
  expect(await openRequests(office, cnj)).toEqual([]);
});

test('a request that a killed node had reserved is made by the next one who looks, and one that is being made is waited for', async () => {
  const office = await openOffice(host, judit);
  const reserved = newCase();
  await office.scope.sql.run(
    sql`insert into legal_process.open_request (cnj, source, request, created_at)
        values (${reserved}, 'judit', null, now() - interval '1 minute')`,
  );
  const paid = judit.count(post);
  expect((await search(office, reserved)).status).toBe(200);
  expect(judit.count(post)).toBe(paid + 1);
  const making = newCase();
  await office.scope.sql.run(
    sql`insert into legal_process.open_request (cnj, source, request) values (${making}, 'judit', null)`,
  );
  expect((await search(office, making)).body.error).toBe('ERR_LEGAL_WORKING');
  expect(judit.count(post)).toBe(paid + 1);
}, 30_000);

test('a look-up whose time ends before the source has named its request says that the source did not answer', async () => {
  const office = await openOffice(host, judit);
  const cnj = newCase();
  judit.delays.set(post, 60_000);
  const said = await search(office, cnj);
  expect([said.status, said.body.error]).toEqual([502, 'ERR_LEGAL_DOWN']);
  expect(await openRequests(office, cnj)).toEqual([]);
  // It may be tried again at once.
  judit.delays.clear();
  expect((await search(office, cnj)).status).toBe(200);
}, 30_000);

test('a request is not begun when too little time is left for it', async () => {
  const office = await openOffice(host, judit);
  // Seven and a half seconds between two look-ups, of which people wait for eight.
  await setUpJudit(office, judit, { perMinute: '32' });
  const paid = judit.count(post);
  const both = await Promise.all([search(office, newCase()), search(office, newCase())]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 502]);
  expect(both.map(({ body }) => body.error)).toContain('ERR_LEGAL_BUSY');
  expect(judit.count(post)).toBe(paid + 1);
}, 30_000);

test('an answer that its source still replaces hides no finished one of another company, and takes the place of no newer one', async () => {
  const [one, other] = [await openOffice(host, judit), await openOffice(host, judit)];
  const cnj = newCase('Acórdão');
  expect((await search(one, cnj)).status).toBe(200);
  const { record } = (await one.scope.sql.one<{ record: LegalRecord }>(
    sql`select data as record from legal_process.source_copy where cnj = ${cnj}`,
  )) ?? { record: undefined };
  const older = record && { ...record, steps: record.steps.map((step) => ({ ...step, title: 'Distribuição' })) };
  const place = { cnj, source: 'judit', isPublic: true };
  for (const { scope } of [one, other])
    await keepCopy(scope, place, older, { tookMs: 60_000, goesOn: true, isRequested: false });
  const paid = judit.count(post);
  for (const office of [one, other])
    expect((await search(office, cnj)).body.movimentacoes.map(({ movimento }) => movimento)).toEqual(['Acórdão']);
  expect(judit.count(post)).toBe(paid);
});

test('a case whose person is erased while it is looked up is not stored again by its answer', async () => {
  const office = await openOffice(host, judit);
  const cnj = newCase();
  const client = await office.contact();
  await office.link(cnj, client.id);
  await age(office, 5);
  judit.looks = Number.POSITIVE_INFINITY;
  const looked = search(office, cnj);
  await eventually(async () => (await openRequests(office, cnj)).some(({ request }) => request !== null));
  await office.scope.tx((inner) => casesOfPerson.erase(client.id, inner));
  for (const id of judit.requests.keys()) judit.finish(id);
  await looked;
  const left = await office.scope.sql.rows(sql`select 1 from legal_process.source_copy where cnj = ${cnj}`);
  expect([left, await openRequests(office, cnj)]).toEqual([[], []]);
}, 30_000);
