import { AsyncLocalStorage } from 'node:async_hooks';
import type { CurrentUser } from '@balcao/sdk/server';

const present = new AsyncLocalStorage<number>();

/** What a super user does in a company that is not their own: rows written meanwhile name nobody in their place. */
export const withImpersonation = <T>(user: Pick<CurrentUser, 'id' | 'impersonating'> | undefined, work: () => T): T =>
  user?.impersonating ? present.run(user.id, work) : work();

/** Events and jobs that a visitor woke are nobody's. */
export const withoutImpersonation = <T>(work: () => T): T => present.exit(work);

/** The statement that tells the database who visits, to be sent in front of a transaction; undefined: nobody does. */
export const impersonationStatement = (): string | undefined => {
  const id = present.getStore();
  return id === undefined ? undefined : `select set_config('app.visitor', '${id}', true)`;
};
