import { createHmac, randomBytes } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';

const nameOf = (userId: number): string => `two-step:${userId}`;

export const seal = ({ secrets }: Scope, userId: number, secret: string): string =>
  secrets.box.seal(secret, nameOf(userId));

/**
 * Returns the secret; undefined when it cannot be decrypted, as after the installation's key was lost. Then no code of
 * the app is valid: a recovery code is, and an administrator may reset the person's two-step login.
 */
export const open = ({ secrets, log }: Scope, userId: number, sealed: string): string | undefined => {
  const secret = secrets.box.open(sealed, nameOf(userId));
  if (secret === undefined) log.warn({ userId }, 'key of a two-step login cannot be decrypted');
  return secret;
};

const hashKeyOf = async ({ secrets }: Scope): Promise<Buffer> =>
  Buffer.from(await secrets.once('recovery-codes', () => randomBytes(32).toString('base64')), 'base64');

/**
 * Returns a recovery code as it is stored: a keyed hash, because ten digits are guessed in no time from a plain one.
 */
export const hashOf = async (scope: Scope, userId: number, code: string): Promise<Buffer> =>
  createHmac('sha256', await hashKeyOf(scope))
    .update(`${scope.company.id}:${userId}:${code}`)
    .digest();
