import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestHost } from '@balcao/testing';
import type { LookUpView } from '../server/cases/case-view.ts';
import { tendWatches } from '../server/watching/tend-watches.ts';
import { LawOffice, startServer, type Failure, type Linked } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { Phones } from '../../../scripts/test/phones/phones.ts';
import { Courts, movement } from './simulator/courts.ts';
import { callbackToken, Escavador, escavadorMovement } from './simulator/escavador.ts';
import { Judit } from './simulator/judit.ts';
import { process } from './simulator/escavador-case.ts';
import { lawsuit } from './simulator/judit-case.ts';
import { callBack } from './simulator/paid-server.ts';

let host: TestHost;
let judit: Judit;
let escavador: Escavador;
let phones: Phones;
let platform: Person;
let office: LawOffice;
let count = 40_000;

beforeAll(async () => {
  judit = await Judit.open();
  escavador = await Escavador.open();
  phones = await Phones.open();
  host = await startServer();
  platform = await host.superUser();
}, 120_000);
afterAll(async () => {
  await host?.close();
  judit?.close();
  escavador?.close();
  phones?.close();
});
beforeEach(async () => {
  office = await LawOffice.of(host);
});
afterEach(() => {
  for (const one of [judit, escavador]) {
    one.failing = undefined;
    one.allowed = Number.POSITIVE_INFINITY;
  }
  judit.looks = 1;
});

const fresh = (): string => numberOf((count += 1));
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
/** Sets one source up, another one each time so that no hold is remembered, and lets the company choose it. */
const choose = async (source: 'judit' | 'escavador'): Promise<void> => {
  const setup = { ...(source === 'judit' ? judit.setup : escavador.setup), mark: String(count) };
  await office.scope.secrets.set('sources', JSON.stringify({ providers: { [source]: setup } }));
  await office.scope.settings.set('legalSource', source);
};
const search = (cnj: string) => office.admin.get<LookUpView & Failure>(`/legalProcess/${cnj}/search`);
const addressOf = async (source: string): Promise<string> => {
  const { body } = await platform.get<{ sources: { id: string; noticePath: string | null }[] }>('/legalProcessSources');
  return `${host.url}${body.sources.find(({ id }) => id === source)?.noticePath}`;
};
const watchIdOf = async (cnj: string): Promise<string> =>
  (
    await office.scope.sql.one<{ id: string }>(
      sql`select watch_id as id from legal_process.watch where cnj = ${cnj} and watch_id is not null`,
    )
  )?.id ?? '';
const isDue = async (cnj: string): Promise<boolean> =>
  (await office.scope.sql.one(sql`select 1 from legal_process.legal_case where cnj = ${cnj} and next_at <= now()`)) !==
  undefined;

test('Judit answers when the court has answered: judge, value and parties with their lawyers, of two instances', async () => {
  await choose('judit');
  const cnj = fresh();
  judit.stored.set(cnj, [lawsuit(cnj, [[daysAgo(40), 'Distribuição']])]);
  judit.cases.set(cnj, [
    lawsuit(cnj, [[daysAgo(2), 'Julgamento em segunda instância']], { instance: 2, judge: null }),
    lawsuit(cnj, [
      [daysAgo(40), 'Distribuição'],
      [daysAgo(20), 'Conclusos para despacho'],
    ]),
  ]);
  const { status, body } = await search(cnj);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.movimentacoes.map(({ movimento, instance }) => [movimento, instance])).toEqual([
    ['Julgamento em segunda instância', 'G2'],
    ['Conclusos para despacho', 'G1'],
    ['Distribuição', 'G1'],
  ]);
  expect([body.juiz, body.distribuicao]).toEqual(['Renata Cavalcanti', '2025-03-14']);
  const client = await office.contact();
  const linked = await office.link(cnj, client.id);
  const { body: shown } = await office.admin.get<{ processData: string }>(`/legalProcess/${linked.body.id}`);
  const data = JSON.parse(shown.processData) as { cover: { value: string }; people: object[] };
  expect(data.cover.value.replaceAll(/\s/g, ' ')).toBe('R$ 48.250,90');
  expect(data.people[0]).toEqual({
    name: 'Maria Aparecida',
    description: 'active',
    lawyers: [{ name: 'Marina Azevedo', oab: '284113', uf: 'SP' }],
  });
  // Looking again within the hour, and linking, are paid for once.
  await search(cnj);
  expect(judit.count('POST /requests')).toBe(1);
});

