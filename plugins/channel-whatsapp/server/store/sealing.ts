import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';

const algorithm = 'aes-256-gcm';

/** Encrypts values for the database, each bound to its row. */
export interface Sealing {
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
  /** Replaces a name that must not be readable either. */
  digest(name: string): Buffer;
}

const derived = (secret: Buffer, what: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', what, 32));

export const openSealing = async (scope: Scope): Promise<Sealing> => {
  const secret = Buffer.from(await scope.secrets.once('sessions', () => randomBytes(32).toString('hex')), 'hex');
  const [values, names] = [derived(secret, 'values'), derived(secret, 'names')];
  const boundTo = (context: string): Buffer => Buffer.from(`${scope.company.id}/${context}`);
  return {
    seal(text, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(algorithm, values, nonce).setAAD(boundTo(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(algorithm, values, bytes.subarray(0, 12)).setAAD(boundTo(context));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    digest: (name) => createHmac('sha256', names).update(`${scope.company.id}/${name}`).digest().subarray(0, 16),
  };
};
