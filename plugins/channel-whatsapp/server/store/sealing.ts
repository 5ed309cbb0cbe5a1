import { createHmac, randomBytes } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';

/** Encrypts values for the database, each bound to its row. */
export interface Sealing {
  seal(text: string, context: string): string;
  /** Throws when the value was sealed with another key or for another row. */
  open(sealed: string, context: string): string;
  /** Replaces a name that must not be readable either. */
  digest(name: string): Buffer;
}

export const openSealing = async ({ secrets, company }: Scope): Promise<Sealing> => {
  const nameKey = Buffer.from(await secrets.once('names', () => randomBytes(32).toString('hex')), 'hex');
  return {
    seal: (text, context) => secrets.box.seal(text, context),
    open(sealed, context) {
      const text = secrets.box.open(sealed, context);
      if (text === undefined) throw new Error(`stored value of WhatsApp could not be decrypted: ${context}`);
      return text;
    },
    digest: (name) => createHmac('sha256', nameKey).update(`${company.id}/${name}`).digest().subarray(0, 16),
  };
};
