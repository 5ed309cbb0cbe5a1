import { conflict, invalid, Reply, z, type Host, type PlatformScope, type Scope } from '@balcao/sdk/server';
import { outcomeParameter, redirectPath, type Outcome } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { findAccount, saveConsent } from '../account/account.ts';
import { formerName } from '../account/former-name.ts';
import { askForSync } from '../sync/claim.ts';
import { CalendarApi } from '../wire/calendar-api.ts';
import { GoogleError } from '../wire/google-error.ts';
import { googleUrl } from '../wire/google-url.ts';
import { addressOf, exchangeCode, revoke, type Granted } from '../wire/tokens.ts';
import { clientForConsent, clientOf } from './client.ts';
import { companyOfState, startLogin, takeLogin, type StartedLogin } from './logins.ts';

const calendarScope = 'https://www.googleapis.com/auth/calendar.events';
const cookieName = 'balcao_google';
type Headers = Readonly<Record<string, string | string[] | undefined>>;
const header = (headers: Headers, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Returns the origin under which the browser reaches us, for the redirect address. Google leads back to registered
 * addresses only, so a wrong one leads nowhere.
 */
const originOf = (headers: Headers, given: string | undefined): string => {
  const referer = header(headers, 'referer');
  const host = header(headers, 'host');
  const proto = header(headers, 'x-forwarded-proto').split(',')[0]?.trim() ?? '';
  const text =
    given ?? (URL.canParse(referer) ? new URL(referer).origin : `${proto === 'https' ? 'https' : 'http'}://${host}`);
  if (!URL.canParse(text) || new URL(text).origin !== text) throw invalid({ origin: 'ERR_INVALID_VALUE' });
  return text;
};

const cookieText = (value: string, origin: string, seconds: number): string =>
  [
    `${cookieName}=${value}`,
    `Path=${redirectPath}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    // Google leads here from its own site: a strict cookie would stay behind.
    'SameSite=Lax',
    ...(origin.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
const cookieIn = (headers: Headers): string =>
  /(?:^|;\s*)balcao_google=([\w-]{43})(?:;|$)/.exec(header(headers, 'cookie'))?.[1] ?? '';

const store = async (scope: Scope, login: StartedLogin, granted: Granted, refreshToken: string): Promise<void> => {
  const { userId, isOwn, redirectUri } = login;
  const email = addressOf(granted);
  const api = new CalendarApi(async () => granted.access_token, scope.signal);
  const former = await formerName(scope, userId, api);
  await scope.tx((inner) =>
    saveConsent(inner, userId, {
      email,
      formerName: former,
      isOwn,
      site: new URL(redirectUri).origin,
      refreshToken,
      accessToken: granted.access_token,
      expiresInSeconds: Math.round(granted.expires_in),
    }),
  );
};

/** Ends a consent that cannot be stored. Google would end that of an account that is connected too, if it is the same. */
const giveBack = async (scope: Scope, userId: number, refreshToken: string): Promise<void> => {
  const account = await findAccount(scope, userId);
  if (!account || account.refreshToken === '') await revoke(refreshToken, scope.signal);
};

const finish = async (scope: Scope, state: string, cookie: string, code: string | undefined): Promise<Outcome> => {
  const login = await takeLogin(scope, state, cookie);
  if (!login) return 'over';
  if (code === undefined) return 'denied';
  const { userId, isOwn, redirectUri, verifier } = login;
  const client = await clientOf(scope, isOwn);
  if (!client) return 'refused';
  try {
    const granted = await exchangeCode(client, { code, redirectUri, verifier }, scope.signal);
    const refreshToken = granted.refresh_token;
    if (!granted.scope.split(' ').includes(calendarScope) || refreshToken === undefined) {
      await revoke(refreshToken ?? granted.access_token, scope.signal);
      return 'scope';
    }
    await store(scope, login, granted, refreshToken).catch(async (error: unknown) => {
      if (error instanceof GoogleError) await giveBack(scope, userId, refreshToken);
      throw error;
    });
    await askForSync(scope, [userId]);
    return 'connected';
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    scope.log.warn({ err: error }, 'consent at Google could not be finished');
    return error.status === 0 || error.status >= 500 ? 'failed' : 'refused';
  }
};

const outcomeOf = async (
  scope: PlatformScope,
  { state = '', code }: { state?: string | undefined; code?: string | undefined },
  cookie: string,
): Promise<Outcome> => {
  const companyId = companyOfState(state);
  if (companyId === undefined || cookie === '') return 'over';
  try {
    return await scope.inCompany(companyId, (inner) => finish(inner, state, cookie, code));
  } catch (error) {
    // Of a company that does not exist, or has the plugin off, nothing is told.
    if ((error as { status?: unknown }).status === 404) return 'over';
    throw error;
  }
};

/** The consent by Google’s own page. */
export const consentRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/google/auth-url', {
    access: 'signed-in',
    rate: 20,
    summary:
      'The address of Google’s consent page for the reader’s calendar. `origin`: under which the browser reaches this installation. The answer sets a cookie: only this browser can finish.',
    input: { query: z.object({ origin: z.string().max(300).optional() }) },
    output: z.object({ url: z.string() }),
    handle: async ({ query, headers }, scope) => {
      const client = await clientForConsent(scope);
      if (!client) throw conflict('ERR_GOOGLE_NO_CLIENT');
      const origin = originOf(headers, query.origin);
      const redirectUri = `${origin}${redirectPath}`;
      const { state, cookie, challenge } = await startLogin(scope, scope.user.id, {
        redirectUri,
        isOwn: client.isOwn,
      });
      const url = googleUrl('accounts.google.com', 'o/oauth2/v2/auth');
      for (const [name, value] of Object.entries({
        client_id: client.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        // The address of the account is asked for too, because the name of the primary calendar may be changed.
        scope: `${calendarScope} openid email`,
        access_type: 'offline',
        // Without it a second consent brings no refresh token.
        prompt: 'consent',
        include_granted_scopes: 'true',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }))
        url.searchParams.set(name, value);
      return new Reply(
        200,
        { url: url.href },
        { 'set-cookie': cookieText(cookie, origin, 600), 'cache-control': 'no-store' },
      );
    },
  });
  host.route('GET', '/google/callback', {
    access: {
      public: 'Google leads the person’s browser back here; the state and a cookie of this browser prove who asked.',
    },
    rate: 30,
    summary: 'Where Google leads the browser after the consent; leads on to the agenda.',
    input: {
      query: z.object({
        state: z.string().max(200).optional(),
        code: z.string().max(4000).optional(),
        error: z.string().max(200).optional(),
      }),
    },
    handle: async ({ query, headers }, scope) => {
      const outcome = await outcomeOf(scope, query, cookieIn(headers));
      return new Reply(302, '', {
        location: `/schedules?side=1&${outcomeParameter}=${outcome}`,
        'set-cookie': cookieText('', '', 0),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
    },
  });
};
