import { randomBytes } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';

/** The key of the hashes of numbers: without it nobody can try out which numbers are behind them. */
export const optOutKey = (scope: Scope): Promise<string> =>
  scope.secrets.once('opt-out-key', () => randomBytes(32).toString('base64url'));
