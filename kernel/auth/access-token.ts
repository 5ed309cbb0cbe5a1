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
});
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
      .setExpirationTime(Math.floor(Date.now() / 1000) + this.#seconds)
      .sign(this.#key);
  }

  /** Missing, garbled or forged: 401. Ours but past its time: 403. */
  async read(token: string | undefined): Promise<AccessClaims> {
    if (!token) throw noSession();
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: ['HS256'], audience });
      const { sub, company, session, profile, super: isSuper } = Claims.parse(payload);
      return { userId: sub, companyId: company, sessionId: session, profile, super: isSuper };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw sessionOver();
      throw noSession();
    }
  }
}
