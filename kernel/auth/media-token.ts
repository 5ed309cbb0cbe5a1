import type { CurrentUser } from '@balcao/sdk/server';
import type { Tenants } from '../tenants/tenants.ts';
import { sessionOver } from './access-token.ts';
import { equalsInConstantTime, sign } from './derived-keys.ts';
import type { Sessions } from './sessions.ts';

interface Holder {
  /** Company of the session: during an impersonation the other company. */
  companyId: number;
  userId: number;
  sessionId: string;
}

interface MediaTokenOptions {
  key: Buffer;
  sessions: Pick<Sessions, 'locate'>;
  tenants: Pick<Tenants, 'company'>;
}

/**
 * Issues the `tokenPublicDir` of sessions, with which their browsers read the company's media. It is the same as long
 * as the session lasts, so that cached media are found again, and is worthless afterwards.
 */
export class MediaTokens {
  readonly #options: MediaTokenOptions;

  constructor(options: MediaTokenOptions) {
    this.#options = options;
  }

  issue({ companyId, userId, sessionId }: Holder): string {
    const claims = `${companyId}.${userId}.${sessionId}`;
    return `${claims}.${this.#signature(claims)}`;
  }

  /** Returns whether the token opens files of a company. Throws 403 when its session has ended. */
  async opens(token: string, companyId: number): Promise<boolean> {
    const [, claims = '', place, userId, sessionId = '', signature = ''] =
      /^((\d{1,10})\.(\d{1,10})\.([0-9a-f-]{36}))\.([\w-]{43})$/.exec(token) ?? [];
    if (claims === '' || !equalsInConstantTime(Buffer.from(signature), Buffer.from(this.#signature(claims))))
      return false;
    if (Number(place) !== companyId) return false;
    const { company } = await this.#options.sessions.locate({ sessionId, userId: Number(userId) });
    if (company !== companyId || !this.#options.tenants.company(companyId)?.status) throw sessionOver();
    return true;
  }

  /** Returns the person of a token that `opens` accepted. */
  async personOf(token: string): Promise<CurrentUser> {
    const [, userId = '', sessionId = ''] = token.split('.');
    return (await this.#options.sessions.locate({ sessionId, userId: Number(userId) })).user;
  }

  #signature(claims: string): string {
    return sign(this.#options.key, `media ${claims}`).toString('base64url');
  }
}
