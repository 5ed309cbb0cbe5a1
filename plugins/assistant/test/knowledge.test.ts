import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, startTestHost, type TestCompany, type TestHost } from '@balcao/testing';
import { knowledge, type FoundPassages } from '../contract.ts';
import { recordGap } from '../server/knowledge/gaps.ts';
import type { SourceView } from '../source-view.ts';
import { docx, pdf } from './documents.ts';
import { plugins } from './plugins.ts';
import { TestSite } from './site.ts';

type Failure = { error?: string; fields?: Record<string, string> };

let host: TestHost;
let law: TestCompany;
let other: TestCompany;
const site = new TestSite();

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), importLimitMs: 60_000, plugins });
  law = await host.company({ name: 'Prado & Menezes' });
  other = await host.company({ name: 'Padaria Aurora' });
  await site.open('prado.example');
}, 180_000);
afterAll(async () => {
  await host?.close();
  await site.close();
});

const sources = async (company = law) => (await company.admin.get<SourceView[]>('/assistant/sources')).body;
const source = async (id: number) => (await sources()).find((one) => one.id === id);
const settled = async (id: number, state: SourceView['state'] = 'ready') =>
  eventually(async () => (await source(id))?.state === state);
const ask = async (question: string, company = law) =>
  (await company.admin.post<FoundPassages>('/assistant/ask', { question })).body;
const upload = (bytes: Uint8Array<ArrayBuffer> | string, name: string) => {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return law.admin.post<SourceView & Failure>('/assistant/sources/files', form);
};

