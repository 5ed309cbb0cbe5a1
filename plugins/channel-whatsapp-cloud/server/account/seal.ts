import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';

const algorithm = 'aes-256-gcm';

/** Returns the installation’s key, which the kernel stores encrypted. */
const keyOf = async ({ secrets }: Scope): Promise<Buffer> =>
  Buffer.from(await secrets.once('account-key', () => randomBytes(32).toString('base64')), 'base64');

/** Returns the context of a sealed text, which cannot be opened in another row or field. */
const contextOf = (scope: Scope, connectionId: number, field: string): Buffer =>
  Buffer.from(`${scope.company.id}/${connectionId}/${field}`);

export const seal = async (scope: Scope, connectionId: number, field: string, text: string): Promise<string> => {
  if (text === '') return '';
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, await keyOf(scope), nonce).setAAD(contextOf(scope, connectionId, field));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
};

/**
 * Decrypts a secret. One that cannot be opened, as after a restore with another key, counts as absent: the company
 * enters it again.
 */
export const open = async (scope: Scope, connectionId: number, field: string, stored: string): Promise<string> => {
  if (stored === '') return '';
  const [nonce = '', tag = '', sealed = ''] = stored.split('.');
  const key = await keyOf(scope);
  try {
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), {
      authTagLength: 16,
    });
    decipher.setAAD(contextOf(scope, connectionId, field)).setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
  } catch (error) {
    scope.log.warn({ err: error, connection: connectionId, field }, 'account secret could not be decrypted');
    return '';
  }
};
