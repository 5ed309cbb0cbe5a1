import type { Tenants } from '../tenants/tenants.ts';
import { sessionOver } from './access-token.ts';
import { same, sign } from './keys.ts';
import type { Sessions } from './sessions.ts';

interface Holder {
  /** Where the session is: while a super user helps a company, that company. */
  companyId: number;
  userId: number;
  sessionId: string;
}

interface MediaTokenOptions {
  key: Buffer;
  sessions: Pick<Sessions, 'placeOf'>;
  tenants: Pick<Tenants, 'company'>;
}

/**
 * The `tokenPublicDir` of a session, under which its browser reads the company's media. It stays the same as long as the
 * session does, so that what the browser keeps is found again, and opens nothing once the session is over.
 */
export class MediaTokens {
  readonly #options: MediaTokenOptions;

  constructor(options: MediaTokenOptions) {
    this.#options = options;
  }

  issue({ companyId, userId, sessionId }: Holder): string {
    const said = `${companyId}.${userId}.${sessionId}`;
    return `${said}.${this.#signature(said)}`;
  }

  /** Whether it opens files of a company. Throws 403 when it did and its session is over; false: it never could. */
  async opens(token: string, companyId: number): Promise<boolean> {
    const [, said = '', place, userId, sessionId = '', signature = ''] =
      /^((\d{1,10})\.(\d{1,10})\.([0-9a-f-]{36}))\.([\w-]{43})$/.exec(token) ?? [];
    if (said === '' || !same(Buffer.from(signature), Buffer.from(this.#signature(said)))) return false;
    if (Number(place) !== companyId) return false;
    const { company } = await this.#options.sessions.placeOf({ sessionId, userId: Number(userId) });
    if (company !== companyId || !this.#options.tenants.company(companyId)?.status) throw sessionOver();
    return true;
  }

  #signature(said: string): string {
    return sign(this.#options.key, `media ${said}`).toString('base64url');
  }
}
