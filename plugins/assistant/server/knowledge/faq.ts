import { sql, type Scope } from '@balcao/sdk/server';
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