describe('Sources of knowledge', () => {
  test('a question with its answer is found in other words, without accents, and no longer once it is removed', async () => {
    const made = await law.admin.post<{ id: number }>('/assistant/faq', {
      question: 'Quanto custa a consulta?',
      answer: 'A primeira consulta custa R$ 250,00 e vale por trinta dias.',
    });
    const found = await ask('qual o valor da consulta? quanto custa');
    expect(found).toMatchObject({ isFound: true });
    expect(found.passages[0]).toMatchObject({
      kind: 'faq',
      heading: 'Quanto custa a consulta?',
      source: 'Perguntas frequentes',
    });
    expect((await ask('Vocês vendem bicicletas elétricas?')).isFound).toBe(false);
    await law.admin.put(`/assistant/faq/${made.body.id}`, { answer: 'A primeira consulta é gratuita.' });
    expect((await ask('quanto custa consulta')).passages[0]?.text).toBe('A primeira consulta é gratuita.');
    await law.admin.delete(`/assistant/faq/${made.body.id}`);
    expect((await ask('quanto custa consulta')).passages).toEqual([]);
  });

  test('a pasted text, a Word document, a PDF and a plain text are read into passages under their headings', async () => {
    const text = await law.admin.post<SourceView>('/assistant/sources', {
      kind: 'text',
      title: 'Horários e endereços',
      body: 'Estacionamento\n\nHá estacionamento conveniado na rua Augusta para quem vem de carro.',
    });
    const word = await upload(
      docx(['# Honorários', 'Parcelamos os honorários em até doze vezes no boleto.']),
      'Tabela 2026.docx',
    );
    const file = await upload(pdf(['O recurso vai à Junta de Recursos em até trinta dias da decisão.']), 'Manual.pdf');
    const plain = await upload('Aceitamos animais de estimação pequenos na recepção.', 'regras.txt');
    for (const { body } of [text, word, file, plain]) await settled(body.id);
    expect((await ask('tem estacionamento?')).passages[0]).toMatchObject({
      heading: 'Estacionamento',
      source: 'Horários e endereços',
    });
    expect((await ask('posso parcelar os honorários?')).passages[0]).toMatchObject({
      heading: 'Honorários',
      source: 'Tabela 2026',
    });
    expect((await ask('prazo do recurso na junta de recursos')).passages[0]).toMatchObject({
      heading: 'p. 1',
      source: 'Manual',
    });
    expect((await ask('posso levar animais?')).passages[0]).toMatchObject({ source: 'regras' });
    expect(await source(word.body.id)).toMatchObject({ kind: 'file', chunks: 1, isOn: true, error: null });
  });

  test('a file without text, a broken one and one of another kind say why, and nothing of them is found', async () => {
    const scanned = await upload(pdf(['']), 'Digitalizado.pdf');
    const broken = await upload(Buffer.from('%PDF-1.4\nnada'), 'Quebrado.pdf');
    await settled(scanned.body.id, 'failed');
    await settled(broken.body.id, 'failed');
    expect(await source(scanned.body.id)).toMatchObject({ error: 'empty', chunks: 0 });
    expect(await source(broken.body.id)).toMatchObject({ error: 'broken', chunks: 0 });
    const picture = await upload(Buffer.from('89504e470d0a1a0a', 'hex'), 'foto.png');
    expect(picture.status).toBe(415);
    const table = await upload('a;b', 'precos.csv');
    expect([table.status, table.body.fields]).toEqual([400, { file: 'Invalid file' }]);
  });

  test('shared quick messages are known as soon as they are shared, and private ones never', async () => {
    const colleague = await law.person('user', 'Rui');
    const made = await law.admin.post<{ id: number }>('/quick-messages', {
      shortcode: 'procuracao',
      message: '{{saudacao}}! A procuração é assinada digitalmente pelo aplicativo.',
    });
    expect((await ask('como assino a procuração?')).isFound).toBe(false);
    await law.admin.post(`/quick-messages/${made.body.id}/share`, { userIds: [colleague.id] });
    await eventually(async () => (await ask('como assino a procuração?')).isFound);
    expect((await ask('como assino a procuração?')).passages[0]).toMatchObject({
      kind: 'quick',
      heading: '/procuracao',
    });
    await law.admin.delete(`/quick-messages/${made.body.id}/share`);
    await eventually(async () => !(await ask('como assino a procuração?')).isFound);
  });

  test('pages of the company’s site are read as its robots.txt allows, by a button again, and nothing behind its walls', async () => {
    const page = (title: string, body: string) => ({
      body: `<html><head><title>${title}</title></head><body><nav>Menu principal</nav>${body}</body></html>`,
    });
    site.pages.set('/robots.txt', { body: 'User-agent: *\nDisallow: /interno', type: 'text/plain' });
    site.pages.set(
      '/',
      page(
        'Início',
        '<h1>Prado</h1><p>Somos de Santo André.</p><a href="/aposentadoria">A</a><a href="/interno/x">B</a><a href="http://outro.example/">C</a><a href="/fora">D</a>',
      ),
    );
    site.pages.set(
      '/aposentadoria',
      page(
        'Aposentadoria',
        '<h2>Aposentadoria rural</h2><p>Exige quinze anos de atividade no campo.</p><script>segredo()</script>',
      ),
    );
    site.pages.set('/interno/x', page('Interno', '<p>Salários da equipe.</p>'));
    site.pages.set('/fora', { body: '', status: 302, location: 'http://127.0.0.1:1/' });
    const made = await law.admin.post<SourceView>('/assistant/sources', { kind: 'site', url: site.base });
    await settled(made.body.id);
    expect(await source(made.body.id)).toMatchObject({ parts: 2, error: null });
    expect((await ask('aposentadoria rural quantos anos')).passages[0]).toMatchObject({
      heading: 'Aposentadoria rural',
      url: `${site.base}/aposentadoria`,
    });
    expect(site.asked).not.toContain('/interno/x');
    expect((await ask('salários da equipe')).isFound).toBe(false);
    site.pages.set(
      '/aposentadoria',
      page('Aposentadoria', '<h2>Aposentadoria rural</h2><p>Agora exige dezesseis anos.</p>'),
    );
    await law.admin.post(`/assistant/sources/${made.body.id}/read`);
    await eventually(
      async () => (await ask('aposentadoria rural dezesseis')).passages[0]?.text.includes('dezesseis') === true,
    );
    site.pages.set('/robots.txt', { body: 'User-agent: BalcaoBot\nDisallow: /', type: 'text/plain' });
    await law.admin.post(`/assistant/sources/${made.body.id}/read`);
    await settled(made.body.id, 'failed');
    expect(await source(made.body.id)).toMatchObject({ error: 'robots', parts: 2 });
    for (const url of ['http://127.0.0.1/', 'http://10.0.0.1/', 'file:///etc/passwd', 'nada']) {
      const refused = await law.admin.post<SourceView & Failure>('/assistant/sources', { kind: 'site', url });
      if (refused.status === 200) {
        await settled(refused.body.id, 'failed');
        expect(await source(refused.body.id)).toMatchObject({ error: 'address' });
      } else expect(refused.status).toBe(400);
    }
  });

  test('a page that fails today keeps what was read of it before, with what only it leads to, and one that is gone does not', async () => {
    const page = (body: string) => ({ body: `<html><head><title>Aurora</title></head><body>${body}</body></html>` });
    const bakery = new TestSite();
    await bakery.open('aurora.example');
    try {
      bakery.pages.set(
        '/',
        page('<p>Padaria.</p><a href="/bolos">B</a><a href="/entregas">E</a><a href="/quebrada">Q</a>'),
      );
      // The link leads on to another address, which a failing answer does not tell.
      bakery.pages.set('/bolos', { body: '', status: 302, location: '/pt/bolos' });
      bakery.pages.set('/pt/bolos', page('<h2>Bolos</h2><p>Bolo de fubá cremoso.</p><a href="/bolos/festa">F</a>'));
      bakery.pages.set('/bolos/festa', page('<h2>Festa</h2><p>Bolo de noiva com três andares.</p>'));
      bakery.pages.set('/entregas', page('<h2>Entregas</h2><p>Entregamos em Mauá.</p>'));
      bakery.pages.set('/quebrada', { body: '', status: 500 });
      const { body: made } = await other.admin.post<SourceView>('/assistant/sources', {
        kind: 'site',
        url: bakery.base,
      });
      const mine = async () => (await sources(other)).find(({ id }) => id === made.id);
      const read = async () => {
        await other.admin.post(`/assistant/sources/${made.id}/read`);
        await eventually(async () => (await mine())?.state === 'ready');
        return Promise.all(
          ['bolo de fubá cremoso', 'noiva três andares', 'entregamos em Mauá'].map(
            async (question) => (await ask(question, other)).isFound,
          ),
        );
      };
      await eventually(async () => (await mine())?.state === 'ready');
      expect(await mine()).toMatchObject({ parts: 4 });
      bakery.pages.set('/bolos', { body: '', status: 503 });
      bakery.pages.delete('/entregas');
      expect(await read()).toEqual([true, true, false]);
      // A page that never could be read keeps nothing alive.
      bakery.pages.delete('/bolos');
      expect(await read()).toEqual([false, false, false]);
    } finally {
      await bakery.close();
    }
  });

  test('a source that is switched off or deleted is not found any more', async () => {
    const made = await law.admin.post<SourceView>('/assistant/sources', {
      kind: 'text',
      title: 'Férias',
      body: 'Fechamos para férias coletivas em janeiro.',
    });
    await settled(made.body.id);
    expect((await ask('férias coletivas')).isFound).toBe(true);
    expect((await law.admin.put<SourceView>(`/assistant/sources/${made.body.id}`, { isOn: false })).body.isOn).toBe(
      false,
    );
    expect((await ask('férias coletivas')).isFound).toBe(false);
    await law.admin.put(`/assistant/sources/${made.body.id}`, { isOn: true });
    expect((await ask('férias coletivas')).isFound).toBe(true);
    await law.admin.delete(`/assistant/sources/${made.body.id}`);
    expect((await ask('férias coletivas')).isFound).toBe(false);
    expect((await law.admin.delete(`/assistant/sources/${made.body.id}`)).status).toBe(404);
  });

  test('the knowledge of one company is never found, read or changed by another', async () => {
    const made = await law.admin.post<{ id: number }>('/assistant/faq', {
      question: 'Senha do cofre?',
      answer: 'O cofre abre com abacaxi.',
    });
    const theirs = (await sources()).find(({ kind }) => kind === 'faq');
    expect((await ask('senha do cofre abacaxi', other)).passages).toEqual([]);
    expect((await other.scope('assistant').use(knowledge).search('senha do cofre abacaxi')).passages).toEqual([]);
    const answers = await Promise.all([
      other.admin.put(`/assistant/faq/${made.body.id}`, { answer: 'x' }),
      other.admin.delete(`/assistant/faq/${made.body.id}`),
      other.admin.put(`/assistant/sources/${theirs?.id}`, { isOn: false }),
      other.admin.post(`/assistant/sources/${theirs?.id}/read`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status !== 404)).toEqual([]);
    expect((await ask('senha do cofre')).passages[0]?.text).toBe('O cofre abre com abacaxi.');
  });

  test('attendants without the permission see none of it', async () => {
    const person = await law.person('user', 'Bia');
    const answers = await Promise.all([
      person.get('/assistant/sources'),
      person.get('/assistant/faq'),
      person.get('/assistant/gaps'),
      person.post('/assistant/ask', { question: 'prazo' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('Gaps', () => {
  test('similar questions without an answer are one gap, which an answer closes and teaches, once of two people', async () => {
    const scope = law.scope('assistant');
    await recordGap(scope, 'Vocês atendem em Santo André?', null);
    await recordGap(scope, 'voces atendem em santo andre', null);
    await recordGap(scope, 'Fazem divórcio no cartório?', null);
    const gaps = (await law.admin.get<{ id: number; question: string; asks: number }[]>('/assistant/gaps')).body;
    expect(gaps.map(({ question, asks }) => [question, asks])).toEqual([
      ['Vocês atendem em Santo André?', 2],
      ['Fazem divórcio no cartório?', 1],
    ]);
    const [first, second] = gaps;
    const answer = { question: 'Vocês atendem em Santo André?', answer: 'Atendemos em Santo André às quartas-feiras.' };
    const both = await Promise.all([1, 2].map(() => law.admin.post(`/assistant/gaps/${first?.id}/answer`, answer)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await ask('atendem em Santo André?')).passages[0]?.text).toContain('quartas-feiras');
    await law.admin.post(`/assistant/gaps/${second?.id}/ignore`);
    expect((await law.admin.get<unknown[]>('/assistant/gaps')).body).toEqual([]);
    const done = (await law.admin.get<{ state: string }[]>('/assistant/gaps?settled=true')).body;
    expect(done.map(({ state }) => state).toSorted()).toEqual(['ignored', 'taught']);
  });

  test('a person who deletes a text leaves no passage of it behind', async () => {
    const rows = await law
      .scope('assistant')
      .sql.rows<{ n: number }>(
        sql`select 1 as n from assistant.chunk c where not exists (select 1 from assistant.source s where s.id = c.source_id)`,
      );
    expect(rows).toEqual([]);
  });
});