test('while the court takes its time the stored answer of Judit is shown, and the fresh one replaces it for the same price', async () => {
  await choose('judit');
  judit.looks = Number.POSITIVE_INFINITY;
  const before = judit.count('POST /requests');
  const slow = fresh();
  judit.cases.set(slow, [lawsuit(slow, [[daysAgo(1), 'Sentença']])]);
  const cnj = fresh();
  judit.stored.set(cnj, [lawsuit(cnj, [[daysAgo(40), 'Distribuição']])]);
  judit.cases.set(cnj, [
    lawsuit(cnj, [
      [daysAgo(40), 'Distribuição'],
      [daysAgo(1), 'Sentença'],
    ]),
  ]);
  const [nothing, old] = await Promise.all([search(slow), search(cnj)]);
  expect([nothing.status, nothing.body.error]).toEqual([502, 'ERR_LEGAL_WORKING']);
  expect(old.body.movimentacoes.map(({ movimento }) => movimento)).toEqual(['Distribuição']);
  for (const id of judit.requests.keys()) judit.finish(id);
  expect((await search(cnj)).body.movimentacoes.map(({ movimento }) => movimento)).toEqual([
    'Sentença',
    'Distribuição',
  ]);
  expect((await search(slow)).status).toBe(200);
  expect(judit.count('POST /requests') - before).toBe(2);
}, 60_000);

test('Judit says that a case is not there with a status of success, which is no failure of the source', async () => {
  await choose('judit');
  const { status, body } = await search(fresh());
  expect([status, body.error]).toEqual([404, 'ERR_NO_LEGAL_CASE_FOUND']);
});

test('a refused key, an empty balance and too many requests of a paid source are told apart', async () => {
  for (const [failing, code] of [
    [401, 'ERR_LEGAL_KEY'],
    [402, 'ERR_LEGAL_CREDIT'],
    [403, 'ERR_LEGAL_KEY'],
    [500, 'ERR_LEGAL_DOWN'],
  ] as const) {
    const cnj = fresh();
    await choose('judit');
    judit.failing = failing;
    expect((await search(cnj)).body.error).toBe(code);
  }
  judit.failing = undefined;
  const cnj = fresh();
  await choose('judit');
  judit.allowed = 0;
  expect((await search(cnj)).body.error).toBe('ERR_LEGAL_BUSY');
  const asked = judit.asked.length;
  judit.allowed = 1000;
  expect((await search(fresh())).body.error).toBe('ERR_LEGAL_BUSY');
  expect(judit.asked).toHaveLength(asked);
});

test('Judit watches a monitored case: a notice makes it due at once, a doubled one once, and its answer is paid for already', async () => {
  await choose('judit');
  const cnj = fresh();
  judit.cases.set(cnj, [lawsuit(cnj, [[daysAgo(30), 'Distribuição']])]);
  const client = await office.contact();
  await office.link(cnj, client.id, { notifyWhatsapp: true });
  await tendWatches(office.scope);
  await tendWatches(office.scope);
  const tracking = await watchIdOf(cnj);
  expect([...judit.trackings].filter(([, number]) => number === cnj)).toEqual([[tracking, cnj]]);
  const paid = judit.count('POST /requests');
  // The checks of every day cost nothing while it is watched.
  await office.check();
  await office.check();
  expect(judit.count('POST /requests')).toBe(paid);
  judit.cases.set(cnj, [
    lawsuit(cnj, [
      [daysAgo(30), 'Distribuição'],
      [daysAgo(0), 'Conclusos para sentença'],
    ]),
  ]);
  const address = await addressOf('judit');
  const notice = judit.notice(tracking, 'callback-1');
  expect(await isDue(cnj)).toBe(false);
  expect(await callBack(address, notice)).toBe(200);
  expect(await isDue(cnj)).toBe(true);
  await office.check();
  await office.deliver();
  const [message] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
  expect(message?.body).toContain('Conclusos para sentença');
  expect(await callBack(address, notice)).toBe(200);
  expect(await isDue(cnj)).toBe(false);
  await office.check();
  await office.deliver();
  expect(phones.to(client.number)).toHaveLength(1);
  expect(judit.count('POST /requests')).toBe(paid);
});

