import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type TestHost } from '@balcao/testing';
import { lookUpRoom } from '../contract.ts';
import { readNow } from '../server/cases/late-answer.ts';
import { awaitedBy, notified, openOffice, openRequests, owe, search, setUpJudit } from './judit-office.ts';
import { startServer, type LawOffice } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Judit } from './simulator/judit.ts';
import { lawsuit } from './simulator/judit-case.ts';

let host: TestHost;
let judit: Judit;

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
  judit.failing = undefined;
});

const hourMs = 3_600_000;
/** A case that the court has, of which Judit answers only once it is told to. */
const slowCase = (sequence: number): string => {
  const cnj = numberOf(sequence);
  judit.looks = Number.POSITIVE_INFINITY;
  judit.cases.set(cnj, [lawsuit(cnj, [[new Date().toISOString(), 'Sentença']])]);
  return cnj;
};
const live = async (office: LawOffice) => {
  const window = await office.admin.live();
  expect(await window.join(lookUpRoom, { userId: office.admin.id })).toEqual({ ok: true });
  return window;
};

test('of two companies that wait for one slow case both are told its answer, also an hour after one of them has read it', async () => {
  const [one, other] = [await openOffice(host, judit), await openOffice(host, judit)];
  const [soon, late] = [slowCase(64_001), slowCase(64_002)];
  const windows = [await live(one), await live(other)];
  for (const cnj of [soon, late]) {
    for (const office of [one, other]) judit.finish(await owe(office, judit, cnj, 3 * hourMs));
    const askedAt = Date.now() - 3 * hourMs;
    const paid = judit.count('POST /requests');
    await readNow(one.scope, awaitedBy(one, cnj, { askedAt }));
    if (cnj === late)
      await one.scope.sql.run(
        sql`update legal_process.source_copy set fetched_at = fetched_at - interval '2 hours', asked_at = asked_at - interval '2 hours'
             where cnj = ${cnj}`,
      );
    await readNow(other.scope, awaitedBy(other, cnj, { askedAt }));
    for (const window of windows) {
      const { data } = await window.receives('answered', (said) => said['cnj'] === cnj);
      expect(data['error']).toBeNull();
    }
    expect(judit.count('POST /requests')).toBe(paid);
  }
  expect((await search(other, soon)).body.movimentacoes[0]?.movimento).toBe('Sentença');
  expect(await openRequests(other, soon)).toEqual([]);
});

test('a request that was answered before its node was killed keeps nobody waiting', async () => {
  const office = await openOffice(host, judit);
  const cnj = slowCase(64_003);
  judit.looks = 1;
  await search(office, cnj);
  await owe(office, judit, cnj, 60_000);
  const window = await live(office);
  await readNow(office.scope, awaitedBy(office, cnj, { askedAt: Date.now() - 60_000 }));
  const { data } = await window.receives('answered');
  expect(data).toEqual({ cnj, error: null });
  expect((await search(office, cnj)).status).toBe(200);
  expect(await openRequests(office, cnj)).toEqual([]);
});

test('a request that the source forgot, or works on for more than a day, is given up while nobody looks, and none is paid for', async () => {
  const office = await openOffice(host, judit);
  const window = await live(office);
  const [forgotten, endless] = [slowCase(64_004), slowCase(64_005)];
  judit.requests.delete(await owe(office, judit, forgotten));
  await owe(office, judit, endless);
  const paid = judit.count('POST /requests');
  await readNow(office.scope, awaitedBy(office, forgotten));
  await readNow(office.scope, awaitedBy(office, endless, { askedAt: Date.now() - 25 * hourMs }));
  for (const cnj of [forgotten, endless]) {
    const { data } = await window.receives('answered', (said) => said['cnj'] === cnj);
    expect(data['error']).toBe('ERR_LEGAL_DOWN');
  }
  expect(await openRequests(office, forgotten)).toEqual([]);
  expect(judit.count('POST /requests')).toBe(paid);
  judit.looks = 1;
  expect((await search(office, forgotten)).status).toBe(200);
  expect(judit.count('POST /requests')).toBe(paid + 1);
}, 30_000);

