import { createHmac, randomBytes } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';

/** Returns the salt of a new secret: the secret itself is not stored in the database. */
export const newSalt = (): Buffer => randomBytes(24);

const installationKey = (scope: Scope): Promise<string> =>
  scope.secrets.once('webhooks', () => randomBytes(32).toString('hex'));

const keyOf = async (scope: Scope, webhookId: number, salt: Buffer): Promise<Buffer> =>
  createHmac('sha256', await installationKey(scope))
    .update(`${scope.company.id}:${webhookId}:`)
    .update(salt)
    .digest();

/** Returns the secret as people paste it into the receiver: `whsec_` and base64, by Standard Webhooks. */
export const secretOf = async (scope: Scope, webhookId: number, salt: Buffer): Promise<string> =>
  `whsec_${(await keyOf(scope, webhookId, salt)).toString('base64')}`;

export interface Signed {
  id: string;
  /** Seconds. */
  timestamp: number;
  body: string;
}

/** Returns the `webhook-signature` of a call: one for each valid secret, so that a rotation loses nothing. */
export const signatures = async (
  scope: Scope,
  webhookId: number,
  salts: readonly Buffer[],
  { id, timestamp, body }: Signed,
): Promise<string> => {
  const keys = await Promise.all(salts.map((salt) => keyOf(scope, webhookId, salt)));
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
};
