import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually } from '@balcao/testing';
import { recordGap } from '../server/knowledge/gaps.ts';
import { handover, Office, openStage, type Stage } from './office.ts';

let stage: Stage;
const lines: string[] = [];
/** A conversation whose provider does not answer: it takes most of a minute, in which the other tests run. */
let unanswered: { office: Office; ticketId: number; handed: Promise<unknown> };
beforeAll(async () => {
  stage = await openStage((line) => lines.push(line));
  const office = await Office.of(stage);
  const ticketId = await office.writes(office.number(), 'Qual o prazo?\n#hang\n#text Tarde demais.');
  await eventually(() => office.asked().some((request) => request.includes('#hang')));
  // The limit of `eventually` is the minute.
  const handed = eventually(async () => (await office.said(ticketId)).includes(handover));
  handed.catch(() => undefined);
  unanswered = { office, ticketId, handed };
}, 180_000);
afterAll(() => stage?.close());

interface Costs {
  byPurpose: { purpose: string; runs: number; costMicros: number }[];
  byDay: { runs: number; costMicros: number }[];
}
const costs = async (office: Office): Promise<Costs> => (await office.admin.get<Costs>('/ai/costs')).body;
const total = (rows: { runs: number; costMicros: number }[]): { runs: number; costMicros: number } =>
  rows.reduce((sum, { runs, costMicros }) => ({ runs: sum.runs + runs, costMicros: sum.costMicros + costMicros }), {
    runs: 0,
    costMicros: 0,
  });

describe('The budget of a month', () => {
  test('the cost page is the sum of the runs of answers, suggestions and rewritings, and once all of it is spent customers get a person', async () => {
    const office = await Office.of(stage);
    await stage.root.put('/ai/prices', {
      records: [{ model: 'sim-1', inputMicros: 2_000_000, outputMicros: 8_000_000 }],
    });
    const number = office.number();
    const ticketId = await office.writes(number, 'Bom dia\n#text Bom dia! Como posso ajudar?');
    await office.saidTimes(ticketId, 2);
    await office.admin.post('/assistant/suggestions', { ticketId });
    await office.admin.post('/assistant/rewrite', { text: 'oi\n#text Olá!', way: 'formal', ticketId });
    const runs = await office.company
      .scope('chatai')
      .sql.one<{ runs: number; costMicros: number }>(
        sql`select count(*)::int as runs, sum(cost_micros)::bigint as "costMicros" from chatai.run`,
      );
    expect(runs?.costMicros).toBeGreaterThan(0);
    const page = await costs(office);
    expect([total(page.byPurpose), total(page.byDay)]).toEqual([runs, runs]);
    expect(page.byPurpose.map(({ purpose }) => purpose).toSorted()).toEqual(['assistant', 'suggest']);
    const before = office.asked().length;
    await office.company.scope('chatai').settings.set('aiMonthlyBudget', 0.000_001);
    await office.arrives(number, 'Quanto custa?\n#text Não devia responder.');
    expect((await office.saidTimes(ticketId, 3)).at(-1)).toBe(handover);
    await eventually(async () => (await office.ticket(ticketId))?.by === null);
    expect((await office.notes(ticketId)).at(-1)).toContain('o orçamento de IA do mês acabou');
    expect(office.asked()).toHaveLength(before);
    expect(total((await costs(office)).byPurpose)).toEqual(runs);
  });
});

describe('A company without a provider', () => {
  test('hears at every entry point of the assistant that none is configured, nothing is made up, and what needs no model works', async () => {
    const office = await Office.of(stage, {}, '');
    const ticketId = await office.writes(office.number(), 'Quanto custa a consulta?');
    await office.teach('Quanto custa a consulta?', 'A consulta custa R$ 250,00.');
    await office.admin.post('/assistant/golden', { question: 'Abrem hoje?', must: ['sim'] });
    await recordGap(office.scope, 'Vocês atendem em Santo André?', ticketId);
    const [gap] = (await office.admin.get<{ id: number }[]>('/assistant/gaps')).body;
    const { body } = await stage.root.get<{ records: object[] }>('/ai/platform-purposes');
    const asked = office.asked().length;
    await stage.root.put('/ai/platform-purposes', {
      records: body.records.map((record) => ({ ...record, providerId: null, model: '' })),
    });
    try {
      for (const [path, form] of [
        ['/assistant/suggestions', { ticketId }],
        ['/assistant/rewrite', { text: 'oi', way: 'formal', ticketId }],
        ['/assistant/ask/answer', { question: 'Quanto custa a consulta?' }],
        ['/assistant/evaluations', { versionId: null, model: null, sourceIds: [] }],
        ['/assistant/replays', { ticketId, versionId: null, model: null, sourceIds: [] }],
      ] as const) {
        const refused = await office.admin.post<{ error: string }>(path, form);
        expect([path, refused.status, refused.body.error]).toEqual([path, 409, 'ERR_AI_NOT_CONFIGURED']);
      }
      const purposes = await office.admin.get<{
        purposes: { isReady: boolean; reason: string }[];
        canConfigure: boolean;
      }>('/ai/purposes');
      expect(new Set(purposes.body.purposes.map(({ isReady, reason }) => `${isReady} ${reason}`))).toEqual(
        new Set(['false ERR_AI_NOT_CONFIGURED']),
      );
      expect(purposes.body.canConfigure).toBe(true);
      expect((await office.admin.get('/assistant/proposals')).body).toMatchObject({ reason: 'ERR_AI_NOT_CONFIGURED' });
      // An answer to a gap is taken from words of people only; without any the reason is that there are none.
      expect((await office.admin.post(`/assistant/gaps/${gap?.id}/propose`)).status).toBe(409);
      // The search of the sources needs no model.
      expect((await office.admin.post('/assistant/ask', { question: 'Quanto custa a consulta?' })).body).toMatchObject({
        isFound: true,
      });
      expect(office.asked()).toHaveLength(asked);
      expect(await office.said(ticketId)).toEqual([]);
      const runs = await office.company.scope('chatai').sql.rows(sql`select 1 from chatai.run`);
      expect(runs).toEqual([]);
    } finally {
      await stage.root.put('/ai/platform-purposes', { records: body.records });
    }
  });
});

