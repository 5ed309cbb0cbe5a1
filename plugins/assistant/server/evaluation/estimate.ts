import { sql, z, type Scope } from '@balcao/sdk/server';
import { models } from '@balcao/chatai/contract';
import { systemPrompt } from '../conversation/prompt.ts';
import { definitionsOf, offeredTools } from '../tools/tools.ts';
import type { Candidate } from './evaluation-rows.ts';
import { present, trialOf, type Trial } from './trial.ts';

export const estimateOutput = z.object({
  answers: z.number().describe('Answers that the model will write.'),
  tokens: z.number(),
  costMicros: z.number().nullable().describe('About, in micro-BRL; null: the price of a model is not known.'),
  isReady: z.boolean(),
  reason: z.string().nullable(),
});
export type Estimate = z.output<typeof estimateOutput>;

/** Letters of a token, knowledge found for a question, and what an answer takes: as measured, on average. */
const lettersOfToken = 3.5;
const knowledgeTokens = 700;
const questionTokens = 60;
const answerTokens = 120;
/** Some answers look something up first, which is a second call. */
const callsOfAnswer = 1.3;

const tokensOf = async (
  scope: Scope,
  { profile }: Trial,
): Promise<{ promptTokens: number; completionTokens: number }> => {
  const tools = JSON.stringify(definitionsOf(await offeredTools(scope, profile.toolsOff)));
  const fixed = (systemPrompt(profile, '', scope.company.name).length + tools.length) / lettersOfToken;
  return {
    promptTokens: Math.round((fixed + knowledgeTokens + questionTokens) * callsOfAnswer),
    completionTokens: Math.round(answerTokens * callsOfAnswer),
  };
};

/** The average price of an answer lately, in micro-BRL; undefined: too few were written. */
const paid = async (scope: Scope, trial: Trial): Promise<number | undefined> => {
  // Only of the model in use are enough answers known: a cheaper one must not look as dear.
  if (trial.model) return undefined;
  const row = await scope.sql.one<{ cost: number | null }>(
    sql`select avg(cost_micros)::float8 as cost from (
          select cost_micros from assistant.run where cost_micros is not null and calls > 0 and started_at > now() - interval '7 days'
           order by id desc limit 50) r having count(*) >= 10`,
  );
  return row?.cost ?? undefined;
};

/** Returns the cost of a run, about, before it begins: `questions` answered by each of the trials. */
export const estimate = async (scope: Scope, questions: number, trials: readonly Trial[]): Promise<Estimate> => {
  const service = scope.use(models);
  const { isReady, reason } = await service.available('assistant');
  let tokens = 0;
  let costMicros: number | null = 0;
  for (const trial of trials) {
    const one = await tokensOf(scope, trial);
    tokens += (one.promptTokens + one.completionTokens) * questions;
    const price: number | null = (await paid(scope, trial)) ?? (await service.price('assistant', one, trial.model));
    costMicros = costMicros === null || price === null ? null : costMicros + price * questions;
  }
  return {
    answers: questions * trials.length,
    tokens,
    costMicros: costMicros === null ? null : Math.round(costMicros),
    isReady,
    reason,
  };
};

/** The trials of a run: without a candidate only the present, which is compared with the run before. */
export const trialsOf = async (scope: Scope, candidate: Candidate, isAlone: boolean): Promise<Trial[]> => [
  ...(isAlone ? [] : [await present(scope)]),
  await trialOf(scope, candidate),
];
