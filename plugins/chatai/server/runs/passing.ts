import { AppError, RetryLater } from '@balcao/sdk/server';
import { ProviderError } from '../protocol/provider-error.ts';

const codes: ReadonlySet<string> = new Set([
  'ERR_AI_BUSY',
  'ERR_AI_DOWN',
  'ERR_AI_RATE',
  'ERR_AI_TIMEOUT',
  'ERR_AI_STOPPED',
]);

/** Returns true for failures that pass by themselves: a job that meets one is tried again. */
export const isPassing = (error: unknown): boolean => error instanceof AppError && codes.has(error.code);

/** A text that comes a day late still helps; what is older is given up. */
const patienceMs = 24 * 3_600_000;
const shortestMs = 5_000;
const longestMs = 3_600_000;

/**
 * Returns what a job throws after a failure that passes by itself, when its work has waited since `since`
 * (milliseconds): it is called again after a pause that grows with this age. Undefined for other failures, and after a
 * day: nothing is tried any more.
 */
export const laterFor = (error: unknown, since: number): RetryLater | undefined => {
  const age = Date.now() - since;
  if (!isPassing(error) || age > patienceMs) return undefined;
  const { waitMs = 0 } = error instanceof ProviderError ? error : {};
  // Without a limit: the call was not made at all, because others failed a moment ago.
  const asked = Number.isFinite(waitMs) ? waitMs : 0;
  // Not all at once when the provider is back.
  const usual = (age / 2) * (0.9 + Math.random() * 0.1);
  return new RetryLater(Math.min(longestMs, Math.max(shortestMs, usual, asked)), (error as AppError).code);
};
