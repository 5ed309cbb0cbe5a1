import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, startAiSimulator, type Person } from '@balcao/testing';
import { judge } from '../server/evaluation/judge.ts';
import { expectedOf } from '../server/evaluation/golden.ts';
import type { Evaluation, Pair } from '../server/evaluation/evaluation-rows.ts';
import { Office, openStage, type Stage } from './office.ts';
import { publish } from './site.ts';

let stage: Stage;
let office: Office;
beforeAll(async () => {
  stage = await openStage();
  office = await Office.of(stage);
}, 180_000);
afterAll(() => stage?.close());

const ask = (who: Office, question: string, expected: object): Promise<unknown> =>
  who.admin.post('/assistant/golden', { question, ...expected });
const read = async (who: Person, id: number) =>
  (await who.get<{ evaluation: Evaluation; pairs: Pair[] }>(`/assistant/evaluations/${id}`)).body;
const ended = async (who: Person, id: number) => {
  await eventually(async () => (await read(who, id)).evaluation.state !== 'running');
  return read(who, id);
};
const runOf = async (who: Office, body: object = {}) => {
  const started = await who.admin.post<Evaluation & { error: string }>('/assistant/evaluations', body);
  expect([started.status, started.body.error]).toEqual([200, null]);
  return ended(who.admin, started.body.id);
};
const draft = async (who: Office, settings: object): Promise<number> =>
  (await who.admin.post<{ id: number }>('/assistant/versions', settings)).body.id;
const live = async (who: Office) =>
  (await who.admin.get<{ versions: { id: number; isLive: boolean }[] }>('/assistant/versions')).body.versions.find(
    ({ isLive }) => isLive,
  )?.id;

describe('Questions of the test', () => {
  test('an answer passes by its words whatever their accents, and fails by a missing or forbidden phrase, tool or source', () => {
    const outcome = {
      kind: 'answer',
      calls: 1,
      tools: ['add_tag'],
      passages: [{ sourceId: 4 }],
      costMicros: null,
    } as never;
    const said = (text: string, expected: object) =>
      judge({ must: [], mustNot: [], tool: null, sourceId: null, ...expected }, {
        ...(outcome as object),
        text,
      } as never);
    expect(said('A consulta custa R$ 250,00.', { must: ['r$ 250,00', 'CONSÚLTA'], mustNot: ['R$ 25', '200'] })).toEqual(
      [],
    );
    expect(said('São 115 dias', { must: ['15 dias'] })).toEqual([{ kind: 'missing', text: '15 dias' }]);
    expect(said('Depende, mas é garantido', { mustNot: ['garantido'] })).toEqual([
      { kind: 'forbidden', text: 'garantido' },
    ]);
    expect(said('Oi', { tool: 'move_card', sourceId: 9 }).map(({ kind }) => kind)).toEqual(['tool', 'source']);
    expect(said('Oi', { tool: 'add_tag', sourceId: 4 })).toEqual([]);
    const handed = {
      kind: 'handover',
      reason: 'person',
      note: '',
      calls: 0,
      tools: [],
      passages: [],
      costMicros: null,
    } as never;
    expect(judge({ must: ['x'], mustNot: ['y'], tool: null, sourceId: null }, handed)).toEqual([
      { kind: 'handover', text: 'person' },
    ]);
    expect(judge({ must: [], mustNot: [], tool: 'handover', sourceId: null }, handed)).toEqual([]);
    expect(expectedOf('A consulta custa R$ 250,00 e vale por 30 dias, das 8h às 12h.')).toEqual([
      'R$ 250,00',
      '30 dias',
      '8h',
      '12h',
    ]);
  });

  test('a question that expects nothing, or a source that is not there, is refused with its field', async () => {
    const empty = await office.admin.post<{ fields: object }>('/assistant/golden', { question: 'Oi?' });
    expect([empty.status, empty.body.fields]).toEqual([400, { must: 'Required' }]);
    const gone = await office.admin.post<{ fields: object }>('/assistant/golden', {
      question: 'Oi?',
      sourceId: 999_999,
    });
    expect([gone.status, gone.body.fields]).toEqual([400, { sourceId: 'ERR_NO_KNOWLEDGE_SOURCE_FOUND' }]);
    const none = await office.admin.post<{ error: string }>('/assistant/evaluations', {});
    expect([none.status, none.body.error]).toEqual([409, 'ERR_NO_QUESTIONS']);
  });

  test('an answered gap becomes a question of the test when wanted, which expects its figures and its source', async () => {
    const own = await Office.of(stage);
    await own.admin.post('/assistant/gaps', { question: 'Quanto custa a consulta?' });
    const [gap] = (await own.admin.get<{ id: number }[]>('/assistant/gaps')).body;
    await own.admin.post(`/assistant/gaps/${gap?.id}/answer`, {
      question: 'Quanto custa a consulta?',
      answer: 'Custa R$ 250,00.',
      isGolden: true,
    });
    const faq = (await own.admin.get<{ id: number; kind: string }[]>('/assistant/sources')).body.find(
      ({ kind }) => kind === 'faq',
    );
    expect((await own.admin.get('/assistant/golden')).body).toMatchObject([
      { question: 'Quanto custa a consulta?', must: ['R$ 250,00'], sourceId: faq?.id },
    ]);
  });
});