test('a forged notice, one of a watch that ended and one that cannot be read are answered alike and change nothing', async () => {
  await choose('judit');
  const cnj = fresh();
  judit.cases.set(cnj, [lawsuit(cnj, [[daysAgo(30), 'Distribuição']])]);
  const client = await office.contact();
  const linked = await office.link(cnj, client.id);
  await tendWatches(office.scope);
  const tracking = await watchIdOf(cnj);
  const address = await addressOf('judit');
  const wrongKey = address.replace(/[^/]+$/, 'x'.repeat(32));
  for (const [to, body] of [
    [wrongKey, judit.notice(tracking, 'forged-1')],
    [address, judit.notice('tracking-unknown', 'forged-2')],
    [address, { event_type: 'response_created' }],
    [address, '"text"'],
    [address.replace('/judit/', '/nobody/'), judit.notice(tracking, 'forged-3')],
  ] as const)
    expect(await callBack(to, body)).toBe(200);
  expect(await isDue(cnj)).toBe(false);
  // Nobody monitors it any more: the watch ends, and its late notice is nobody's.
  const late = judit.notice(tracking, 'late-1');
  await office.admin.delete(`/legalProcessMonitoring/${linked.body.id}`);
  await tendWatches(office.scope);
  expect(judit.trackings.has(tracking)).toBe(false);
  expect(await callBack(address, late)).toBe(200);
  const left = await office.scope.sql.rows(sql`select 1 from legal_process.watch where cnj = ${cnj}`);
  expect(left).toEqual([]);
});

