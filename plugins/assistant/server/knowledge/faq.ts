import { sql, type Scope } from '@balcao/sdk/server';
import { assertRoom } from '../evaluation/golden-routes.ts';
import { addGolden, expectedOf } from '../evaluation/golden.ts';
import { chunksOf } from '../files/chunk-text.ts';
import { singleSource } from './source-row.ts';
import { publishKnowledge, storePart } from './store-chunks.ts';

export interface Faq {
  id: number;
  question: string;
  answer: string;
}

/** Makes an answered question part of the knowledge, or removes it from there. */
export const teach = async (scope: Scope, { id, question, answer }: Faq, isGone = false): Promise<void> => {
  const sourceId = await singleSource(scope, 'faq');
  const chunks = isGone ? [] : chunksOf([{ headings: [question], text: answer }]);
  await storePart(scope, sourceId, { part: `faq:${id}`, chunks });
  await scope.sql.run(sql`update assistant.source set read_at = now() where id = ${sourceId}`);
  await publishKnowledge(scope, sourceId);
};

/** Adds a question with its answer, which the assistant knows from then on. */
export const addFaq = async (
  scope: Scope,
  { question, answer }: Omit<Faq, 'id'>,
  by: number | null,
): Promise<number> => {
  const row = await scope.sql.one<{ id: number }>(
    sql`insert into assistant.faq (question, answer, created_by) values (${question}, ${answer}, ${by}) returning id`,
  );
  const id = row?.id ?? 0;
  await teach(scope, { id, question, answer });
  return id;
};

/** The question becomes one of the test: its answer has to come from there, with its figures. */
export const testLater = async (scope: Scope, question: string, answer: string, by: number | null): Promise<void> => {
  await assertRoom(scope);
  const sourceId = await singleSource(scope, 'faq');
  await addGolden(scope, { question, must: expectedOf(answer), mustNot: [], tool: null, sourceId }, by);
};
