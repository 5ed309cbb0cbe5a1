import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, startAiSimulator, type Person, type TestCompany } from '@balcao/testing';
import { companiesDue, doneByJob } from '../../../../scripts/test/due-jobs.ts';
import { monthOf } from '../../server/runs/budget.ts';
import { companiesWithLostRuns } from '../../server/runs/tidy.ts';
import { deleteOldRuns, models, tidyRuns, type Completion } from '../../contract.ts';
import { estimateSeconds } from '../../server/transcripts/audio-seconds.ts';
import { openAiOffice, type AiOffice } from '../ai-office.ts';

interface TestAnswer {
  isOk: boolean;
  streams: boolean;
  tools: boolean;
  error: string | null;
  detail: string;
  models: string[];
}
let office: AiOffice;
let root: Person;
let shop: TestCompany;
const lines: string[] = [];
beforeAll(async () => {
  office = await openAiOffice({ log: (line) => lines.push(line) });
  ({ root } = office);
  shop = await office.host.company();
});
afterAll(() => office?.close());

const ask = (content: string, company = shop): Promise<Completion> =>
  company
    .scope('chatai')
    .use(models)
    .complete({ purpose: 'suggest', messages: [{ role: 'user', content }] });
const tested = async (form: object): Promise<TestAnswer> => {
  const { body } = await root.post<{ id: number }>('/ai/platform-providers', {
    title: 'x',
    models: ['sim-1'],
    ...form,
  });
  const answer = await root.post<TestAnswer>(`/ai/platform-providers/${body.id}/test`, {});
  await root.delete(`/ai/platform-providers/${body.id}`);
  return answer.body;
};

test('the test of a provider says whether it streams and calls tools, and names a wrong key without repeating it', async () => {
  const { url } = office.ai;
  const good = await tested({ baseUrl: `${url}/chat/completions`, key: 'sk-platform-secret' });
  expect(good).toMatchObject({ isOk: true, streams: true, tools: true, error: null });
  expect(good.models).toContain('sim-2');
  const wrong = await tested({ baseUrl: url, key: 'sk-wrong-key-123' });
  expect([wrong.isOk, wrong.error, wrong.detail.includes('sk-wrong')]).toEqual([false, 'ERR_AI_KEY', false]);
  const local = await startAiSimulator({ refusesTools: true, refuses: ['max_completion_tokens'] });
  expect(await tested({ baseUrl: local.url })).toMatchObject({ isOk: true, streams: true, tools: false });
  await local.close();
});

test('a key is never sent back, and does not follow its provider to another host', async () => {
  const { body } = await root.get<{ records: object[] }>('/ai/platform-providers');
  expect(JSON.stringify(body)).not.toContain('sk-platform');
  const own = { title: 'Nossa', baseUrl: 'https://a.example/v1', key: 'sk-own' };
  const made = await shop.admin.post<{ id: number; version: number; hasKey: boolean }>('/ai/providers', own);
  expect([made.body.hasKey, JSON.stringify(made.body).includes('sk-own')]).toEqual([true, false]);
  const moved = { title: 'Nossa', baseUrl: 'https://b.example/v1', version: made.body.version };
  const path = `/ai/providers/${made.body.id}`;
  expect((await shop.admin.put<{ hasKey: boolean }>(path, moved)).body.hasKey).toBe(false);
  expect((await shop.admin.put<{ error: string }>(path, moved)).body.error).toBe('ERR_AI_PROVIDER_CHANGED');
});

test('a company reaches public addresses only, with its own provider', async () => {
  const own = { title: 'Interno', baseUrl: 'http://10.0.0.8/v1', models: ['m'] };
  const { body } = await shop.admin.post<{ id: number }>('/ai/providers', own);
  const answer = await shop.admin.post<TestAnswer>(`/ai/providers/${body.id}/test`, {});
  expect(answer.body).toMatchObject({ isOk: false, error: 'ERR_AI_ADDRESS' });
});

