import { sql, z, type Scope } from '@balcao/sdk/server';
import { storable } from '../knowledge/source-row.ts';

/** More would make a run of them slow and dear. */
export const maxQuestions = 200;

const phrase = z.string().transform(storable).pipe(z.string().trim().min(1, 'Required').max(200, 'Too Long!'));
const phrases = z.array(phrase).max(10, 'Too Long!').default([]);

/** The conditions that an answer must meet. */
export const expectation = z.object({
  must: phrases.describe('The answer contains each of them, regardless of case, accents and punctuation.'),
  mustNot: phrases.describe('The answer contains none of them.'),
  tool: z
    .string()
    .trim()
    .max(64)
    .nullable()
    .default(null)
    .transform((name) => name || null)
    .describe('A tool that it has to use, such as `handover`.'),
  sourceId: z.number().int().positive().max(2_147_483_647).nullable().default(null),
});
export type Expectation = z.output<typeof expectation>;

export const goldenForm = expectation
  .extend({
    question: z.string('Required').transform(storable).pipe(z.string().trim().min(1, 'Required').max(300, 'Too Long!')),
  })
  // A question that expects nothing would always pass.
  .refine(
    ({ must, mustNot, tool, sourceId }) => must.length + mustNot.length > 0 || tool !== null || sourceId !== null,
    {
      path: ['must'],
      message: 'Required',
    },
  );
export type GoldenForm = z.output<typeof goldenForm>;

export const goldenOutput = z.object({
  id: z.number(),
  question: z.string(),
  must: z.array(z.string()),
  mustNot: z.array(z.string()),
  tool: z.string().nullable(),
  sourceId: z.number().nullable(),
});
export type Golden = z.output<typeof goldenOutput>;

export const listGolden = (scope: Scope): Promise<Golden[]> =>
  scope.sql.rows<Golden & Record<string, unknown>>(
    sql`select id, question, must, must_not as "mustNot", tool, source_id as "sourceId" from assistant.golden order by id`,
  );

export const addGolden = async (
  scope: Scope,
  { question, must, mustNot, tool, sourceId }: GoldenForm,
  by: number | null,
): Promise<number> => {
  const row = await scope.sql.one<{ id: number }>(
    sql`insert into assistant.golden (question, must, must_not, tool, source_id, created_by)
        values (${question}, ${must}::text[], ${mustNot}::text[], ${tool}, ${sourceId}, ${by}) returning id`,
  );
  return row?.id ?? 0;
};

const figures = /(?:R\$|US\$|€)\s?\d[\d.,]*\d|\d+(?:[.,:/h-]\d+)*\s?(?:%|horas?|dias?|meses|anos?|h\b)?/g;

/**
 * Returns what a question expects after a person wrote its answer: the prices, times and terms, which a model must not
 * change. Without any, that the answer is found among the questions with answers.
 */
export const expectedOf = (answer: string): string[] =>
  [...new Set((answer.match(figures) ?? []).map((figure) => figure.trim()))]
    .filter((figure) => figure !== '')
    .slice(0, 5);
