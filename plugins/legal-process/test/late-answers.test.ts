import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, type TestHost } from '@balcao/testing';
import { lookUpRoom, readLateAnswer } from '../contract.ts';
import { readNow } from '../server/cases/late-answer.ts';
import { awaitedBy, notified, openOffice, owe, search } from './judit-office.ts';
import { startServer, type LawOffice } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Judit } from './simulator/judit.ts';
import { lawsuit } from './simulator/judit-case.ts';
import { dueNow } from '../../../scripts/test/due-jobs.ts';

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

const today = (): string => new Date().toISOString();
/** A case that its court takes minutes to report. */
const slowCase = (sequence: number): string => {
  const cnj = numberOf(sequence);
  judit.looks = Number.POSITIVE_INFINITY;
  judit.cases.set(cnj, [lawsuit(cnj, [[today(), 'Sentença']])]);
  return cnj;
};
const finishAll = (): void => {
  for (const id of judit.requests.keys()) judit.finish(id);
};
/** The source answers, and the time passes until it is asked again. */
const answersLate = async (office: LawOffice): Promise<void> => {
  finishAll();
  await dueNow(host, readLateAnswer, office.company.id);
};
const live = async (office: LawOffice) => {
  const window = await office.admin.live();
  expect(await window.join(lookUpRoom, { userId: office.admin.id })).toEqual({ ok: true });
  return window;
};

test('an answer that comes after the look-up ended is read by itself and told to the person who asked, for one price', async () => {
  const office = await openOffice(host, judit);
  const cnj = slowCase(61_001);
  const window = await live(office);
  const paid = judit.count('POST /requests');
  expect((await search(office, cnj)).body.error).toBe('ERR_LEGAL_WORKING');
  await answersLate(office);
  const { data } = await window.receives('answered');
  expect(data).toEqual({ cnj, error: null });
  const shown = await search(office, cnj);
  expect([shown.body.movimentacoes[0]?.movimento, shown.body.isPending]).toEqual(['Sentença', false]);
  expect(judit.count('POST /requests')).toBe(paid + 1);
  await eventually(async () => (await notified(host, office)).join(' ').includes(`legal:look-up:${cnj}`));
}, 150_000);

test('a look-up whose source stumbles while it asks the court goes on, and is told once the source answers', async () => {
  const office = await openOffice(host, judit);
  const cnj = slowCase(61_002);
  const window = await live(office);
  await owe(office, judit, cnj);
  judit.failing = 500;
  const awaited = awaitedBy(office, cnj);
  await readNow(office.scope, awaited);
  expect(window.received.filter(({ event }) => event === 'answered')).toEqual([]);
  judit.failing = undefined;
  finishAll();
  await readNow(office.scope, awaited);
  const { data } = await window.receives('answered');
  expect(data).toEqual({ cnj, error: null });
}, 60_000);

test('a source that gives up, or still owes its answer a day later, is told as a failure, and nothing is paid for again', async () => {
  const office = await openOffice(host, judit);
  const window = await live(office);
  const [refused, forgotten] = [slowCase(61_003), slowCase(61_004)];
  await owe(office, judit, refused);
  await owe(office, judit, forgotten, 25 * 3_600_000);
  const paid = judit.count('POST /requests');
  for (const request of judit.requests.values())
    if (request.cnj === refused) {
      request.responses.push({
        response_type: 'application_error',
        response_data: { code: 3, message: 'COURT_UNAVAILABLE' },
      });
      request.isDone = true;
    }
  for (const cnj of [refused, forgotten]) {
    await readNow(office.scope, awaitedBy(office, cnj));
    const { data } = await window.receives('answered', (said) => said['cnj'] === cnj);
    expect(data['error']).toBe('ERR_LEGAL_DOWN');
  }
  expect(judit.count('POST /requests')).toBe(paid);
}, 60_000);

test('a case that the court does not know in the end is told as an answer, and looked up as not found', async () => {
  const office = await openOffice(host, judit);
  const window = await live(office);
  const cnj = slowCase(61_005);
  judit.cases.delete(cnj);
  await search(office, cnj);
  await answersLate(office);
  const { data } = await window.receives('answered', () => true, 30_000);
  expect(data).toEqual({ cnj, error: null });
  const shown = await search(office, cnj);
  expect([shown.status, shown.body.error]).toEqual([404, 'ERR_NO_LEGAL_CASE_FOUND']);
}, 60_000);

test('two people who wait for one case are both told, for one price, and nobody hears of the look-ups of others', async () => {
  const office = await openOffice(host, judit);
  const cnj = slowCase(61_006);
  const colleague = await office.company.person('user');
  const windows = [await live(office), await colleague.live()];
  expect(await windows[1]?.join(lookUpRoom, { userId: office.admin.id })).toMatchObject({ error: expect.anything() });
  expect(await windows[1]?.join(lookUpRoom, { userId: colleague.id })).toEqual({ ok: true });
  const paid = judit.count('POST /requests');
  await Promise.all([search(office, cnj), colleague.get(`/legalProcess/${cnj}/search`)]);
  await answersLate(office);
  for (const window of windows) await window.receives('answered', () => true, 30_000);
  expect(judit.count('POST /requests')).toBe(paid + 1);
  const counts = windows.map(({ received }) => received.filter(({ event }) => event === 'answered').length);
  expect(counts).toEqual([1, 1]);
}, 90_000);

test('people who look again while a late answer is being read all get it, and nothing is paid for again', async () => {
  const office = await openOffice(host, judit);
  const cnj = slowCase(61_007);
  await owe(office, judit, cnj);
  const paid = judit.count('POST /requests');
  finishAll();
  const awaited = awaitedBy(office, cnj);
  const [first, second] = await Promise.all([
    search(office, cnj),
    search(office, cnj),
    readNow(office.scope, awaited),
    readNow(office.scope, awaited),
  ]);
  for (const { body } of [first, second])
    expect(body.movimentacoes.map(({ movimento }) => movimento)).toEqual(['Sentença']);
  expect(judit.count('POST /requests')).toBe(paid);
}, 60_000);
