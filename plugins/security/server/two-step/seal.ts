import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';

const keyOf = async (scope: Scope): Promise<Buffer> =>
  Buffer.from(await scope.secrets.once('two-step', () => randomBytes(32).toString('base64')), 'base64');

/** The company and person are authenticated with the encryption: a secret copied to another row cannot be decrypted. */
const authenticatedData = (scope: Scope, userId: number): Buffer => Buffer.from(`${scope.company.id}:${userId}`);

export const seal = async (scope: Scope, userId: number, secret: string): Promise<Buffer> => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(scope), iv).setAAD(authenticatedData(scope, userId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/**
 * Returns the secret; undefined when it cannot be decrypted, as after the installation's key was lost. Then no code of
 * the app is valid: a recovery code is, and an administrator may reset the person's two-step login.
 */
export const open = async (scope: Scope, userId: number, sealed: Uint8Array): Promise<string | undefined> => {
  const bytes = Buffer.from(sealed);
  const key = await keyOf(scope);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(authenticatedData(scope, userId))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch (error) {
    scope.log.warn({ userId, error }, 'key of a two-step login cannot be decrypted');
    return undefined;
  }
};

/**
 * Returns a recovery code as it is stored: a keyed hash, because ten digits are guessed in no time from a plain one.
 */
export const hashOf = async (scope: Scope, userId: number, code: string): Promise<Buffer> =>
  createHmac('sha256', await keyOf(scope))
    .update(`${scope.company.id}:${userId}:${code}`)
    .digest();