test('a source that does not watch is asked for it again later, and until then the case is checked once a day', async () => {
  await choose('judit');
  const cnj = fresh();
  judit.cases.set(cnj, [lawsuit(cnj, [[daysAgo(30), 'Distribuição']])]);
  await office.link(cnj, (await office.contact()).id);
  judit.failing = 500;
  await tendWatches(office.scope);
  judit.failing = undefined;
  const asked = judit.count('POST /tracking');
  await tendWatches(office.scope);
  expect(judit.count('POST /tracking')).toBe(asked);
  const paid = judit.count('POST /requests');
  await office.check();
  expect(judit.count('POST /requests')).toBe(paid);
  await office.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '25 hours'`);
  await office.check();
  expect(judit.count('POST /requests')).toBe(paid + 1);
  await office.scope.sql.run(sql`update legal_process.watch set next_at = now()`);
  await tendWatches(office.scope);
  expect(await watchIdOf(cnj)).not.toBe('');
});

const day = (days: number): string => daysAgo(days).slice(0, 10);

test('Escavador reads the movements of a case page by page, and sends its token to no other host', async () => {
  await choose('escavador');
  const cnj = fresh();
  escavador.cases.set(cnj, process());
  escavador.movements.set(
    cnj,
    Array.from({ length: 230 }, (_, index) => escavadorMovement(index, day(index + 1), `Movimento ${index}`)),
  );
  const { status, body } = await search(cnj);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.movimentacoes).toHaveLength(230);
  expect(body.movimentacoes[0]).toMatchObject({ movimento: 'Movimento 0', instance: 'G1' });
  expect([body.classe, body.jurisdiction]).toEqual(['Procedimento Comum Cível', '2ª Vara Cível, TJSP']);
});

test('a case that Escavador knows before its movements begins in silence once they are there', async () => {
  await choose('escavador');
  const cnj = fresh();
  escavador.cases.set(cnj, process());
  const client = await office.contact();
  const linked = await office.link(cnj, client.id, { notifyWhatsapp: true });
  expect([linked.status, linked.body.lastNotice]).toEqual([200, null]);
  await tendWatches(office.scope);
  const watch = await watchIdOf(cnj);
  escavador.movements.set(cnj, [
    escavadorMovement(1, day(3), 'Petição juntada'),
    escavadorMovement(2, day(9), 'Autuação'),
  ]);
  const address = await addressOf('escavador');
  const headers = { authorization: callbackToken };
  expect(await callBack(address, escavador.notice(watch, 'processo_verificado'), headers)).toBe(200);
  expect(await isDue(cnj)).toBe(false);
  expect(await callBack(address, escavador.notice(watch), { authorization: 'outro' })).toBe(200);
  expect(await callBack(address, escavador.notice(watch))).toBe(200);
  expect(await isDue(cnj)).toBe(false);
  // It tries eleven times while it is not answered in time: they are one.
  for (let attempt = 0; attempt < 11; attempt += 1)
    expect(await callBack(address, escavador.notice(watch), headers)).toBe(200);
  expect(await isDue(cnj)).toBe(true);
  const asked = escavador.asked.length;
  await office.check();
  await office.check();
  expect(escavador.asked.slice(asked).filter((what) => what.endsWith('/movimentacoes'))).toHaveLength(1);
  await office.deliver();
  expect(phones.to(client.number)).toEqual([]);
  const shown = await office.admin.get<{ monitoring: Linked }>(`/legalProcess/${linked.body.id}`);
  expect(shown.body.monitoring.lastNotice).toContain('Petição juntada');
});

test('a company that changes its source hears of later steps only, and of none twice; its watches end with the choice', async () => {
  const courts = await Courts.open();
  try {
    const cnj = fresh();
    await office.scope.secrets.set(
      'sources',
      JSON.stringify({ providers: { ...courts.setup.providers, judit: { ...judit.setup, mark: String(count) } } }),
    );
    courts.cases.set(cnj, [
      { grau: 'G1', movimentos: [movement(26, 'Distribuição', daysAgo(30)), movement(51, 'Conclusão', daysAgo(10))] },
    ]);
    const client = await office.contact();
    const linked = await office.link(cnj, client.id, { notifyWhatsapp: true });
    judit.cases.set(cnj, [
      lawsuit(cnj, [
        [daysAgo(30), 'Distribuído por sorteio'],
        [daysAgo(10), 'Conclusos para despacho'],
        [daysAgo(1), 'Sentença publicada'],
      ]),
    ]);
    const choice = (source: string) => office.admin.put<Failure>('/legalProcessSettings', { source });
    expect((await choice('escavador')).body.fields).toEqual({ source: 'ERR_NO_PROVIDER_FOUND' });
    expect((await choice('judit')).status).toBe(200);
    await tendWatches(office.scope);
    const tracking = await watchIdOf(cnj);
    await office.check();
    await office.deliver();
    const [message] = await eventually(() => phones.to(client.number).length > 0 && phones.to(client.number));
    expect(message?.body).toContain('Sentença publicada');
    expect(message?.body).not.toContain('Conclusos');
    const { body } = await office.admin.get<{ processData: string }>(`/legalProcess/${linked.body.id}`);
    const { steps } = JSON.parse(body.processData) as { steps: { title: string }[] };
    expect(steps.map(({ title }) => title)).toEqual([
      'Sentença publicada',
      'Conclusos para despacho',
      'Distribuído por sorteio',
    ]);
    expect((await choice('')).status).toBe(200);
    await tendWatches(office.scope);
    expect(judit.trackings.has(tracking)).toBe(false);
    await office.check();
    await office.deliver();
    expect(phones.to(client.number)).toHaveLength(1);
    const attendant = await office.company.person('user');
    expect((await attendant.get('/legalProcessSettings')).status).toBe(403);
  } finally {
    courts.close();
  }
});

test('a company whose chosen source the platform switched off is told so, and reads the free ones', async () => {
  await choose('judit');
  await office.scope.secrets.set('sources', JSON.stringify({ providers: {} }));
  const { body } = await office.admin.get<{ source: string; isMissing: boolean }>('/legalProcessSettings');
  expect(body).toMatchObject({ source: 'judit', isMissing: true });
  expect((await search(fresh())).body.error).toBe('ERR_LEGAL_NOT_SET_UP');
});
