import { z } from '@balcao/sdk/server';
import type { MetaApp } from '../app/app.ts';
import { errorFrom, GraphError, GraphUnreachable, unreachable } from '../graph/graph-error.ts';
import { metaUrl, type MetaHost } from '../graph/graph-url.ts';
import { graph } from '../graph/graph.ts';
import type { LoginResult } from './pages.ts';

export const instagramScopes = ['instagram_business_basic', 'instagram_business_manage_messages'];
const patienceMs = 20_000;

/** A token with its end. */
export interface DatedToken {
  token: string;
  expiresAt: Date;
}

const text = z.string().transform((written) => written.replaceAll('\0', '').toWellFormed());
const permissions = z
  .union([z.array(z.string()), z.string().transform((list) => list.split(','))])
  .transform((list) => list.map((one) => one.trim()).filter(Boolean))
  .catch([]);
const shortToken = z.object({ access_token: z.string().min(1), permissions });
/** Documented with and without a list around it. */
const shortTokens = z.union([
  shortToken,
  z.object({ data: z.tuple([shortToken]).rest(z.unknown()) }).transform(({ data }) => data[0]),
]);
const longToken = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const profile = z.object({
  id: z.coerce.string().catch(''),
  user_id: z.coerce.string().min(1),
  username: text.catch(''),
  name: text.catch(''),
  followers_count: z.number().nullable().catch(null).optional(),
});

const malformed = (): GraphError =>
  new GraphError({ status: 200, code: 190, subcode: 0, isTransient: false, details: '' });

/** Exchanges of tokens take them as parameters; with `form` they are sent in the body. */
const exchange = async (
  host: MetaHost,
  path: string,
  query: Record<string, string>,
  { form = false, signal }: { form?: boolean; signal: AbortSignal },
): Promise<unknown> => {
  const url = metaUrl(host, path);
  const parameters = new URLSearchParams(query);
  if (!form) url.search = parameters.toString();
  let response: Response;
  try {
    response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'error',
      ...(form && { body: parameters }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
  } catch (error) {
    throw unreachable(error);
  }
  if (!response.ok) throw await errorFrom(response, undefined);
  try {
    return await response.json();
  } catch (error) {
    throw new GraphUnreachable(true, error);
  }
};

const dated = (answer: unknown): DatedToken => {
  const { data } = longToken.safeParse(answer);
  if (!data) throw malformed();
  return { token: data.access_token, expiresAt: new Date(Date.now() + data.expires_in * 1000) };
};

/** Returns a new token of 60 days for one that is at least a day old and has not ended. */
export const refreshToken = async (token: string, signal: AbortSignal): Promise<DatedToken> =>
  dated(
    await exchange(
      'graph.instagram.com',
      'refresh_access_token',
      { grant_type: 'ig_refresh_token', access_token: token },
      { signal },
    ),
  );

/** Ends a login at Instagram: returns its account, which has no page, in the form of a login with one page. */
export const readInstagram = async (
  app: MetaApp,
  code: string,
  redirectUri: string,
  signal: AbortSignal,
): Promise<LoginResult> => {
  const granted = await exchange(
    'api.instagram.com',
    'oauth/access_token',
    {
      client_id: app.appId,
      client_secret: app.appSecret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code,
    },
    { form: true, signal },
  );
  const { data: short } = shortTokens.safeParse(granted);
  if (!short) throw malformed();
  const { token, expiresAt } = dated(
    await exchange(
      'graph.instagram.com',
      'access_token',
      { grant_type: 'ig_exchange_token', client_secret: app.appSecret, access_token: short.access_token },
      { signal },
    ),
  );
  const { data: me } = profile.safeParse(
    await graph<unknown>({ token, appSecret: app.appSecret, via: 'instagram' }, 'me', {
      // Events carry `user_id`; `id` is the account’s within this app.
      query: { fields: 'id,user_id,username,name,followers_count' },
      signal,
    }),
  );
  if (!me) throw malformed();
  const { user_id: id, username, followers_count: followers = null } = me;
  return {
    person: `@${username}`,
    personId: me.id,
    scopes: short.permissions,
    pages: [
      {
        pageId: id,
        name: me.name || `@${username}`,
        token,
        expiresAt: expiresAt.toISOString(),
        tasks: ['MESSAGING'],
        followers,
        instagram: { id, username, followers },
      },
    ],
  };
};
