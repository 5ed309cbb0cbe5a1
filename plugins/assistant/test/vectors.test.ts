import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually } from '@balcao/testing';
import type { FoundPassages } from '../contract.ts';
import { embedMissing } from '../server/knowledge/embed.ts';
import { Office, openStage, type Stage } from './office.ts';

let stage: Stage;
let office: Office;
let records: { purpose: string; providerId: number | null; model: string }[];
beforeAll(async () => {
  stage = await openStage();
  office = await Office.of(stage, {}, '');
  ({ records } = (await stage.root.get<{ records: typeof records }>('/ai/platform-purposes')).body);
}, 180_000);
afterAll(() => stage?.close());

const ask = async (question: string): Promise<FoundPassages> =>
  (await office.admin.post<FoundPassages>('/assistant/ask', { question })).body;
const useVectors = async (isOn: boolean, model = 'sim-1'): Promise<void> => {
  const providerId = records.find(({ purpose }) => purpose === 'assistant')?.providerId ?? null;
  await stage.root.put('/ai/platform-purposes', {
    records: records.map((record) =>
      record.purpose === 'embed'
        ? { ...record, providerId: isOn ? providerId : null, model: isOn ? model : '' }
        : record,
    ),
  });
};
const embeddings = (): number => stage.ai.requests.filter(({ path }) => path.endsWith('/embeddings')).length;

test('a passage without the words of a question is found by its vector, and without a model by words only', async () => {
  // Greetings select nothing by words.
  await office.teach('Oi, bom dia', 'Oi, bom dia, por favor!');
  await office.teach('Quanto custa a consulta?', 'A consulta custa R$ 250,00.');
  expect((await ask('oi bom dia por favor')).isFound).toBe(false);
  expect(embeddings()).toBe(0);
  await useVectors(true);
  await embedMissing(office.scope);
  // The job that the lessons scheduled may have taken some of them.
  await eventually(
    async () => (await office.scope.sql.one(sql`select 1 from assistant.chunk where embedding is null`)) === undefined,
  );
  await eventually(async () => (await ask('oi bom dia por favor')).isFound);
  const found = await ask('oi bom dia por favor');
  expect(found.passages[0]?.heading).toBe('Oi, bom dia');
  expect(found.passages[0]?.strength).toBeGreaterThan(0.55);
  // Both searches name this one: their ranks are fused.
  expect((await ask('quanto custa a consulta')).passages[0]?.heading).toBe('Quanto custa a consulta?');
  const asked = embeddings();
  await embedMissing(office.scope);
  expect(embeddings()).toBe(asked);
  await useVectors(false);
  expect((await ask('quanto custa a consulta')).isFound).toBe(true);
  expect((await ask('oi bom dia por favor')).isFound).toBe(false);
});

test('a new embedding model gives every passage a new vector, and until then those of the old one rank nothing', async () => {
  await useVectors(true, 'sim-2');
  const made = () =>
    office.scope.sql.rows<{ model: string | null }>(
      sql`select distinct embedding_model as model from assistant.chunk where embedding is not null`,
    );
  expect([await made(), (await ask('oi bom dia por favor')).isFound]).toEqual([[{ model: 'sim-1' }], false]);
  await embedMissing(office.scope);
  expect(await made()).toEqual([{ model: 'sim-2' }]);
  await eventually(async () => (await ask('oi bom dia por favor')).isFound);
  const asked = embeddings();
  await embedMissing(office.scope);
  expect(embeddings()).toBe(asked);
});

test('a changed passage gets a new vector, and a source that is off is found by neither', async () => {
  await useVectors(true);
  const [faq] = (
    await office.admin.get<{ records: { id: number; question: string }[] }>('/assistant/faq?searchParam=bom')
  ).body.records;
  await office.admin.put(`/assistant/faq/${faq?.id}`, {
    question: 'Oi, boa noite',
    answer: 'Oi, boa noite, por favor!',
  });
  await embedMissing(office.scope);
  await eventually(async () => (await ask('oi boa noite por favor')).passages[0]?.heading === 'Oi, boa noite');
  const source = (await office.admin.get<{ id: number; kind: string }[]>('/assistant/sources')).body.find(
    ({ kind }) => kind === 'faq',
  );
  await office.admin.put(`/assistant/sources/${source?.id}`, { isOn: false });
  await eventually(async () => (await ask('oi boa noite por favor')).passages.length === 0);
});
