import { AsyncLocalStorage } from 'node:async_hooks';
import type { CurrentUser } from '@balcao/sdk/server';

const present = new AsyncLocalStorage<number>();

/** Runs the work of a super user in a company that is not their own. Rows written meanwhile name nobody. */
export const withImpersonation = <T>(user: Pick<CurrentUser, 'id' | 'impersonating'> | undefined, work: () => T): T =>
  user?.impersonating ? present.run(user.id, work) : work();

/** Runs work outside the impersonation, because events and jobs that it started belong to nobody. */
export const withoutImpersonation = <T>(work: () => T): T => present.exit(work);

/**
 * Returns the statement that announces the impersonation to the database, to be sent in front of a transaction;
 * undefined without one.
 */
export const impersonationStatement = (): string | undefined => {
  const id = present.getStore();
  return id === undefined ? undefined : `select set_config('app.impersonator', '${id}', true)`;
};
