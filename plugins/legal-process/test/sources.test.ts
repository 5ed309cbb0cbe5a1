import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import type { LookUpView } from '../server/cases/case-view.ts';
import { companiesDue } from '../../../scripts/test/due-jobs.ts';
import { companiesToCheck, notifySupers } from '../server/monitoring/check.ts';
import { LawOffice, startServer, type Failure } from './law-office.ts';
import { numberOf } from './number-of.ts';
import { apiKey, Courts, movement } from './simulator/courts.ts';

let host: TestHost;
let courts: Courts;
let office: LawOffice;
let platform: Person;
let count = 0;

beforeAll(async () => {
  courts = await Courts.open();
  host = await startServer();
  office = await LawOffice.of(host);
  platform = await host.superUser();
  await host.company({ settings: { legalProcess: 'enabled' } });
}, 120_000);
afterAll(async () => {
  await host?.close();
  courts?.close();
});
afterEach(() => {
  courts.datajud = 'well';
  courts.djen = 'well';
});

const setUp = async (sources: object = courts.setup.providers): Promise<void> => {
  const { secrets } = office.scope;
  await secrets.set('sources', JSON.stringify({ providers: sources }));
};
const search = (cnj: string) =>
  office.admin.get<LookUpView & Failure>(`/legalProcess/${encodeURIComponent(cnj)}/search`);
/** A number that no test has used, so that no stored answer helps. */
const fresh = (branchAndCourt?: string): string => {
  count += 1;
  return numberOf(count, branchAndCourt);
};

test('while no source is set up, a look-up says who can mend that', async () => {
  const { status, body } = await search(fresh());
  expect([status, body.error]).toEqual([409, 'ERR_LEGAL_NOT_SET_UP']);
});

test('three instances are one case: steps in order, each with its court, and both forms of dates', async () => {
  await setUp();
  const cnj = fresh('401');
  courts.cases.set(cnj, [
    {
      grau: 'G1',
      dataAjuizamento: '20181029000000',
      dataHoraUltimaAtualizacao: '2026-01-10T10:00:00.000Z',
      classe: { codigo: 7, nome: 'Procedimento Comum Cível' },
      orgaoJulgador: { codigo: 1, nome: '1ª Vara' },
      assuntos: [{ codigo: 1, nome: 'Aposentadoria' }, [{ codigo: 2, nome: 'Averbação' }]],
      movimentos: [
        movement(26, 'Distribuição', '2018-10-30T14:06:24.000Z', 'sorteio'),
        movement(51, 'Conclusão', '20190105093000'),
        movement(26, 'Distribuição', '2018-10-30T14:06:24.000Z', 'sorteio'),
      ],
    },
    {
      grau: 'SUP',
      dataAjuizamento: '2024-02-01T00:00:00.000Z',
      dataHoraUltimaAtualizacao: '2026-03-10T10:00:00.000Z',
      classe: { codigo: 1, nome: 'Recurso Especial' },
      orgaoJulgador: { codigo: 3, nome: 'Segunda Turma' },
      movimentos: [movement(123, 'Remessa', '2026-03-01T12:00:00.000Z')],
    },
    {
      grau: 'G2',
      dataHoraUltimaAtualizacao: '2022-03-10T10:00:00.000Z',
      movimentos: [movement(239, 'Não-Provimento', '2022-03-01T12:00:00.000Z')],
    },
  ]);
  const { status, body } = await search(cnj);
  expect(status).toBe(200);
  expect(body.movimentacoes.map(({ movimento, instance }) => [movimento, instance])).toEqual([
    ['Remessa', 'SUP'],
    ['Não-Provimento', 'G2'],
    ['Conclusão', 'G1'],
    ['Distribuição', 'G1'],
  ]);
  expect(body.movimentacoes[2]?.data).toBe('2019-01-05T11:30:00.000Z');
  expect(body.movimentacoes[2]?.plain).toBe('O processo está com o juiz.');
  expect(body.classe).toBe('Recurso Especial');
  expect(body.distribuicao).toBe('2018-10-29');
  expect([body.juiz, body.controle]).toEqual([null, null]);
});

