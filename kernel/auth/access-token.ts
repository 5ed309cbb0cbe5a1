import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { AppError } from '@balcao/sdk/server';
import type { Profile } from '@balcao/sdk/server';

export interface AccessClaims {
  userId: number;
  companyId: number;
  sessionId: string;
  profile: Profile;
  super: boolean;
}

const Claims = z.object({
  sub: z.coerce.number().int(),
  company: z.number().int(),
  session: z.uuid(),
  profile: z.enum(['admin', 'gestor', 'user']),
  super: z.boolean(),
  exp: z.number(),
});
const maxVerified = 10_000;
const now = (): number => Math.floor(Date.now() / 1000);
const audience = 'balcao';

/** Error 401: there is no session, and the browser forgets the one it had. */
export const noSession = (context?: Record<string, unknown>): AppError =>
  new AppError(401, 'ERR_SESSION_EXPIRED', context ? { context } : {});
/** Error 403: the browser refreshes its token once and repeats the call. */
export const sessionOver = (): AppError => new AppError(403, 'ERR_SESSION_EXPIRED');

/** Short-lived proofs of a session, which the browser holds in memory only. */
export class AccessTokens {
  readonly #key: Uint8Array;
  readonly #seconds: number;
  /**
   * Tokens whose signature was verified; only their time can run out. Verifying takes a third of the time of a small
   * request.
   */
  readonly #verified = new Map<string, { claims: AccessClaims; ends: number }>();

  constructor(secret: string, seconds = 15 * 60) {
    this.#key = new TextEncoder().encode(secret);
    this.#seconds = seconds;
  }

  issue(claims: AccessClaims): Promise<string> {
    return new SignJWT({
      company: claims.companyId,
      session: claims.sessionId,
      profile: claims.profile,
      super: claims.super,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(claims.userId))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(now() + this.#seconds)
      .sign(this.#key);
  }

  /** Returns the claims. A missing, garbled or forged token is 401, an expired one 403. */
  async read(token: string | undefined): Promise<AccessClaims> {
    if (!token) throw noSession();
    const known = this.#verified.get(token);
    if (known && now() < known.ends) return known.claims;
    this.#verified.delete(token);
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS256'], audience });
      const { sub, company, session, profile, super: isSuper, exp } = Claims.parse(payload);
      const claims = { userId: sub, companyId: company, sessionId: session, profile, super: isSuper };
      if (this.#verified.size >= maxVerified) this.#verified.delete(this.#verified.keys().next().value ?? '');
      this.#verified.set(token, { claims, ends: exp });
      return claims;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw sessionOver();
      throw noSession();
    }
  }
}