describe('Two companies', () => {
  test('nothing that one knows, was told or was instructed is in a request or an answer of the other', async () => {
    const [own, other] = [await Office.of(stage, {}, 'Fale do sigilo Jacarandá.'), await Office.of(stage)];
    await own.settings({ instructions: 'O desconto secreto é Ipê-Amarelo.' });
    await own.teach('Quanto custa a consulta?', 'A consulta custa R$ 777,00, código Pitanga.');
    const first = await own.writes(own.number(), 'Meu nome é Araucária. Quanto custa a consulta?');
    await own.saidTimes(first, 2);
    const secret = /Jacarandá|Ipê-Amarelo|777|Pitanga|Araucária/;
    expect(own.asked().at(-1)).toMatch(secret);
    const before = other.asked().length;
    // Without a script the simulator repeats what it was asked: everything that left would come back.
    const ticketId = await other.writes(other.number(), 'Quanto custa a consulta?');
    await eventually(async () => (await other.runs(ticketId)).some(({ state }) => state !== 'running'));
    await other.admin.post('/assistant/suggestions', { ticketId });
    await other.admin.post('/assistant/ask/answer', { question: 'Quanto custa a consulta?' });
    const requests = other.asked().slice(before);
    expect(requests.length).toBeGreaterThan(2);
    for (const request of requests) expect(request).not.toMatch(secret);
    for (const words of await other.said(ticketId)) expect(words).not.toMatch(secret);
  });
});

describe('A figure that no source states', () => {
  test('is named beside the automatic answer for attendants, and beside the answer of the test panel', async () => {
    const office = await Office.of(stage);
    await office.teach('Quanto custa a consulta?', 'A consulta custa R$ 250,00.');
    const said = 'A consulta custa R$ 250,00 e vale por 45 dias.';
    const ticketId = await office.writes(office.number(), `Quanto custa a consulta?\n#text ${said}`);
    await office.saidTimes(ticketId, 2);
    const answers = await office.admin.get<{ body: string; doubts: string[] }[]>(
      `/assistant/tickets/${ticketId}/answers`,
    );
    // The customer wrote the figures too, as their words script the model: only the price is taken as stated by nobody else.
    expect(answers.body[0]).toMatchObject({ body: said, doubts: [] });
    await office.teach('Vocês parcelam?', 'Sim, no cartão.');
    const trial = await office.admin.post<{ doubts: string[] }>('/assistant/ask/answer', {
      question: 'Vocês parcelam no cartão?\n#text Sim, por R$ 99,90 no cartão.',
    });
    expect(trial.body.doubts).toEqual(['R$ 99,90']);
    const other = await office.writes(office.number(), 'Vocês parcelam no cartão?\n#text Sim, por R$ 99,90 no cartão.');
    await office.saidTimes(other, 2);
    const marked = await office.admin.get<{ doubts: string[] }[]>(`/assistant/tickets/${other}/answers`);
    expect(marked.body[0]?.doubts).toEqual(['R$ 99,90']);
  });
});

describe('The log', () => {
  test('has no question, answer, suggestion, draft, key or number in it', async () => {
    const office = await Office.of(stage);
    lines.length = 0;
    const ticketId = await office.writes('5511955512345', 'Sobre o inventário Quaresmeira\n#text Resposta Manacá.');
    await office.saidTimes(ticketId, 2);
    await office.admin.post('/assistant/suggestions', { ticketId });
    await office.admin.post('/assistant/rewrite', { text: 'Rascunho Jequitibá\n#text Texto Cambuí', way: 'formal' });
    await office.writes('5511955512346', 'Sobre o Guapuruvu\n#500');
    await eventually(async () => lines.some((line) => line.includes('ERR_AI_DOWN')));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toMatch(
      /Quaresmeira|Manacá|Jequitibá|Cambuí|Guapuruvu|55119555|98765|sk-platform|Seja breve/,
    );
  });
});

describe('A provider that does not answer', () => {
  test('costs a customer no more than a minute: then a person is called, with a note, and the admin gets a notice', async () => {
    const { office, ticketId, handed } = unanswered;
    await handed;
    stage.ai.release();
    expect(await office.said(ticketId)).toEqual([handover]);
    expect((await office.notes(ticketId))[0]).toContain('a inteligência artificial não respondeu');
    await eventually(async () => {
      const notices = await office.company
        .scope('notifications')
        .sql.rows(
          sql`select 1 from notifications.notified where notice like 'assistant:%' and user_id = ${office.admin.id}`,
        );
      return notices.length > 0;
    });
  });
});
