import { AppError, sql, type Scope } from '@balcao/sdk/server';

const foundADay = { max: 20, seconds: 86_400 };
const counter = 'email-of-another-company';

/**
 * Limits guessing of e-mail addresses. They are unique in the whole platform, so a refusal reveals that somebody
 * elsewhere uses one. A few a day are mistakes, many are a list being tried. Undefined: the change has no new address.
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
