import { AppError, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { evaluate } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { decideByWords, type Counts } from '../conversation/before-model.ts';
import { sourcesOf } from '../conversation/deliver.ts';
import { historyOf, type History } from '../conversation/history.ts';
import type { Outcome } from '../conversation/loop.ts';
import { goLive, lockVersions } from '../profile/live.ts';
import { answerOnTrial, noCounts, onlyQuestion } from './answer.ts';
import { publishEvaluation, requireEvaluation, type Evaluation, type Pair } from './evaluation-rows.ts';
import { judge, type Fault } from './judge.ts';
import { lostRuns, takeLease } from './lease.ts';
import { present, trialOf, type Trial } from './trial.ts';

/** Fewer than a company may ask at once, so that customers are answered meanwhile. */
const atOnce = 2;
/** A job may take 15 minutes; what is left then goes on in another. */
const partMs = 10 * 60_000;
/** Nobody continues a run whose runner has given no sign for so long. */
const lostMinutes = 20;
const keptDays = 90;
const keptReplayDays = 30;

/** Runs on this node, so that cancelling ends their calls of the model at once. */
const running = new Map<string, AbortController>();
const keyOf = (scope: Scope, id: number): string => `${scope.company.id}:${id}`;

interface Item {
  n: number;
  side: 'old' | 'new';
  question: string;
  expected: Pair['expected'];
  messageId: number | null;
}

/** Errors after which every further question would fail the same way. */
const endsAll = (code: string): boolean =>
  [
    'ERR_AI_NOT_CONFIGURED',
    'ERR_AI_OFF',
    'ERR_AI_BUDGET',
    'ERR_AI_KEY',
    'ERR_AI_QUOTA',
    'ERR_NO_AI_PROVIDER_FOUND',
  ].includes(code);

const isRunning = async (scope: Scope, id: number): Promise<boolean> =>
  (await scope.sql.one(sql`select 1 from assistant.evaluation where id = ${id} and state = 'running'`)) !== undefined;

const historyFor = async (scope: Scope, ticketId: number | null, { question, messageId }: Item): Promise<History> =>
  ticketId === null || messageId === null ? onlyQuestion(question) : historyOf(scope, ticketId, messageId);

interface Answer {
  state: 'passed' | 'failed' | 'said';
  faults: Fault[];
  kind: string;
  reason: string | null;
  text: string;
  tools: readonly string[];
  sources: unknown;
  costMicros: number | null;
}

const answerOf = ({ expected }: Item, outcome: Outcome): Answer => {
  const faults = expected === null ? [] : judge(expected, outcome);
  return {
    state: expected === null ? 'said' : faults.length === 0 ? 'passed' : 'failed',
    faults,
    kind: outcome.kind,
    reason: outcome.kind === 'handover' ? outcome.reason : null,
    text: outcome.kind === 'answer' ? outcome.text : outcome.kind === 'handover' ? outcome.note : '',
    tools: outcome.tools,
    sources: sourcesOf(outcome.passages),
    costMicros: outcome.costMicros,
  };
};

const failure = (code: string): Answer => ({
  state: 'failed',
  faults: [{ kind: 'error', text: code }],
  kind: 'error',
  reason: code,
  text: '',
  tools: [],
  sources: [],
  costMicros: null,
});

const store = async (scope: Scope, id: number, { n, side }: Item, answer: Answer, ms: number): Promise<void> => {
  await scope.sql.run(
    sql`update assistant.evaluation_item
           set state = ${answer.state}, faults = ${JSON.stringify(answer.faults)}::jsonb, kind = ${answer.kind}, reason = ${answer.reason},
               text = ${answer.text}, tools = ${[...answer.tools]}::text[], sources = ${JSON.stringify(answer.sources)}::jsonb,
               ms = ${ms}, cost_micros = ${answer.costMicros}
         where evaluation_id = ${id} and n = ${n} and side = ${side}`,
  );
  await scope.sql.run(sql`update assistant.evaluation set seen_at = now() where id = ${id}`);
  await publishEvaluation(scope, id);
};

const end = async (scope: Scope, id: number, state: 'done' | 'failed', error: string | null): Promise<void> => {
  await scope.sql.run(
    sql`update assistant.evaluation set state = ${state}, error = ${error}, ended_at = now() where id = ${id} and state = 'running'`,
  );
};

/** Misunderstandings and angry words before a message of a replay count, as they did in the conversation. */
const countsBefore = (items: readonly Item[], item: Item, { profile }: Trial): Counts =>
  items
    .filter(({ n, side }) => n < item.n && side === item.side)
    .reduce<Counts>((counts, { question }) => decideByWords(question, profile, counts).counts, noCounts);

const answerAll = async (scope: Scope, { id, ticketId, candidate }: Evaluation, signal: AbortSignal): Promise<void> => {
  const trials = { old: await present(scope), new: await trialOf(scope, candidate) };
  const all = await scope.sql.rows<Item & { isWaiting: boolean } & Record<string, unknown>>(
    sql`select n, side, question, expected, message_id::int as "messageId", state = 'waiting' as "isWaiting"
          from assistant.evaluation_item where evaluation_id = ${id} and not is_copied order by n, side`,
  );
  const waiting = all.filter(({ isWaiting }) => isWaiting);
  const until = Date.now() + partMs;
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      if (signal.aborted || Date.now() > until || !(await isRunning(scope, id))) return;
      const trial = trials[item.side];
      const before = ticketId === null ? noCounts : countsBefore(all, item, trial);
      const began = performance.now();
      let answer: Answer;
      try {
        const history = await historyFor(scope, ticketId, item);
        const question = { ticketId, history, words: item.question, before };
        answer = answerOf(item, await answerOnTrial(scope, question, trial, signal));
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof AppError))
          scope.log.error({ error, evaluation: id }, 'a question could not be answered');
        const code = error instanceof AppError ? error.code : 'ERR_INTERNAL';
        if (endsAll(code)) {
          waiting.length = 0;
          return end(scope, id, 'failed', code);
        }
        answer = failure(code);
      }
      await store(scope, id, item, answer, Math.round(performance.now() - began));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