describe('A run of the questions', () => {
  test('shows old and new settings side by side; what got worse is used only when a person is sure', async () => {
    const own = await Office.of(stage);
    await own.teach('Quanto custa a consulta?', 'A consulta custa R$ 250,00.');
    await own.settings({ instructions: 'Seja breve.' });
    const before = await live(own);
    await ask(own, 'Quanto custa a consulta?\n#text A consulta custa R$ 250,00.', { must: ['R$ 250,00'] });
    await ask(own, 'Vocês vendem bicicletas?\n#text Não vendemos.', { must: ['não vendemos'] });
    await ask(own, 'Quero falar com um atendente', { tool: 'handover' });
    const strict = await draft(own, { instructions: 'Seja breve.', isStrict: true });
    const count = own.asked().length;
    const { evaluation, pairs } = await runOf(own, { versionId: strict, goesLive: true });
    expect(evaluation).toMatchObject({ state: 'done', total: 6, done: 6, better: 0, worse: 1, usedAt: null });
    expect(evaluation.labels).toMatchObject({ old: { version: 1, model: 'sim-1' }, new: { version: 2 } });
    expect(pairs.map((pair) => [pair.old?.state, pair.new?.state])).toEqual([
      ['passed', 'passed'],
      ['passed', 'failed'],
      ['passed', 'passed'],
    ]);
    expect(pairs[0]?.new).toMatchObject({
      text: 'A consulta custa R$ 250,00.',
      sources: [{ source: 'Perguntas frequentes' }],
    });
    expect(pairs[1]?.new?.faults).toEqual([{ kind: 'handover', text: 'knowledge' }]);
    // The wish for a person is decided by words: four answers were written for six.
    expect(own.asked().length - count).toBe(4);
    expect(await live(own)).toBe(before);
    const unsure = await own.admin.post<{ error: string }>(`/assistant/evaluations/${evaluation.id}/use`, {});
    expect([unsure.status, unsure.body.error]).toEqual([409, 'ERR_EVALUATION_WORSE']);
    expect((await own.admin.post(`/assistant/evaluations/${evaluation.id}/use`, { isSure: true })).status).toBe(200);
    expect(await live(own)).toBe(strict);
    expect((await own.admin.post(`/assistant/evaluations/${evaluation.id}/use`, { isSure: true })).status).toBe(409);
    const other = await Office.of(stage);
    expect((await other.admin.get(`/assistant/evaluations/${evaluation.id}`)).status).toBe(404);
    expect((await other.admin.post(`/assistant/evaluations/${evaluation.id}/cancel`)).status).toBe(404);
  });

  test('settings of which no answer is worse go live by themselves, unless others went live meanwhile', async () => {
    const own = await Office.of(stage);
    await ask(own, 'Oi\n#text Olá!', { must: ['olá'] });
    const first = await draft(own, { instructions: 'Um.' });
    expect((await runOf(own, { versionId: first, goesLive: true })).evaluation.usedAt).not.toBeNull();
    expect(await live(own)).toBe(first);
    const second = await draft(own, { instructions: 'Dois.' });
    await ask(own, 'Espere\n#hang', { must: ['x'] });
    const started = await own.admin.post<Evaluation>('/assistant/evaluations', { versionId: second, goesLive: true });
    await eventually(() => Promise.resolve(own.asked().some((request) => request.includes('#hang'))));
    await own.settings({ instructions: 'Três.' });
    const third = await live(own);
    await eventually(async () => {
      stage.ai.release();
      return (await read(own.admin, started.body.id)).evaluation.state === 'done';
    });
    expect(await live(own)).toBe(third);
  });

  test('without a change it is compared with the run before, so that changed knowledge shows', async () => {
    const own = await Office.of(stage);
    await ask(own, 'Quando abre o cofre azul?\n#text Abre cedo.', { must: ['cedo'], sourceId: null });
    const [golden] = (await own.admin.get<{ id: number }[]>('/assistant/golden')).body;
    expect((await runOf(own)).pairs[0]).toMatchObject({ old: null, new: { state: 'passed' } });
    await own.settings({ isStrict: true });
    const { evaluation, pairs } = await runOf(own);
    expect(pairs[0]).toMatchObject({ goldenId: golden?.id, old: { state: 'passed' }, new: { state: 'failed' } });
    expect(evaluation).toMatchObject({ total: 1, done: 1, worse: 1 });
  });

  test('a source that is switched off is tried before it is switched on, which the result then does', async () => {
    const own = await Office.of(stage);
    const made = await own.admin.post<{ id: number }>('/assistant/sources', {
      kind: 'text',
      title: 'Tabela',
      body: 'O inventário extrajudicial custa seis por cento do espólio.',
      isOn: false,
    });
    await eventually(async () => (await own.scope.sql.rows(sql`select 1 from assistant.chunk`)).length > 0);
    const question = 'Quanto custa o inventário extrajudicial?';
    expect((await own.admin.post<{ isFound: boolean }>('/assistant/ask', { question })).body.isFound).toBe(false);
    await ask(own, `${question}\n#text Seis por cento.`, { sourceId: made.body.id });
    const { evaluation, pairs } = await runOf(own, { sourceIds: [made.body.id] });
    expect([pairs[0]?.old?.state, pairs[0]?.new?.state, evaluation.better]).toEqual(['failed', 'passed', 1]);
    await own.admin.post(`/assistant/evaluations/${evaluation.id}/use`, {});
    expect((await own.admin.post<{ isFound: boolean }>('/assistant/ask', { question })).body.isFound).toBe(true);
  });

  test('a question to the sources shows what the assistant would answer, and leaves no trace but its cost', async () => {
    const own = await Office.of(stage);
    const answerTo = (question: string) =>
      own.admin.post<{ kind: string; text: string; reason: string | null; error?: string }>('/assistant/ask/answer', {
        question,
      });
    const answered = await answerTo('Vocês abrem cedo?\n#text Abrimos às oito.');
    expect([answered.status, answered.body]).toMatchObject([200, { kind: 'answer', text: 'Abrimos às oito.' }]);
    expect((await answerTo('Quero falar com um atendente')).body).toMatchObject({ kind: 'handover', text: '' });
    expect((await own.admin.get<{ tickets: unknown[] }>('/tickets?showAll=true')).body.tickets).toEqual([]);
    expect((await own.admin.get<unknown[]>('/assistant/gaps')).body).toEqual([]);
    expect((await answerTo('')).status).toBe(400);
    const attendant = await own.company.person('user', 'Ana');
    expect((await attendant.post('/assistant/ask/answer', { question: 'Oi' })).status).toBe(403);
  });

  test('a model of an own provider is tried beside the one in use, and then used by who may configure models', async () => {
    const own = await Office.of(stage);
    const other = await startAiSimulator({ models: ['sim-9'] });
    try {
      publish('modelo.example', Number(new URL(other.url).port));
      await own.company.scope('chatai').sql.run(
        sql`insert into chatai.provider (title, protocol, base_url, models)
            values ('Nosso', 'openai', ${other.url.replace('127.0.0.1', 'modelo.example')}, '["sim-9"]')`,
      );
      const offered = (
        await own.admin.get<{ providerId: number | null; model: string; isInUse: boolean }[]>('/assistant/models')
      ).body;
      expect(offered).toMatchObject([
        { providerId: null, model: 'sim-1', isInUse: true },
        { provider: 'Nosso', model: 'sim-9', isInUse: false },
      ]);
      const model = { providerId: offered[1]?.providerId, model: 'sim-9' };
      await ask(own, 'Oi\n#text Olá!', { must: ['olá'] });
      const priced = await own.admin.post<{ answers: number; costMicros: null }>('/assistant/evaluations/estimate', {
        model,
      });
      expect(priced.body).toMatchObject({ answers: 2, costMicros: null });
      const { evaluation, pairs } = await runOf(own, { model });
      expect(evaluation.labels).toMatchObject({ old: { model: 'sim-1' }, new: { model: 'sim-9' } });
      expect([pairs[0]?.old?.state, pairs[0]?.new?.state]).toEqual(['passed', 'passed']);
      expect(other.requests.map(({ body }) => (body as { model: string }).model)).toEqual(['sim-9']);
      const manager = await own.company.person('gestor', 'Caio');
      expect((await manager.post(`/assistant/evaluations/${evaluation.id}/use`, {})).status).toBe(403);
      expect((await own.admin.post(`/assistant/evaluations/${evaluation.id}/use`, {})).status).toBe(200);
      expect((await own.admin.get('/assistant/models')).body).toMatchObject([{ model: 'sim-9', isInUse: true }, {}]);
      const gone = await own.admin.post('/assistant/evaluations', { model: { providerId: 999_999, model: 'sim-9' } });
      expect(gone.status).toBe(404);
    } finally {
      await other.close();
    }
  });

  test('shows its cost before it begins, stops when cancelled, and runs once at a time', async () => {
    const own = await Office.of(stage);
    await stage.root.put('/ai/prices', {
      records: [{ model: 'sim-1', inputMicros: 1_000_000, outputMicros: 2_000_000 }],
    });
    await ask(own, 'Uma\n#hang', { must: ['x'] });
    await ask(own, 'Duas\n#hang', { must: ['x'] });
    await ask(own, 'Três\n#hang', { must: ['x'] });
    const cost = await own.admin.post<{ answers: number; costMicros: number }>('/assistant/evaluations/estimate', {});
    expect(cost.body.answers).toBe(3);
    expect(cost.body.costMicros).toBeGreaterThan(1_000);
    const count = own.asked().length;
    const started = await own.admin.post<Evaluation>('/assistant/evaluations', {});
    const again = await own.admin.post<{ error: string }>('/assistant/evaluations', {});
    expect([again.status, again.body.error]).toEqual([409, 'ERR_EVALUATION_RUNS']);
    await eventually(() => Promise.resolve(own.asked().length === count + 2));
    await own.admin.post(`/assistant/evaluations/${started.body.id}/cancel`);
    stage.ai.release();
    const { evaluation } = await ended(own.admin, started.body.id);
    expect(evaluation).toMatchObject({ state: 'cancelled', done: 0, total: 3 });
    expect(own.asked()).toHaveLength(count + 2);
  });

  test('a provider that fails for one question fails that question; an account without credit ends the run with the reason', async () => {
    const own = await Office.of(stage);
    await ask(own, 'Mal\n#badjson', { must: ['x'] });
    await ask(own, 'Bem\n#text x', { must: ['x'] });
    expect((await runOf(own)).pairs.map((pair) => [pair.new?.state, pair.new?.kind])).toEqual([
      ['failed', 'error'],
      ['passed', 'answer'],
    ]);
    await ask(own, 'Fim\n#quota', { must: ['x'] });
    expect((await runOf(own)).evaluation).toMatchObject({ state: 'failed', error: 'ERR_AI_QUOTA' });
  });

  test('attendants without the permission start and see none', async () => {
    const person = await office.company.person('user', 'Bia');
    const answers = await Promise.all([
      person.get('/assistant/golden'),
      person.post('/assistant/evaluations', {}),
      person.get('/assistant/evaluations'),
      person.post('/assistant/replays', { ticketId: 1 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('A replay', () => {
  test('answers a past conversation again with the present settings beside what was said, and sends and changes nothing', async () => {
    const own = await Office.of(stage);
    await own.admin.post('/tags', { name: 'VIP' });
    const number = own.number();
    const id = await own.writes(number, 'Bom dia\n#text Bom dia! Como posso ajudar?');
    await own.saidTimes(id, 2);
    await own.arrives(number, 'Quero ser VIP\n#text Pronto.\n#tool add_tag {"name":"vip"}');
    await own.saidTimes(id, 3);
    await own.scope.sql.run(sql`delete from tags.ticket_tag where ticket_id = ${id}`).catch(() => undefined);
    const before = await own.messages(id);
    const tags = await own.scope.sql.rows(sql`select tag_id from tags.public_ticket_tag where ticket_id = ${id}`);
    await own.settings({ topics: ['vip'] });
    const started = await own.admin.post<Evaluation>('/assistant/replays', { ticketId: id });
    expect(started.status).toBe(200);
    const { pairs, evaluation } = await ended(own.admin, started.body.id);
    expect(evaluation).toMatchObject({ state: 'done', ticketId: id, total: 2, done: 2 });
    expect(pairs.map(({ question }) => question.split('\n')[0])).toEqual(['Bom dia', 'Quero ser VIP']);
    expect(pairs[0]).toMatchObject({
      old: { state: 'said' },
      new: { kind: 'answer', text: 'Bom dia! Como posso ajudar?' },
    });
    expect(pairs[0]?.old?.text).toContain('Bom dia! Como posso ajudar?');
    expect(pairs[1]).toMatchObject({ new: { kind: 'handover', reason: 'topic' } });
    expect(await own.messages(id)).toEqual(before);
    expect(await own.scope.sql.rows(sql`select tag_id from tags.public_ticket_tag where ticket_id = ${id}`)).toEqual(
      tags,
    );
    const runs = await own.runs(id);
    expect(runs).toHaveLength(2);
    const cost = await own.admin.post<{ answers: number }>('/assistant/replays/estimate', { ticketId: id });
    expect(cost.body.answers).toBe(2);
    expect((await own.admin.get<unknown[]>('/assistant/evaluations')).body).toEqual([]);
  });
});

test('the instructions that answer customers are listed even after many attempts that never went live', async () => {
  const own = await Office.of(stage);
  await own.settings({ topics: ['vip'] });
  const first = await live(own);
  expect(first).toBeDefined();
  for (let attempt = 0; attempt < 35; attempt += 1) await draft(own, { topics: [`tentativa ${attempt}`] });
  expect(await live(own)).toBe(first);
});
