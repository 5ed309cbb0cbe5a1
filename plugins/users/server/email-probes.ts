import { AppError, sql, type Scope } from '@balcao/sdk/server';

const foundADay = { max: 20, seconds: 86_400 };
const counter = 'email-of-another-company';

/**
 * Addresses are the whole platform's, so a refusal tells that somebody elsewhere has one. Few such answers a day are
 * mistakes, many are a list being tried. Undefined: no new address is asked for.
 */
export const withoutProbing = async <T>(
  email: string | undefined,
  scope: Scope,
  work: () => Promise<T>,
): Promise<T> => {
  const own = sql`select u.id from kernel.user u where lower(u.email) = lower(${email ?? ''})`;
  if (email === undefined || scope.user?.super || (await scope.sql.one(own))) return work();
  const { id } = scope.company;
  await scope.attempts.count(counter, id, foundADay);
  let isTaken = false;
  try {
    return await work();
  } catch (error) {
    isTaken = error instanceof AppError && error.code === 'ERR_EMAIL_IN_USE';
    throw error;
  } finally {
    if (!isTaken) await scope.attempts.forgive(counter, id);
  }
};
