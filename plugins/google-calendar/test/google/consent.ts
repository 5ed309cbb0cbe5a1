import { createHash, randomBytes } from 'node:crypto';
import type { Calendar } from './calendar.ts';

export const clientId = '1047-balcao.apps.googleusercontent.com';
export const clientSecret = 'GOCSPX-segredo';
export const calendarScope = 'https://www.googleapis.com/auth/calendar.events';

const identityScopes = ['openid', 'https://www.googleapis.com/auth/userinfo.email'];

interface Code {
  calendar: Calendar;
  challenge: string;
  redirectUri: string;
  scope: string;
  hasRefreshToken: boolean;
}
type Answer = { status: number; body: object };

const failure = (status: number, error: string): Answer => ({
  status,
  body: { error, error_description: 'Token has been expired or revoked.' },
});
const random = (): string => randomBytes(18).toString('base64url');

/** The consent page, and the tokens that come of it. */
export class Consent {
  /** Redirect addresses that are registered for the client; empty: all. */
  readonly redirects: string[] = [];
  /** The account that is signed in at Google in the person’s browser. */
  signedIn: Calendar | undefined;
  /** The person’s choice on the consent page: `deny`, or the scopes that stay ticked. */
  choice: 'deny' | string = calendarScope;
  readonly #codes = new Map<string, Code>();
  readonly #refreshTokens = new Map<string, Calendar>();
  readonly #accessTokens = new Map<string, Calendar>();

  /** Shows the page and follows the person’s choice: returns where Google leads the browser. */
  visit(query: URLSearchParams): string {
    const get = (name: string): string => query.get(name) ?? '';
    const redirectUri = get('redirect_uri');
    const isKnown =
      get('client_id') === clientId && (this.redirects.length === 0 || this.redirects.includes(redirectUri));
    const isWhole =
      get('response_type') === 'code' && get('code_challenge_method') === 'S256' && get('code_challenge') !== '';
    if (!isKnown || !isWhole || !get('scope').includes(calendarScope) || !this.signedIn)
      throw new Error(`the consent page refuses ${query.toString()}`);
    const back = new URL(redirectUri);
    back.searchParams.set('state', get('state'));
    if (this.choice === 'deny') {
      back.searchParams.set('error', 'access_denied');
      return back.href;
    }
    const code = `4/${random()}`;
    this.#codes.set(code, {
      calendar: this.signedIn,
      challenge: get('code_challenge'),
      redirectUri,
      // The person cannot untick who signs in.
      scope: [this.choice, ...(get('scope').split(' ').includes('openid') ? identityScopes : [])].join(' '),
      // A second consent without the prompt gives none.
      hasRefreshToken: get('access_type') === 'offline' && get('prompt') === 'consent',
    });
    back.searchParams.set('code', code);
    back.searchParams.set('scope', this.choice);
    return back.href;
  }

  token(form: URLSearchParams): Answer {
    const get = (name: string): string => form.get(name) ?? '';
    if (get('client_id') !== clientId || get('client_secret') !== clientSecret) return failure(401, 'invalid_client');
    if (get('grant_type') === 'refresh_token') {
      const calendar = this.#refreshTokens.get(get('refresh_token'));
      return calendar ? { status: 200, body: this.#grant(calendar, calendarScope) } : failure(400, 'invalid_grant');
    }
    const known = this.#codes.get(get('code'));
    this.#codes.delete(get('code'));
    const challenge = createHash('sha256').update(get('code_verifier')).digest('base64url');
    if (!known || known.challenge !== challenge || known.redirectUri !== get('redirect_uri'))
      return failure(400, 'invalid_grant');
    const refreshToken = `1//${random()}`;
    if (known.hasRefreshToken) this.#refreshTokens.set(refreshToken, known.calendar);
    const granted = this.#grant(known.calendar, known.scope);
    return { status: 200, body: { ...granted, ...(known.hasRefreshToken && { refresh_token: refreshToken }) } };
  }
  #grant(calendar: Calendar, scope: string): object {
    const token = `ya29.${random()}`;
    this.#accessTokens.set(token, calendar);
    const idToken = ['{"alg":"RS256"}', JSON.stringify({ email: calendar.email, email_verified: true }), 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
    return {
      access_token: token,
      expires_in: 3599,
      scope,
      token_type: 'Bearer',
      ...(scope.split(' ').includes('openid') && { id_token: idToken }),
    };
  }

  accountOf(authorization: string): Calendar | undefined {
    return this.#accessTokens.get(authorization.replace(/^Bearer /, ''));
  }
  /** Ends one token, by the product’s call. */
  revoke(token: string): boolean {
    const calendar = this.#refreshTokens.get(token) ?? this.#accessTokens.get(token);
    if (calendar) this.withdraw(calendar);
    return calendar !== undefined;
  }
  /** Ends all tokens of an account: the person withdrew the consent, or seven days of a test app have passed. */
  withdraw(calendar: Calendar): void {
    for (const tokens of [this.#refreshTokens, this.#accessTokens])
      for (const [token, owner] of tokens) if (owner === calendar) tokens.delete(token);
  }
  /** Ends the access tokens alone, as they do after an hour. */
  expireAccess(): void {
    this.#accessTokens.clear();
  }
  hasTokens(calendar: Calendar): boolean {
    return [...this.#refreshTokens.values()].includes(calendar);
  }
}
