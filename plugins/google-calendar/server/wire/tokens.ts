import { z } from '@balcao/sdk/server';
import type { GoogleClient } from '../consent/client.ts';
import { errorFrom, GoogleError } from './google-error.ts';
import { googleUrl } from './google-url.ts';

export const patienceMs = 30_000;

const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().catch(3600),
  refresh_token: z.string().optional(),
  scope: z.string().catch(''),
  id_token: z.string().optional(),
});
export type Granted = z.output<typeof granted>;

/** Sends a request to Google; no answer is an error with status 0. */
export const send = async (url: URL, init: RequestInit & { signal: AbortSignal }): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any([init.signal, AbortSignal.timeout(patienceMs)]),
    });
  } catch (error) {
    if (init.signal.aborted) throw error;
    throw new GoogleError(0, 'unreachable', undefined, error);
  }
  if (!response.ok) throw await errorFrom(response);
  return response;
};

const post = async (
  { clientId, clientSecret }: GoogleClient,
  fields: Record<string, string>,
  signal: AbortSignal,
): Promise<Granted> => {
  const response = await send(googleUrl('oauth2.googleapis.com', 'token'), {
    method: 'POST',
    body: new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret }),
    signal,
  });
  const read = granted.safeParse(await response.json().catch(() => undefined));
  if (!read.success) throw new GoogleError(502, 'unreadable');
  return read.data;
};

/** Exchanges the code of a consent. */
export const exchangeCode = (
  client: GoogleClient,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
  signal: AbortSignal,
): Promise<Granted> =>
  post(client, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }, signal);

const identity = z.object({ email: z.string().min(1) });
/**
 * Returns the address of the account that consented. Google itself answered the token, over https, so its signature is not
 * looked at.
 */
export const addressOf = ({ id_token: token = '' }: Granted): string => {
  try {
    return identity.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).email;
  } catch (error) {
    throw new GoogleError(502, 'unreadable', undefined, error);
  }
};

/** Fetches a new access token; `invalid_grant`: the consent has ended. */
export const refresh = (client: GoogleClient, token: string, signal: AbortSignal): Promise<Granted> =>
  post(client, { grant_type: 'refresh_token', refresh_token: token }, signal);

/** Ends a consent at Google. Failing is no trouble: the token is deleted here anyway. */
export const revoke = async (token: string, signal: AbortSignal): Promise<void> => {
  await send(googleUrl('oauth2.googleapis.com', 'revoke'), {
    method: 'POST',
    body: new URLSearchParams({ token }),
    signal,
  }).catch(() => undefined);
};