test('when the provider cannot answer its fallback does', async () => {
  const second = await startAiSimulator({ models: ['sim-9'] });
  const { body } = await root.post<{ id: number }>('/ai/platform-providers', { title: 'Reserva', baseUrl: second.url });
  const choice = { purpose: 'suggest', providerId: office.providerId, model: 'sim-1' };
  await root.put('/ai/platform-purposes', {
    records: [{ ...choice, model: 'gone', fallbackProviderId: body.id, fallbackModel: 'sim-9' }],
  });
  const answer = await ask('#text da reserva');
  expect([answer.provider, answer.model, answer.text]).toEqual(['Reserva', 'sim-9', 'da reserva']);
  await second.close();
  await root.put('/ai/platform-purposes', { records: [choice] });
});

test('the cost page is the sum of the runs, and at the whole budget the next call is refused', async () => {
  const other = await office.host.company();
  await root.put('/ai/prices', { records: [{ model: 'sim-1', inputMicros: 2_000_000, outputMicros: 8_000_000 }] });
  await ask('#text um dois três', other);
  await ask('#text quatro', other);
  const sums = await other
    .scope('chatai')
    .sql.one<{ cost: number; runs: number }>(
      sql`select sum(cost_micros)::bigint as cost, count(*)::int as runs from chatai.run`,
    );
  const page = await other.admin.get<{ byPurpose: { costMicros: number; runs: number }[] }>('/ai/costs');
  expect(page.body.byPurpose).toMatchObject([{ costMicros: sums?.cost, runs: 2 }]);
  expect(sums?.cost).toBeGreaterThan(0);
  await other.scope('chatai').settings.set('aiMonthlyBudget', 0.000_001);
  await expect(ask('#text cinco', other)).rejects.toMatchObject({ code: 'ERR_AI_BUDGET' });
  const totals = await root.get<{ records: { companyId: number; costMicros: number }[] }>('/ai/platform-costs');
  expect(totals.body.records.find(({ companyId }) => companyId === other.id)?.costMicros).toBe(sums?.cost);
  // Totals of all companies are for scopes of super users, whichever way they are asked for.
  await expect(
    other.scope('chatai').sql.rows(sql`select * from chatai.platform_totals('2020-01-01')`),
  ).rejects.toBeDefined();
});

test('a transcription billed by tokens counts in the month’s budget, and one without any figures by its estimated duration', async () => {
  const firm = await office.host.company();
  const scope = firm.scope('chatai');
  const hear = (audio: string) => scope.use(models).transcribe({ audio: Buffer.from(audio) });
  const price = (more: object) =>
    office.root.put('/ai/prices', {
      records: [{ model: 'whisper-1', inputMicros: 0, cachedMicros: 0, outputMicros: 0, minuteMicros: 0, ...more }],
    });
  const spent = () =>
    scope.sql.one<{ cost: number; tokens: number; seconds: number; unpriced: number }>(
      sql`select sum(cost_micros)::bigint as cost, sum(prompt_tokens + completion_tokens)::int as tokens,
                 sum(audio_seconds)::float8 as seconds, sum(unpriced)::int as unpriced from chatai.usage_day`,
    );
  await price({ inputMicros: 2_000_000, outputMicros: 8_000_000 });
  const byTokens = await hear('OggS tokens: say:oi');
  expect([byTokens.seconds, byTokens.costMicros, byTokens.usage.promptTokens]).toEqual([null, 1320, 500]);
  expect(await spent()).toMatchObject({ cost: 1320, tokens: 540 });
  // Nobody is billed by tokens and by minutes for one recording.
  await price({ inputMicros: 2_000_000, outputMicros: 8_000_000, minuteMicros: 60_000_000 });
  expect((await hear('OggS tokens: say:oi')).costMicros).toBe(1320);
  await price({ minuteMicros: 60_000_000 });
  const estimated = await hear(`OggS nousage: say:oi\r${'x'.repeat(20_000)}`);
  expect([estimated.seconds, estimated.usage.isEstimated]).toEqual([null, true]);
  expect((await spent())?.cost).toBeGreaterThan(2 * 1320 + 5_000_000);
  await office.root.put('/ai/prices', { records: [] });
  await hear('OggS nousage: say:oi');
  expect((await spent())?.unpriced).toBe(1);
  // A budget that is spent by voice messages alone stops the next one.
  await scope.settings.set('aiMonthlyBudget', 1);
  await expect(hear('OggS say:oi')).rejects.toMatchObject({ code: 'ERR_AI_BUDGET' });
});

