import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type Scope } from '@balcao/sdk/server';
import type { Resolved, Target } from '../providers/resolver.ts';
import { providerError, ProviderError } from '../protocol/provider-error.ts';
import { attempt, type Attempt } from './attempt.ts';
import { Breaker } from './breaker.ts';

/** Repetitions of a call that failed before anything of the answer was shown. */
const maxRepetitions = 2;
/** A provider that asks for a longer wait is given up for now. */
const longestWaitMs = 10_000;

const breaker = new Breaker();
const nameOf = (scope: Scope, { owner, id, baseUrl }: Target): string =>
  `${owner === 'company' ? scope.company.id : ''}:${id}:${baseUrl}`;

const mayRepeat = ({ code }: ProviderError): boolean => ['ERR_AI_DOWN', 'ERR_AI_RATE'].includes(code);
/** Other refusals are about this one call and say nothing about the provider. */
const isProvidersFault = ({ code }: ProviderError): boolean =>
  ['ERR_AI_DOWN', 'ERR_AI_TIMEOUT', 'ERR_AI_RATE', 'ERR_AI_QUOTA'].includes(code);

export const stopped = (): AppError => new AppError(409, 'ERR_AI_STOPPED');

/** Turns whatever a call throws into an error with a code. */
const codeOf = (error: unknown, signal: AbortSignal): AppError => {
  if (error instanceof AppError) return error;
  const { reason } = signal as { reason: unknown };
  if (signal.aborted) return reason instanceof AppError ? reason : stopped();
  return providerError('ERR_AI_DOWN', { detail: error instanceof Error ? error.name : '' });
};

interface Call<T> {
  firstMs: number;
  signal: AbortSignal;
  /** True once a part of the answer was shown: then nothing is repeated. */
  hasBegun(): boolean;
  work(attempt: Attempt): Promise<T>;
}

const askOnce = async <T>(scope: Scope, target: Target, { firstMs, signal, work }: Call<T>): Promise<T> => {
  const name = nameOf(scope, target);
  if (!breaker.allows(name)) throw providerError('ERR_AI_DOWN', { detail: 'Paused after failures', waitMs: Infinity });
  let made: Attempt | undefined;
  try {
    made = await attempt(scope, target, signal, firstMs);
    const answer = await work(made);
    breaker.succeeded(name);
    return answer;
  } catch (error) {
    const known = codeOf(error, made?.signal ?? signal);
    if (known instanceof ProviderError && isProvidersFault(known) && !signal.aborted) breaker.failed(name);
    else breaker.forget(name);
    throw known;
  } finally {
    made?.end();
  }
};

const askRepeatedly = async <T>(scope: Scope, target: Target, call: Call<T>): Promise<T> => {
  for (let repetition = 0; ; repetition += 1) {
    try {
      return await askOnce(scope, target, call);
    } catch (error) {
      if (!(error instanceof ProviderError) || !mayRepeat(error) || call.hasBegun()) throw error;
      const waitMs = error.waitMs ?? 300 * 2 ** repetition + Math.random() * 200;
      if (repetition >= maxRepetitions || waitMs > longestWaitMs) throw error;
      await wait(waitMs, undefined, { signal: call.signal }).catch(() => {
        throw codeOf(undefined, call.signal);
      });
    }
  }
};

/** Asks the providers of a purpose in their order, until one answers. */
export const withProvider = async <T>(
  scope: Scope,
  { targets }: Resolved,
  call: Call<T>,
  asks: (target: Target) => void,
): Promise<T> => {
  let last: unknown;
  for (const target of targets) {
    asks(target);
    try {
      return await askRepeatedly(scope, target, call);
    } catch (error) {
      last = error;
      if (!(error instanceof ProviderError) || call.hasBegun() || call.signal.aborted) throw error;
      // Another model reads the same text no better, and may not accept the same file either.
      if (error.code === 'ERR_AI_TOO_LONG' || error.code === 'ERR_AI_AUDIO') throw error;
      scope.log.warn({ provider: target.title, code: error.code }, 'a provider of models did not answer');
    }
  }
  throw last;
};