test('parties, lawyers and publications come from the gazette, and no lawyer is given to a party', async () => {
  const cnj = fresh();
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', '2026-01-02T12:00:00.000Z')] }]);
  courts.publications.set(cnj, [
    {
      id: 1,
      data_disponibilizacao: '2026-02-03',
      tipoComunicacao: 'Intimação',
      texto: '<p>Manifeste-se a parte&nbsp;autora &lt;em 15 dias&gt;</p><script>alert(1)</script>',
      link: 'https://comunica.pje.jus.br/1.pdf',
      destinatarios: [
        { nome: 'Maria Aparecida', polo: 'A' },
        { nome: 'INSS', polo: 'P' },
      ],
      destinatarioadvogados: [{ advogado: { nome: 'Marina Azevedo', numero_oab: '284113', uf_oab: 'SP' } }],
    },
    { id: 2, data_disponibilizacao: '2026-02-04', tipoComunicacao: 'Edital', texto: '', link: 'javascript:alert(1)' },
  ]);
  const { id } = await office.contact();
  const linked = await office.link(cnj, id);
  expect(linked.status).toBe(200);
  const { body } = await office.admin.get<{ processData: string }>(`/legalProcess/${linked.body.id}`);
  const data = JSON.parse(body.processData) as {
    people: object[];
    lawyers: object[];
    steps: { title: string; description: string | null; files: { url: string }[] }[];
  };
  expect(data.people).toEqual([
    { name: 'Maria Aparecida', description: 'active', lawyers: [] },
    { name: 'INSS', description: 'passive', lawyers: [] },
  ]);
  expect(data.lawyers).toEqual([{ name: 'Marina Azevedo', oab: '284113', uf: 'SP' }]);
  expect(data.steps.map(({ title }) => title)).toEqual(['Edital', 'Intimação', 'Distribuição']);
  expect(data.steps[0]?.files).toEqual([]);
  expect(data.steps[1]?.description).toBe('Manifeste-se a parte autora <em 15 dias>');
  expect(data.steps[1]?.files[0]?.url).toBe('https://comunica.pje.jus.br/1.pdf');
});

test('each way in which a source can fail has its own code, and never becomes an internal error', async () => {
  const outcomes: [() => void, number, string][] = [
    [() => (courts.datajud = 'blocked'), 502, 'ERR_LEGAL_BLOCKED'],
    [() => (courts.datajud = 'busy'), 502, 'ERR_LEGAL_BUSY'],
    [() => (courts.datajud = 'gateway'), 502, 'ERR_LEGAL_DOWN'],
    [() => (courts.datajud = 'html'), 502, 'ERR_LEGAL_DOWN'],
    [() => (courts.datajud = 'broken'), 502, 'ERR_LEGAL_DOWN'],
    [() => (courts.datajud = 'timed-out'), 502, 'ERR_LEGAL_DOWN'],
    [() => (courts.datajud = 'well'), 404, 'ERR_NO_LEGAL_CASE_FOUND'],
  ];
  for (const [begin, status, code] of outcomes) {
    begin();
    // Other settings are another state: holds of earlier turns are over.
    await setUp({
      datajud: { baseUrl: courts.url, apiKey, turn: code + courts.datajud },
      djen: { baseUrl: courts.url },
    });
    const answer = await search(fresh());
    expect([answer.status, answer.body.error], courts.datajud).toEqual([status, code]);
  }
  await setUp({ datajud: { baseUrl: courts.url, apiKey: 'another' }, djen: { baseUrl: courts.url } });
  const answer = await search(fresh());
  expect([answer.status, answer.body.error]).toEqual([502, 'ERR_LEGAL_KEY']);
  await setUp({ datajud: { baseUrl: 'http://127.0.0.1:9', apiKey } });
  const nobody = await search(fresh());
  expect([nobody.status, nobody.body.error]).toEqual([502, 'ERR_LEGAL_DOWN']);
});

