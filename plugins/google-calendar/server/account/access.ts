import { type Scope } from '@balcao/sdk/server';
import { clientOf } from '../consent/client.ts';
import { CalendarApi } from '../wire/calendar-api.ts';
import { GoogleError } from '../wire/google-error.ts';
import { refresh } from '../wire/tokens.ts';
import { openToken, storeAccess, type Account } from './account.ts';

/** An access token that ends this soon is not used any more. */
const marginMs = 60_000;

/** The calendar of an account; its access token is renewed when it has to be. */
export const apiOf = (scope: Scope, account: Account, signal: AbortSignal = scope.signal): CalendarApi => {
  const { userId, isOwn } = account;
  let token = openToken(scope, userId, 'access', account.accessToken);
  let endsAt = account.accessExpiresAt.getTime();
  return new CalendarApi(async (isRefused) => {
    if (token !== '' && !isRefused && endsAt - Date.now() > marginMs) return token;
    const client = await clientOf(scope, isOwn);
    if (!client) throw new GoogleError(401, 'invalid_client');
    const refreshToken = openToken(scope, userId, 'refresh', account.refreshToken);
    if (refreshToken === '') throw new GoogleError(400, 'invalid_grant');
    const granted = await refresh(client, refreshToken, signal);
    token = granted.access_token;
    endsAt = Date.now() + granted.expires_in * 1000;
    await storeAccess(scope, userId, token, granted.expires_in);
    return token;
  }, signal);
};
