import { job, type Scope } from '@balcao/sdk/server';
import { closeQuiet, remindQuiet } from './inactivity.ts';
import { redirectUndecided } from './redirect.ts';

/** Runs the rules that depend on the passing of time, every minute in each company. */
export const sweep = job<Record<string, never>>('tickets.sweep');

export const sweepConversations = async (scope: Scope): Promise<void> => {
  await redirectUndecided(scope);
  await remindQuiet(scope);
  await closeQuiet(scope);
};