test('a key that a source refuses in one company is told to the super user once a day, and to nobody else', async () => {
  await setUp({ datajud: { baseUrl: courts.url, apiKey: 'revoked' } });
  expect((await search(fresh())).body.error).toBe('ERR_LEGAL_KEY');
  const me = (await platform.get<{ id: number; companyId: number }>('/auth/me')).body;
  const ofPlatform = host.kernel.scope(me.companyId, 'legal-process');
  // It is due in the company of the super users, which monitors nothing.
  expect(await companiesDue(host, companiesToCheck)).toEqual([me.companyId]);
  for (let turn = 0; turn < 2; turn += 1) {
    await notifySupers(ofPlatform);
    await notifySupers(office.scope);
  }
  const { rows } = await host.kernel.database.owner.query<{ companyId: number }>(
    `select n.company_id as "companyId" from notifications.notified n where n::text like '%legal-process:source:%'`,
  );
  expect(rows).toEqual([{ companyId: me.companyId }]);
});

test('after a refused key was mended nobody is warned of it any more, nor of a source that was switched off', async () => {
  await setUp({ datajud: { baseUrl: courts.url, apiKey: 'revoked', turn: 'mended' } });
  expect((await search(fresh())).body.error).toBe('ERR_LEGAL_KEY');
  const { companyId } = (await platform.get<{ companyId: number }>('/auth/me')).body;
  const warned = async (): Promise<number> => {
    const { owner } = host.kernel.database;
    await owner.query(`delete from notifications.notified n where n::text like '%legal-process:source:%'`);
    await notifySupers(host.kernel.scope(companyId, 'legal-process'));
    const { rows } = await owner.query(
      `select 1 from notifications.notified n where n::text like '%legal-process:source:%'`,
    );
    return rows.length;
  };
  expect(await warned()).toBe(1);
  await setUp({ datajud: { baseUrl: courts.url, apiKey, turn: 'mended' } });
  expect(await warned()).toBe(0);
  await setUp({ datajud: { baseUrl: courts.url, apiKey: 'revoked', turn: 'mended' } });
  expect(await warned()).toBe(1);
  await setUp({ djen: { baseUrl: courts.url } });
  expect(await warned()).toBe(0);
});

test('a source that asks for silence is left alone by every company, and the stored answer shows its age', async () => {
  await setUp({ datajud: { baseUrl: courts.url, apiKey, turn: 'silence' } });
  const cnj = fresh();
  courts.cases.set(cnj, [{ grau: 'G1', movimentos: [movement(26, 'Distribuição', '2026-01-02T12:00:00.000Z')] }]);
  expect((await search(cnj)).status).toBe(200);
  await host.kernel.database.owner.query(
    `update legal_process.source_copy set fetched_at = now() - interval '3 hours'`,
  );
  courts.datajud = 'busy';
  courts.retryAfter = 120;
  const held = await search(cnj);
  expect(held.status).toBe(200);
  expect(held.body.sources[0]?.fault).toBe('ERR_LEGAL_BUSY');
  expect(Date.parse(held.body.sources[0]?.until ?? '') - Date.now()).toBeGreaterThan(100_000);
  expect(Date.now() - Date.parse(held.body.sources[0]?.at ?? '')).toBeGreaterThan(3 * 3_600_000 - 60_000);
  courts.datajud = 'well';
  const asked = courts.asked.length;
  const other = await LawOffice.of(host);
  const theirs = await other.admin.get<LookUpView & Failure>(`/legalProcess/${fresh()}/search`);
  expect([theirs.status, theirs.body.error]).toEqual([502, 'ERR_LEGAL_BUSY']);
  // Courts publish the same for all: their look-up of this case is answered from our copy.
  const shared = await other.admin.get<LookUpView>(`/legalProcess/${cnj}/search`);
  expect(shared.body.movimentacoes).toHaveLength(1);
  expect(courts.asked).toHaveLength(asked);
});

