import { AppError } from '@balcao/sdk/server';

const codes: ReadonlySet<string> = new Set([
  'ERR_AI_BUSY',
  'ERR_AI_DOWN',
  'ERR_AI_RATE',
  'ERR_AI_TIMEOUT',
  'ERR_AI_STOPPED',
]);

/** Returns true for failures that pass by themselves: a job that meets one is tried again. */
export const isPassing = (error: unknown): boolean => error instanceof AppError && codes.has(error.code);
