import type { Pool } from 'pg';
import { notFound } from '@balcao/sdk/server';
import type { CurrentUser, LoginSession, LoginSessions } from '@balcao/sdk/server';
import type { Sessions } from './sessions.ts';

interface SessionListOptions {
  owner: Pool;
  sessions: Sessions;
}

/** Live and former sessions of a company's people, which plugins may list and end. */
export class SessionList {
  readonly #options: SessionListOptions;

  constructor(options: SessionListOptions) {
    this.#options = options;
  }

  forCompany(companyId: number, actor: CurrentUser | undefined, present: string | undefined): LoginSessions {
    return {
      of: (userId) => this.#read(companyId, present, userId),
      live: () => this.#read(companyId, present),
      end: async ({ userId, sessionId, except }) => {
        await this.#refuseStronger(companyId, userId, actor);
        const live = (await this.#read(companyId, present, userId)).filter(
          ({ id, endedAt }) => !endedAt && (sessionId === undefined || id === sessionId) && id !== except,
        );
        for (const { id } of live) await this.#options.sessions.endNow({ companyId, userId, sessionId: id }, 'revoked');
        // Also browsers whose session ended before, by a login elsewhere, count as signed out from now on.
        if (sessionId === undefined) await this.#options.sessions.othersEnded(companyId, userId);
        return live.length;
      },
    };
  }

  /** An admin cannot end the session of a super user, who supervises the admin's company. */
  async #refuseStronger(companyId: number, userId: number, actor: CurrentUser | undefined): Promise<void> {
    const { rows } = await this.#options.owner.query<{ super: boolean }>(
      `select super from kernel."user" where company_id = $1 and id = $2`,
      [companyId, userId],
    );
    const target = rows[0];
    if (!target || (target.super && !actor?.super && actor?.id !== userId)) throw notFound('ERR_NO_USER_FOUND');
  }

  /** Reads live sessions, and of a single person also those that ended in the last month. */
  async #read(companyId: number, present: string | undefined, userId?: number): Promise<LoginSession[]> {
    const { rows } = await this.#options.owner.query<Omit<LoginSession, 'isPresent'>>(
      `select s.id, s.user_id as "userId", u.name as "userName", s.ip, s.user_agent as "userAgent",
              s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
              coalesce(s.ended_at, case when s.expires_at <= now() then s.expires_at end) as "endedAt",
              s.ended_reason as "endedReason"
         from kernel.session s join kernel."user" u on u.company_id = s.company_id and u.id = s.user_id
        where s.company_id = $1 and ($2::int is null or s.user_id = $2)
          and ($2::int is not null or (s.ended_at is null and s.expires_at > now()))
        order by s.ended_at is not null, s.last_used_at desc, s.id limit $3`,
      [companyId, userId ?? null, userId === undefined ? 500 : 30],
    );
    return rows.map((row) => ({ ...row, isPresent: row.id === present }));
  }
}
