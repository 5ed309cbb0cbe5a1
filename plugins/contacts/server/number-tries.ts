import type { Scope } from '@balcao/sdk/server';
import { isMasked } from './masking.ts';

const limits = [
  { name: 'number-minute', max: 20, seconds: 60 },
  { name: 'number-day', max: 60, seconds: 86_400 },
] as const;

/**
 * An answer that depends on a number which somebody wrote tells whether a contact has it. Whoever may not see numbers
 * gets few such answers, each on the company's record: enough to write to somebody who told theirs, too few to guess.
 */
export const countTry = async (scope: Scope, number: string): Promise<void> => {
  if (!scope.user || !isMasked(scope)) return;
  for (const { name, ...limit } of limits) await scope.attempts.count(name, scope.user.id, limit);
  await scope.audit({ action: 'contacts.number-tried', subject: number });
};