test('the duration of a recording that nobody tells is read from its header', () => {
  const page = (samples: bigint, body: string): Buffer => {
    const head = Buffer.alloc(28);
    head.write('OggS');
    head.writeBigInt64LE(samples, 6);
    return Buffer.concat([head, Buffer.from(body)]);
  };
  const opus = Buffer.concat([page(0n, 'OpusHead'), page(48_000n * 95n, 'x'.repeat(90_000))]);
  expect(estimateSeconds(opus)).toBe(95);
  const wave = Buffer.alloc(64_000 * 3);
  wave.write('RIFF');
  wave.write('WAVE', 8);
  wave.writeUInt32LE(64_000, 28);
  expect(estimateSeconds(wave)).toBe(3);
  // A header that claims centuries, or a byte rate of one, uses up no budget.
  expect(estimateSeconds(Buffer.concat([page(0n, 'OpusHead'), page(2n ** 62n, 'x'.repeat(5_000))]))).toBeLessThan(15);
  wave.writeUInt32LE(1, 28);
  expect(estimateSeconds(wave)).toBe(384);
});

test('admins are told once a month of 80 % of the budget and once of all of it, and then every purpose is refused clearly', async () => {
  const other = await office.host.company();
  await root.put('/ai/prices', { records: [{ model: 'sim-1', inputMicros: 2_000_000, outputMicros: 8_000_000 }] });
  const scope = other.scope('chatai');
  const notices = async (): Promise<string[]> =>
    (
      await other
        .scope('notifications')
        .sql.rows<{ id: string }>(
          sql`select notice as id from notifications.notified where user_id = ${other.admin.id} and notice like '%ai-budget:%' order by notice`,
        )
    ).map(({ id }) => id.split(':').at(-1) ?? '');
  await scope.settings.set('aiMonthlyBudget', 1);
  // The month so far, at almost 80 % of one real.
  await scope.sql.run(
    sql`insert into chatai.usage_day (day, purpose, provider, model, cost_micros) values (${monthOf(scope)}::date, 'chat', '', 'sim-1', 799_999)`,
  );
  expect(await notices()).toEqual([]);
  await Promise.all([ask('#text um', other), ask('#text dois', other)]);
  await ask('#text três', other);
  expect(await notices()).toEqual(['80']);
  await scope.sql.run(sql`update chatai.usage_day set cost_micros = 999_999 where purpose = 'chat'`);
  await scope.sql.run(sql`update chatai.usage_day set cost_micros = 0 where purpose <> 'chat'`);
  await ask('#text quatro', other);
  expect(await notices()).toEqual(['100', '80']);
  const asked = office.ai.requests.length;
  await expect(ask('#text cinco', other)).rejects.toMatchObject({ code: 'ERR_AI_BUDGET' });
  await expect(scope.use(models).embed({ texts: ['seis'] })).rejects.toMatchObject({ code: 'ERR_AI_BUDGET' });
  expect([office.ai.requests.length, await notices()]).toEqual([asked, ['100', '80']]);
});

test('with its own provider switched off, without a model or deleted, a company’s words go nowhere', async () => {
  const firm = await office.host.company();
  const form = { title: 'Nossa', baseUrl: 'https://ia.example/v1', models: ['m'] };
  const { body } = await firm.admin.post<{ id: number; version: number }>('/ai/providers', form);
  const path = `/ai/providers/${body.id}`;
  const choose = (more: object) =>
    firm.admin.put('/ai/company-purposes', {
      records: [{ purpose: 'suggest', providerId: body.id, model: 'm', ...more }],
    });
  const reason = async () => (await firm.scope('chatai').use(models).available('suggest')).reason;
  const asked = office.ai.requests.length;
  await choose({});
  await firm.admin.put(path, { ...form, isOn: false, version: body.version });
  await expect(ask('#text sigiloso', firm)).rejects.toMatchObject({ code: 'ERR_AI_NOT_CONFIGURED' });
  await firm.admin.put(path, { ...form, isOn: true, version: body.version + 1 });
  await choose({ model: '' });
  await expect(ask('#text sigiloso', firm)).rejects.toMatchObject({ code: 'ERR_AI_NOT_CONFIGURED' });
  await choose({});
  expect((await firm.admin.delete(path)).status).toBeLessThan(300);
  await expect(ask('#text sigiloso', firm)).rejects.toMatchObject({ code: 'ERR_AI_OFF' });
  expect([await reason(), office.ai.requests.length]).toEqual(['ERR_AI_OFF', asked]);
});

