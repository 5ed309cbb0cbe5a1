import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Scope } from '@balcao/sdk/server';
import { channelError } from '@balcao/connections/contract';

export interface Gateway {
  url: string;
  token: string;
}

export const gatewayOf = (scope: Scope): Gateway | undefined => {
  const [url, token] = [scope.settings.get('smsGatewayUrl'), scope.settings.get('smsGatewayToken')];
  return url === '' || token === '' ? undefined : { url, token };
};

/** Verifies `X-Signature: sha256=<hex of HMAC-SHA256 over the body's bytes, keyed with the token>`. */
export const isSigned = (raw: Uint8Array, header: unknown, token: string): boolean => {
  if (typeof header !== 'string') return false;
  const wanted = Buffer.from(`sha256=${createHmac('sha256', token).update(raw).digest('hex')}`);
  const given = Buffer.from(header);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
};

/** Sends one message. `reference` is the same on every retry, so that the gateway sends it once. */
export const handOver = async (
  { url, token }: Gateway,
  message: { to: string; text: string; reference: string },
  signal: AbortSignal,
): Promise<string> => {
  const answer = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  }).catch((cause: unknown) => {
    throw channelError('retry', 'the gateway does not answer', cause);
  });
  if (!answer.ok) throw failureFor(answer.status);
  const { id } = (await answer.json()) as { id?: unknown };
  if (typeof id !== 'string') throw channelError('retry', 'the gateway answered without an id');
  return id;
};

const failureFor = (status: number): Error => {
  if (status === 401 || status === 403) return channelError('disconnected', 'the gateway refuses the token');
  if (status === 404) return channelError('invalid-contact', 'the gateway knows no such number');
  if (status === 429 || status >= 500) return channelError('retry', `the gateway answered ${status}`);
  return channelError('refused', `the gateway answered ${status}`);
};