test('a wrong number is refused with the reason, and no court is asked', async () => {
  await setUp({ datajud: { baseUrl: courts.url, apiKey, turn: 'wrong' }, djen: { baseUrl: courts.url } });
  const asked = courts.asked.length;
  const fieldOf = async (text: string): Promise<string | undefined> => {
    const { status, body } = await search(text);
    expect(status).toBe(400);
    return body.fields?.['cnj'];
  };
  expect(await fieldOf('0000832-36.2018.4.01.3202')).toBe('ERR_LEGAL_NUMBER_CHECK');
  expect(await fieldOf('0000006-42.2026.8.28.0001')).toBe('ERR_LEGAL_NUMBER_COURT');
  expect(await fieldOf('123')).toBe('ERR_LEGAL_NUMBER_SHORT');
  expect(await fieldOf('0'.repeat(21))).toBe('ERR_LEGAL_NUMBER_LONG');
  expect(await fieldOf('  ')).toBe('ERR_LEGAL_NUMBER_SHORT');
  expect(courts.asked).toHaveLength(asked);
  // The Supreme Court is in no public source but the gazette.
  const supreme = await search('0000005-25.2026.1.00.0000');
  expect([supreme.status, supreme.body.error]).toEqual([404, 'ERR_LEGAL_COURT_NOT_COVERED']);
  expect(courts.asked.slice(asked)).toEqual(['djen 00000052520261000000']);
});

test('only a super user sets sources up, keys stay secret, and a check says what the source answers', async () => {
  // The super user's own company has not the module: the sources are the platform's.
  expect((await platform.get<Failure>('/legalProcessMonitoring/list')).body.error).toBe('ERR_PLUGIN_DISABLED');
  expect((await office.admin.get('/legalProcessSources')).status).toBe(403);
  const faulty = await platform.put<Failure>('/legalProcessSources', {
    sources: { datajud: { baseUrl: 'file:///etc/passwd' } },
    secrets: { datajud: { apiKey: 'x' } },
  });
  expect([faulty.status, faulty.body.fields]).toEqual([400, { 'datajud.baseUrl': 'ERR_INVALID_VALUE' }]);
  await setUp({});
  const missing = await platform.put<Failure>('/legalProcessSources', {
    sources: { datajud: { baseUrl: courts.url } },
  });
  expect(missing.body.fields).toEqual({ 'datajud.apiKey': 'Required' });
  const saved = await platform.put<{ sources: object[] }>('/legalProcessSources', {
    sources: { datajud: { baseUrl: courts.url }, djen: { baseUrl: courts.url } },
    secrets: { datajud: { apiKey } },
  });
  expect(saved.status).toBe(200);
  expect(JSON.stringify(saved.body)).not.toContain(apiKey);
  expect((await platform.post<object>('/legalProcessSources/datajud/check')).body).toMatchObject({ fault: null });
  // A source that failed is left alone, until a check finds that it answers.
  courts.datajud = 'blocked';
  expect((await search(fresh())).status).toBe(502);
  courts.datajud = 'well';
  expect((await search(fresh())).body.error).toBe('ERR_LEGAL_BLOCKED');
  await platform.post('/legalProcessSources/datajud/check');
  expect((await search(fresh())).body.error).toBe('ERR_NO_LEGAL_CASE_FOUND');
  // An empty secret stays.
  await platform.put('/legalProcessSources', { sources: { datajud: { baseUrl: courts.url } } });
  courts.datajud = 'blocked';
  expect((await platform.post<object>('/legalProcessSources/datajud/check')).body).toMatchObject({
    fault: 'ERR_LEGAL_BLOCKED',
  });
  courts.datajud = 'well';
  expect((await platform.post<object>('/legalProcessSources/datajud/check')).body).toMatchObject({ fault: null });
  await platform.put('/legalProcessSources', { sources: { djen: null } });
  expect((await platform.post('/legalProcessSources/djen/check')).status).toBe(404);
  const { rows } = await host.kernel.database.owner.query<{ text: string }>(
    `select coalesce(string_agg(a::text, ' '), '') as text from kernel.audit a`,
  );
  expect(rows[0]?.text).not.toContain(apiKey);
});
