import { localDate, sql, type Scope } from '@balcao/sdk/server';
import type { Purpose, RunSubject, Usage } from '../../contract.ts';
import type { Target } from '../providers/resolver.ts';
import { notifyOfBudget } from './budget.ts';

export type RunState = 'done' | 'cut' | 'failed' | 'stopped';

/** The outcome of a run. */
export interface Outcome {
  state: RunState;
  target: Pick<Target, 'title' | 'model'> | undefined;
  usage: Usage;
  audioSeconds?: number;
  firstTokenMs: number | null;
  ms: number;
  error: string | null;
}

export const noUsage: Usage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0, isEstimated: false };

/** Stores that a run began; returns its id. */
export const beginRun = async (scope: Scope, purpose: Purpose, subject: RunSubject): Promise<string> => {
  const { ticketId, messageId, chatId } = subject;
  // A super user who works inside the company is none of its people.
  const userId = subject.userId ?? (scope.user?.impersonating === true ? undefined : scope.user?.id);
  const row = await scope.sql.one<{ id: string }>(
    sql`insert into chatai.run (purpose, ticket_id, message_id, chat_id, user_id)
        values (${purpose}, ${ticketId ?? null}, ${messageId ?? null}, ${chatId ?? null}, ${userId ?? null}) returning id`,
  );
  return row?.id ?? '';
};

/** The price of a run: that of its tokens for a million each, and that of its audio for a minute. */
export const priced = async (
  scope: Scope,
  model: string,
  { promptTokens, cachedTokens, completionTokens }: Usage,
  seconds: number,
): Promise<number | null> => {
  const row = await scope.sql.one<{ cost: number }>(
    sql`select ceil(case when t.micros > 0 then t.micros else ${seconds}::numeric * p.minute_micros / 60 end)::bigint as cost
          from chatai.price p,
               lateral (select (${promptTokens - cachedTokens}::numeric * p.input_micros + ${cachedTokens}::numeric * p.cached_micros
                                + ${completionTokens}::numeric * p.output_micros) / 1000000 as micros) t
         where p.model = ${model}`,
  );
  return row?.cost ?? null;
};

/**
 * Stores the outcome of a run, and adds it to the sums of its day. A run that was given up meanwhile, because its node
 * seemed dead, is counted when it ends after all, and only once.
 */
export const endRun = async (scope: Scope, id: string, purpose: Purpose, outcome: Outcome): Promise<number | null> => {
  const { state, target, usage, audioSeconds = 0, firstTokenMs, ms, error } = outcome;
  const model = target?.model ?? '';
  const cost = await priced(scope, model, usage, audioSeconds);
  const day = localDate(new Date(), scope.company.timeZone);
  const isUnpriced = cost === null && usage.promptTokens + usage.completionTokens + audioSeconds > 0;
  await scope.tx(async (inner) => {
    const ended = await inner.sql.run(
      sql`update chatai.run
             set state = ${state}, provider = ${target?.title ?? ''}, model = ${model}, first_token_ms = ${firstTokenMs},
                 ms = ${ms}, prompt_tokens = ${usage.promptTokens}, cached_tokens = ${usage.cachedTokens},
                 completion_tokens = ${usage.completionTokens}, audio_seconds = ${audioSeconds},
                 is_estimated = ${usage.isEstimated}, cost_micros = ${cost}, error = ${error}
           where id = ${id}::uuid and ms is null`,
    );
    if (ended === 0) return;
    await inner.sql.run(
      sql`insert into chatai.usage_day as d (day, purpose, provider, model, runs, failed, unpriced, prompt_tokens,
                 cached_tokens, completion_tokens, audio_seconds, cost_micros)
          values (${day}::date, ${purpose}, ${target?.title ?? ''}, ${model}, 1, ${state === 'failed' ? 1 : 0},
                  ${isUnpriced ? 1 : 0}, ${usage.promptTokens}, ${usage.cachedTokens}, ${usage.completionTokens},
                  ${audioSeconds}, ${cost ?? 0})
          on conflict (company_id, day, purpose, provider, model) do update
            set runs = d.runs + 1, failed = d.failed + excluded.failed, unpriced = d.unpriced + excluded.unpriced,
                prompt_tokens = d.prompt_tokens + excluded.prompt_tokens,
                cached_tokens = d.cached_tokens + excluded.cached_tokens,
                completion_tokens = d.completion_tokens + excluded.completion_tokens,
                audio_seconds = d.audio_seconds + excluded.audio_seconds,
                cost_micros = d.cost_micros + excluded.cost_micros`,
    );
  });
  if (cost !== null && cost > 0) await notifyOfBudget(scope);
  return cost;
};
