import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestHost } from '@balcao/testing';
import { checkDue } from '../server/monitoring/check.ts';
import { tendWatches } from '../server/watching/tend-watches.ts';
import { LawOffice, startServer } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { lawsuit } from './simulator/judit-case.ts';
import { Judit } from './simulator/judit.ts';
import { callBack } from './simulator/paid-server.ts';

let host: TestHost;
let judit: Judit;
let platform: Person;

beforeAll(async () => {
  judit = await Judit.open();
  host = await startServer();
  platform = await host.superUser();
}, 120_000);
afterAll(async () => {
  await host?.close();
  judit?.close();
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
/** A company that chose Judit and monitors the case. */
const follower = async (cnj: string): Promise<LawOffice> => {
  const office = await LawOffice.of(host);
  await office.scope.secrets.set('sources', JSON.stringify({ providers: { judit: judit.setup } }));
  await office.scope.settings.set('legalSource', 'judit');
  const linked = await office.link(cnj, (await office.contact()).id);
  expect(linked.status).toBe(200);
  await tendWatches(office.scope);
  return office;
};
const address = async (): Promise<string> => {
  const { body } = await platform.get<{ sources: { id: string; noticePath: string | null }[] }>('/legalProcessSources');
  return `${host.url}${body.sources.find(({ id }) => id === 'judit')?.noticePath}`;
};
const watchIdOf = async ({ scope }: LawOffice): Promise<string> =>
  (await scope.sql.one<{ id: string }>(sql`select watch_id as id from legal_process.watch`))?.id ?? '';
const isDue = async ({ scope }: LawOffice): Promise<boolean> =>
  (await scope.sql.one(sql`select 1 from legal_process.legal_case where next_at <= now()`)) !== undefined;
const age = ({ scope }: LawOffice, hours: number) =>
  scope.sql.run(
    sql`update legal_process.source_copy set fetched_at = fetched_at - make_interval(hours => ${hours}::int),
               asked_at = asked_at - make_interval(hours => ${hours}::int)`,
  );
const openRequestOf = async ({ scope }: LawOffice): Promise<string | undefined> =>
  (await scope.sql.one<{ request: string }>(sql`select request from legal_process.open_request`))?.request;
/** The work of the next minutes. */
const minutes = async (offices: readonly LawOffice[], count = 3): Promise<void> => {
  for (let minute = 0; minute < count; minute += 1) for (const { scope } of offices) await checkDue(scope);
};

test('a notice of our own request causes no second paid one, and two companies that watch one case stop checking it', async () => {
  const cnj = numberOf(47_001);
  judit.cases.set(cnj, [lawsuit(cnj, [[daysAgo(30), 'Distribuição']])]);
  const [one, other] = [await follower(cnj), await follower(cnj)];
  const to = await address();
  // Somebody looks the case up again while Judit tells that this very request is answered.
  await age(one, 5);
  await age(other, 5);
  judit.looks = 2;
  const paid = judit.count('POST /requests');
  const looked = other.admin.get<{ movimentacoes: object[] }>(`/legalProcess/${cnj}/search`);
  const request = await eventually(() => openRequestOf(other));
  expect(await callBack(to, judit.requestNotice(request))).toBe(200);
  expect((await looked).status).toBe(200);
  await minutes([one, other]);
  expect(judit.count('POST /requests')).toBe(paid + 1);
  expect([await isDue(one), await isDue(other)]).toEqual([false, false]);
  // Now a watch tells of news, of which both companies read the same answer.
  judit.looks = 0;
  judit.cases.set(cnj, [lawsuit(cnj, [[daysAgo(0), 'Sentença']])]);
  expect(await callBack(to, judit.notice(await watchIdOf(one), 'news-1'))).toBe(200);
  expect([await isDue(one), await isDue(other)]).toEqual([true, true]);
  await minutes([one, other]);
  expect(judit.count('POST /requests')).toBe(paid + 1);
  expect([await isDue(one), await isDue(other)]).toEqual([false, false]);
  for (const { scope } of [one, other])
    expect(await scope.sql.one(sql`select last_step as step from legal_process.legal_case`)).toEqual({
      step: 'Sentença',
    });
}, 60_000);

test('news that a watch tells of while an older request is answered is read under its own request', async () => {
  const cnj = numberOf(47_002);
  judit.looks = 1;
  judit.cases.set(cnj, [lawsuit(cnj, [[daysAgo(30), 'Distribuição']])]);
  const office = await follower(cnj);
  await age(office, 5);
  judit.looks = 2;
  const paid = judit.count('POST /requests');
  const looked = office.admin.get(`/legalProcess/${cnj}/search`);
  const old = await eventually(() => openRequestOf(office));
  judit.finish(old);
  judit.cases.set(cnj, [lawsuit(cnj, [[daysAgo(0), 'Sentença']])]);
  expect(await callBack(await address(), judit.notice(await watchIdOf(office), 'news-2'))).toBe(200);
  await looked;
  await minutes([office]);
  expect(judit.count('POST /requests')).toBe(paid + 1);
  expect(await office.scope.sql.one(sql`select last_step as step from legal_process.legal_case`)).toEqual({
    step: 'Sentença',
  });
  expect([await isDue(office), await openRequestOf(office)]).toEqual([false, undefined]);
}, 60_000);
