import { AppError, conflict, sql, type Scope } from '@balcao/sdk/server';
import type { ModelChoice, Purpose, RunFacts, RunSubject, Usage } from '../../contract.ts';
import { availability, resolve, type Resolved, type Target } from '../providers/resolver.ts';
import type { Attempt } from './attempt.ts';
import { FairQueue } from './fair-queue.ts';
import { beginRun, endRun, noUsage, type RunState } from './run-rows.ts';
import { stopped, withProvider } from './with-provider.ts';
import { providerError } from '../protocol/provider-error.ts';

/** Calls of one node at once, and calls of one company that may wait. */
const queue = new FairQueue({ total: 64, longest: 200 });

const limits: Readonly<Record<Purpose, { firstMs: number; totalMs: number }>> = {
  suggest: { firstMs: 10_000, totalMs: 30_000 },
  chat: { firstMs: 30_000, totalMs: 600_000 },
  assistant: { firstMs: 30_000, totalMs: 60_000 },
  summary: { firstMs: 60_000, totalMs: 120_000 },
  transcribe: { firstMs: 120_000, totalMs: 120_000 },
  embed: { firstMs: 30_000, totalMs: 60_000 },
};
const aliveMs = 10_000;

/** Facts that the work of a run reports while it runs. */
export interface Progress {
  usage: Usage;
  audioSeconds?: number;
  state: RunState;
  /** Performance time of the first shown piece; undefined: none yet. */
  firstAt: number | undefined;
}
interface RunRequest {
  purpose: Purpose;
  subject: RunSubject;
  signal: AbortSignal | undefined;
  limitMs: number | undefined;
  trial?: ModelChoice | undefined;
}

/** A person in a hurry and a ticket in a loop are both stopped before they cost anything. */
const countAttempts = async (scope: Scope, { ticketId }: RunSubject): Promise<void> => {
  try {
    if (scope.user) await scope.attempts.count('ai-person', scope.user.id, { max: 30, seconds: 60 });
    if (ticketId !== undefined) await scope.attempts.count('ai-ticket', ticketId, { max: 300, seconds: 86_400 });
  } catch (error) {
    if (error instanceof AppError && error.status === 429)
      throw new AppError(429, 'ERR_AI_LIMIT', { ...(error.context && { context: { ...error.context } }) });
    throw error;
  }
};

const readyTargets = async (scope: Scope, purpose: Purpose, trial: ModelChoice | undefined): Promise<Resolved> => {
  const resolved = await resolve(scope, purpose, trial);
  const { reason } = await availability(scope, purpose, resolved);
  if (reason !== null) throw conflict(reason);
  return resolved;
};

/** The signals of a call: its caller's, its scope's and its limit. */
const callSignal = (
  scope: Scope,
  given: AbortSignal | undefined,
  totalMs: number,
): { signal: AbortSignal; end(): void } => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(providerError('ERR_AI_TIMEOUT', { detail: 'No answer in time' })), totalMs);
  const person = given ? AbortSignal.any([scope.signal, given]) : scope.signal;
  return { signal: AbortSignal.any([person, late.signal]), end: () => clearTimeout(timer) };
};

/** Makes one run: waits for its turn, asks the providers, and stores what it cost, however it ends. */
export const run = async <T>(
  scope: Scope,
  { purpose, subject, signal: given, limitMs, trial }: RunRequest,
  work: (attempt: Attempt, resolved: Resolved, progress: Progress) => Promise<T>,
): Promise<T & RunFacts> => {
  const resolved = await readyTargets(scope, purpose, trial);
  await countAttempts(scope, subject);
  const { firstMs, totalMs } = limits[purpose];
  const { signal, end } = callSignal(scope, given, limitMs ?? totalMs);
  const atOnce = scope.settings.get<number>('aiAtOnce');
  try {
    return await queue.run(scope.company.id, atOnce, signal, async () => {
      const began = performance.now();
      const id = await beginRun(scope, purpose, subject);
      const alive = setInterval(() => {
        void scope.sql.run(sql`update chatai.run set seen_at = now() where id = ${id}::uuid`).catch(() => undefined);
      }, aliveMs);
      let target: Target | undefined;
      const progress: Progress = { usage: noUsage, state: 'done', firstAt: undefined };
      const finish = async (state: RunState, error: string | null): Promise<RunFacts> => {
        clearInterval(alive);
        const ms = Math.round(performance.now() - began);
        const firstTokenMs = progress.firstAt === undefined ? null : Math.round(progress.firstAt - began);
        const { usage, audioSeconds = 0 } = progress;
        const outcome = { state, target, usage, audioSeconds, firstTokenMs, ms, error };
        const costMicros = await endRun(scope, id, purpose, outcome);
        return {
          runId: id,
          provider: target?.title ?? '',
          model: target?.model ?? '',
          usage,
          costMicros,
          firstTokenMs,
          ms,
        };
      };
      try {
        const call = {
          firstMs,
          signal,
          hasBegun: () => progress.firstAt !== undefined,
          work: (attempt: Attempt) => work(attempt, resolved, progress),
        };
        const answer = await withProvider(scope, resolved, call, (asked) => {
          target = asked;
        });
        return { ...answer, ...(await finish(progress.state, null)) };
      } catch (error) {
        const code = error instanceof AppError ? error.code : 'ERR_INTERNAL';
        await finish(code === 'ERR_AI_STOPPED' ? 'stopped' : 'failed', code);
        throw error;
      }
    });
  } catch (error) {
    // The caller left while it waited for its turn.
    if (!(error instanceof AppError) && signal.aborted) throw stopped();
    throw error;
  } finally {
    end();
  }
};
