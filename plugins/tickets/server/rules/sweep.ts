import { job, sql, type Scope } from '@balcao/sdk/server';
import { closeQuiet, companiesWithQuiet, remindQuiet } from './inactivity.ts';
import { companiesWithUndecided, redirectUndecided } from './redirect.ts';

/** Runs the rules that depend on the passing of time, every minute in each company with a conversation that is due. */
export const sweep = job<Record<string, never>>('tickets.sweep');

export const sweepDue = sql`${companiesWithUndecided} union all ${companiesWithQuiet}`;

export const sweepConversations = async (scope: Scope): Promise<void> => {
  await redirectUndecided(scope);
  // Closing comes first: a conversation that is due for both gets no reminder together with its farewell.
  await closeQuiet(scope);
  await remindQuiet(scope);
};