test('a company that allowed it is answered by the platform while its own provider is switched off, and after it was deleted', async () => {
  const firm = await office.host.company();
  const form = { title: 'Nossa', baseUrl: 'https://ia.example/v1', models: ['m'] };
  const { body } = await firm.admin.post<{ id: number; version: number }>('/ai/providers', form);
  await firm.admin.put('/ai/company-purposes', {
    records: [{ purpose: 'suggest', providerId: body.id, model: 'm', isBackedUp: true }],
  });
  await firm.admin.put(`/ai/providers/${body.id}`, { ...form, isOn: false, version: body.version });
  expect((await ask('#text da plataforma', firm)).text).toBe('da plataforma');
  expect((await firm.admin.delete(`/ai/providers/${body.id}`)).status).toBeLessThan(300);
  expect((await ask('#text ainda da plataforma', firm)).text).toBe('ainda da plataforma');
});

test('a provider of another company, or none, is no choice', async () => {
  const other = await office.host.company();
  const { body } = await shop.admin.post<{ id: number }>('/ai/providers', {
    title: 'A',
    baseUrl: 'https://a.example/v1',
  });
  const records = [{ purpose: 'chat', providerId: body.id, model: 'm' }];
  const refused = await other.admin.put<{ fields: object }>('/ai/company-purposes', { records });
  expect([refused.status, refused.body.fields]).toEqual([400, { providerId: 'ERR_NO_AI_PROVIDER_FOUND' }]);
  expect((await shop.admin.get('/ai/platform-providers')).status).toBe(403);
});

test('logs have no question, no answer and no key', async () => {
  await ask('#text resposta-sigilosa pergunta-sigilosa');
  await ask('#badjson').catch(() => undefined);
  const all = lines.join('\n');
  for (const secret of ['resposta-sigilosa', 'pergunta-sigilosa', 'sk-platform', 'sk-own'])
    expect(all).not.toContain(secret);
});

test('calls of a node that died are given up where there are any, and old ones are deleted', async () => {
  const { host } = office;
  const [firm, idle] = [await host.company(), await host.company()];
  const begun = (company: TestCompany, ageSeconds: number, state = 'running') =>
    company
      .scope('chatai')
      .sql.run(
        sql`insert into chatai.run (purpose, state, seen_at) values ('chat', ${state}, now() - make_interval(secs => ${ageSeconds}::int))`,
      );
  await begun(firm, 90);
  await begun(idle, 5);
  await begun(idle, 90, 'done');
  const found = () => companiesDue(host, companiesWithLostRuns);
  const runs = (company: TestCompany) =>
    company
      .scope('chatai')
      .sql.rows<{ state: string; error: string | null }>(sql`select state, error from chatai.run order by state`);
  expect(await found()).toContain(firm.id);
  expect(await found()).not.toContain(idle.id);
  await doneByJob(host, tidyRuns, async () => {
    return !(await found()).includes(firm.id);
  });
  expect(await runs(firm)).toEqual([{ state: 'failed', error: 'ERR_AI_NODE' }]);
  expect((await runs(idle)).map(({ state }) => state)).toEqual(['done', 'running']);
  const scope = firm.scope('chatai');
  await scope.sql.run(sql`update chatai.run set started_at = now() - interval '31 days'`);
  await scope.jobs.schedule(deleteOldRuns, {});
  await eventually(async () => (await runs(firm)).length === 0);
});