/**
 * Ends a run. New instructions go live with it, by themselves, when their author wanted it and nothing is worse than
 * before: nobody sees the one without the other.
 */
const conclude = (scope: Scope, id: number): Promise<void> =>
  scope.tx(async (inner) => {
    await lockVersions(inner);
    await end(inner, id, 'done', null);
    const { state, goesLive, worse, candidate, labels } = await requireEvaluation(inner, id);
    const { versionId } = candidate;
    if (state !== 'done' || !goesLive || worse > 0 || versionId === null) return;
    const live = await inner.sql.one<{ number: number }>(sql`select number from assistant.version where is_live`);
    // Somebody put other settings into use meanwhile: with those it was not compared.
    if ((live?.number ?? null) !== (labels.old?.version ?? null)) return;
    await goLive(inner, versionId);
    await inner.sql.run(sql`update assistant.evaluation set used_at = now() where id = ${id}`);
  });

/** Cancels a run wherever it runs: on this node at once, elsewhere before its next question. */
export const cancelEvaluation = async (scope: Scope, id: number): Promise<void> => {
  await scope.sql.run(
    sql`update assistant.evaluation set state = 'cancelled', ended_at = now() where id = ${id} and state = 'running'`,
  );
  running.get(keyOf(scope, id))?.abort();
  await publishEvaluation(scope, id);
};

/** Writes the answers of a run, unless another server does; exported for tests with several nodes. */
export const runEvaluation = async (scope: Scope, id: number, part: number): Promise<void> => {
  const lease = await takeLease(scope, id);
  if (!lease) return;
  const controller = new AbortController();
  running.set(keyOf(scope, id), controller);
  try {
    const signal = AbortSignal.any([controller.signal, lease.signal, scope.signal]);
    await answerAll(scope, await requireEvaluation(scope, id), signal);
  } finally {
    running.delete(keyOf(scope, id));
    await lease.end();
  }
  // The server stops: another one goes on with what is left.
  scope.signal.throwIfAborted();
  if (lease.signal.aborted) return;
  const { state, done, total } = await requireEvaluation(scope, id);
  if (state === 'running' && done < total)
    await scope.jobs.schedule(evaluate, { evaluationId: id, part: part + 1 }, { key: `evaluation:${id}:${part + 1}` });
  else if (state === 'running') await conclude(scope, id);
  await publishEvaluation(scope, id);
};

export const evaluationJob = (host: Host<typeof manifest>): void => {
  host.job(evaluate, {
    data: z.object({ evaluationId: z.number(), part: z.number() }),
    handle: ({ evaluationId, part }, scope) => runEvaluation(scope, evaluationId, part),
  });
};

/** Continues runs whose server died, and gives up those that nobody continues. */
export const continueEvaluations = async (scope: Scope): Promise<void> => {
  for (const id of await lostRuns(scope))
    await scope.jobs.schedule(
      evaluate,
      { evaluationId: id, part: 0 },
      { key: `evaluation:${id}:taken:${Math.floor(Date.now() / 60_000)}` },
    );
  await scope.sql.run(
    sql`update assistant.evaluation set state = 'failed', error = 'ERR_EVALUATION_LOST', ended_at = now()
         where state = 'running' and seen_at < now() - make_interval(mins => ${lostMinutes})`,
  );
};

export const deleteOldEvaluations = async (scope: Scope): Promise<void> => {
  await scope.sql.run(
    sql`delete from assistant.evaluation
         where ended_at < now() - make_interval(days => case when ticket_id is null then ${keptDays}::int else ${keptReplayDays}::int end)`,
  );
};
