import type { Scope } from '@balcao/sdk/server';
import { isMasked } from './masking.ts';

const limits = [
  { name: 'number-minute', max: 20, seconds: 60 },
  { name: 'number-day', max: 60, seconds: 86_400 },
] as const;

/**
 * Counts an answer that reveals if a contact has a given number. People who may not see numbers get few of them, each
 * with an audit entry: enough to write to somebody who gave theirs, too few to guess.
 */
export const countLookup = async (scope: Scope, number: string): Promise<void> => {
  if (!scope.user || !isMasked(scope)) return;
  for (const { name, ...limit } of limits) await scope.attempts.count(name, scope.user.id, limit);
  await scope.audit({ action: 'contacts.number-tried', subject: number });
};
