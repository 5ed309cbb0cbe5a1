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
const maxKnown = 10_000;
const now = (): number => Math.floor(Date.now() / 1000);
const audience = 'balcao';

/** 401: there is no session to speak of; the browser forgets what it had. */
export const noSession = (context?: Record<string, unknown>): AppError =>
  new AppError(401, 'ERR_SESSION_EXPIRED', context ? { context } : {});
/** 403: the browser refreshes once and asks again. */
export const sessionOver = (): AppError => new AppError(403, 'ERR_SESSION_EXPIRED');

/** Short-lived proof of a session that the browser holds in memory only. */
export class AccessTokens {
  readonly #key: Uint8Array;
  readonly #seconds: number;
  /** What was found genuine: it stays so, only its time runs out. Checking the signature is a third of a small request. */
  readonly #known = new Map<string, { claims: AccessClaims; ends: number }>();

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

  /** Missing, garbled or forged: 401. Ours but past its time: 403. */
  async read(token: string | undefined): Promise<AccessClaims> {
    if (!token) throw noSession();
    const known = this.#known.get(token);
    if (known && now() < known.ends) return known.claims;
    this.#known.delete(token);
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS256'], audience });
      const { sub, company, session, profile, super: isSuper, exp } = Claims.parse(payload);
      const claims = { userId: sub, companyId: company, sessionId: session, profile, super: isSuper };
      if (this.#known.size >= maxKnown) this.#known.delete(this.#known.keys().next().value ?? '');
      this.#known.set(token, { claims, ends: exp });
      return claims;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw sessionOver();
      throw noSession();
    }
  }
}
