import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { readCnj } from '../cnj.ts';
import type { LookUpView } from '../server/cases/case-view.ts';
import { lookUp } from '../server/cases/look-up.ts';
import { requireCnj } from '../server/cases/number.ts';
import { LawOffice, startServer, type Failure } from './law-office.ts';
import { numberForms } from './number-forms.ts';
import { numberOf } from './number-of.ts';
import { Courts, movement } from './simulator/courts.ts';

let host: TestHost;
let courts: Courts;
let office: LawOffice;

beforeAll(async () => {
  courts = await Courts.open();
  host = await startServer();
}, 120_000);
afterAll(async () => {
  await host?.close();
  courts?.close();
});
beforeEach(async () => {
  office = await LawOffice.of(host);
  await office.scope.secrets.set('sources', JSON.stringify(courts.setup));
  courts.asked.length = 0;
});
afterEach(() => {
  courts.datajud = 'well';
});

const search = (text: string) =>
  office.admin.get<LookUpView & Failure>(`/legalProcess/${encodeURIComponent(text)}/search`);
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error as { code?: string }).code,
  );

test('91 courts are asked at addresses of their own, two have none, and every other number is refused without a request', async () => {
  const { datajud } = courts.setup.providers;
  await office.scope.secrets.set('sources', JSON.stringify({ providers: { datajud } }));
  const reached: string[] = [];
  const uncovered: string[] = [];
  let refused = 0;
  for (let court = 0; court < 1000; court += 1) {
    const cnj = numberOf(80_000 + court, String(court).padStart(3, '0'));
    const before = courts.asked.length;
    if (readCnj(cnj).state === 'valid') {
      const code = await codeOf(lookUp(office.scope, cnj, { maxAgeMs: 0, limitMs: 8000 }));
      const [asked] = courts.asked.slice(before);
      if (asked === undefined) uncovered.push(String(code));
      else reached.push(asked.replace(` ${cnj}`, ''));
      if (asked !== undefined) expect(code).toBe('ERR_NO_LEGAL_CASE_FOUND');
    } else {
      expect(() => requireCnj(cnj)).toThrow('ERR_');
      expect(courts.asked).toHaveLength(before);
      refused += 1;
    }
  }
  // Twelve districts of the military courts of the Union are asked at the address of their superior court.
  expect([new Set(reached).size, reached.length, refused]).toEqual([91, 103, 895]);
  expect(uncovered).toEqual(['ERR_LEGAL_COURT_NOT_COVERED', 'ERR_LEGAL_COURT_NOT_COVERED']);
}, 60_000);

test('one number in twenty forms finds the same case, for one request to its court', async () => {
  const [cnj = ''] = numberForms;
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', '2026-01-02T12:00:00.000Z')] }]);
  const found: string[] = [];
  for (const form of numberForms) found.push((await search(form)).body.numero_processo);
  expect(found).toEqual(numberForms.map(() => '0011222-47.2025.5.03.0044'));
  expect(courts.asked.filter((what) => what.startsWith('datajud'))).toEqual([`datajud trt3 ${cnj}`]);
});

test('while one source asks for silence the others are asked, and what they have is shown', async () => {
  const cnj = numberOf(81_001);
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', '2026-01-02T12:00:00.000Z')] }]);
  expect((await search(cnj)).body.movimentacoes).toHaveLength(1);
  courts.publications.set(cnj, [
    { id: 1, data_disponibilizacao: '2026-02-03', tipoComunicacao: 'Intimação', texto: 'Manifeste-se.' },
  ]);
  await office.scope.sql.run(sql`update legal_process.source_copy set fetched_at = now() - interval '3 hours'`);
  courts.datajud = 'busy';
  courts.retryAfter = 120;
  const { body } = await search(cnj);
  expect(body.movimentacoes.map(({ kind }) => kind).toSorted()).toEqual(['movement', 'publication']);
  expect(body.sources.map(({ id, fault }) => [id, fault])).toEqual([
    ['datajud', 'ERR_LEGAL_BUSY'],
    ['djen', null],
  ]);
});