test('a source that refuses our key ends the wait with that reason, and the request that was paid for is read once the key is mended', async () => {
  const office = await openOffice(host, judit);
  const window = await live(office);
  const cnj = slowCase(64_006);
  const request = await owe(office, judit, cnj);
  const paid = judit.count('POST /requests');
  judit.failing = 401;
  await readNow(office.scope, awaitedBy(office, cnj));
  const { data } = await window.receives('answered');
  expect(data).toEqual({ cnj, error: 'ERR_LEGAL_KEY' });
  const [notice] = await notified(host, office);
  expect(notice).toMatch(/:ERR_LEGAL_KEY$/);
  expect((await search(office, cnj)).body.error).toBe('ERR_LEGAL_KEY');
  judit.failing = undefined;
  judit.finish(request);
  await setUpJudit(office, judit);
  expect((await search(office, cnj)).body.movimentacoes[0]?.movimento).toBe('Sentença');
  expect(judit.count('POST /requests')).toBe(paid);
});

test('the address of a case shows what is stored, whatever its age, and pays for nothing', async () => {
  const office = await openOffice(host, judit);
  const cnj = slowCase(64_007);
  judit.looks = 1;
  const paid = judit.count('POST /requests');
  const unknown = await search(office, cnj, '?stored=true');
  expect([unknown.status, unknown.body.error]).toEqual([404, 'ERR_LEGAL_NOT_ASKED']);
  expect(judit.count('POST /requests')).toBe(paid);
  expect((await search(office, cnj)).status).toBe(200);
  await office.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '5 hours'`);
  const old = await search(office, cnj, '?stored=true');
  expect([old.status, old.body.movimentacoes[0]?.movimento]).toEqual([200, 'Sentença']);
  expect(judit.count('POST /requests')).toBe(paid + 1);
  // A request under way is paid for already, and read.
  const open = numberOf(64_008);
  judit.cases.set(open, [lawsuit(open, [[new Date().toISOString(), 'Acórdão']])]);
  await owe(office, judit, open);
  expect((await search(office, open, '?stored=true')).body.movimentacoes[0]?.movimento).toBe('Acórdão');
  expect(judit.count('POST /requests')).toBe(paid + 1);
});

test('a super user who looked a case up in a company that is not theirs sees the answer, and nobody of it is notified', async () => {
  const office = await openOffice(host, judit);
  const window = await live(office);
  const cnj = slowCase(64_009);
  judit.finish(await owe(office, judit, cnj));
  await readNow(office.scope, awaitedBy(office, cnj, { isImpersonated: true }));
  expect((await window.receives('answered')).data).toEqual({ cnj, error: null });
  expect(await notified(host, office)).toEqual([]);
});

test('a person is notified once of an answer, and not at all when they looked the case up again themselves', async () => {
  const office = await openOffice(host, judit);
  const cnj = slowCase(64_010);
  const request = await owe(office, judit, cnj);
  // Nothing is stored yet, and the person waits.
  expect((await search(office, cnj, '?stored=true')).body.error).toBe('ERR_LEGAL_WORKING');
  const jobs = async (): Promise<number> =>
    (
      await host.kernel.database.owner.query(
        `select 1 from jobs.job where data->>'key' = $1 and data->>'companyId' = $2`,
        [`key:${office.admin.id}:${cnj}`, String(office.company.id)],
      )
    ).rowCount ?? 0;
  expect(await jobs()).toBe(1);
  judit.finish(request);
  expect((await search(office, cnj)).status).toBe(200);
  expect(await jobs()).toBe(0);
  expect(await notified(host, office)).toEqual([]);
  // Two jobs of one request, such as one that ran while the person asked again.
  const awaited = awaitedBy(office, cnj, { askedAt: Date.now() - 30_000 });
  await readNow(office.scope, awaited);
  await readNow(office.scope, awaited);
  expect(await notified(host, office)).toHaveLength(1);
}, 30_000);

test('an answer that was read more than an hour after it was asked for is told as an answer', async () => {
  const office = await openOffice(host, judit);
  const window = await live(office);
  const cnj = slowCase(64_011);
  judit.looks = 1;
  await search(office, cnj);
  await office.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '2 hours'`);
  await readNow(office.scope, awaitedBy(office, cnj, { askedAt: Date.now() - 3 * hourMs }));
  expect((await window.receives('answered')).data).toEqual({ cnj, error: null });
  await eventually(async () => (await notified(host, office)).length === 1);
});
