import { createHash, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { sql, type SqlRunner, type Tokens } from '@balcao/sdk/server';

export interface ResolvedToken {
  companyId: number;
  plugin: string;
  ref: string;
}
/** Remaining calls of the current minute. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Seconds until the full number of calls is available again. */
  reset: number;
  isOver: boolean;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const length = 30;
const windowSeconds = 60;

const newToken = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Issues, lists and revokes tokens of one company, in the transaction of a plugin's scope. */
export const tokensOf = (
  run: SqlRunner,
  { plugin, companyId, prove }: { plugin: string; companyId: number; prove(text: string): string },
): Tokens => ({
  async issue(ref) {
    const token = newToken();
    const hash = hashOf(token);
    const proof = prove(`issue ${companyId} ${plugin} ${hash.toString('hex')} ${ref}`);
    await run.run(sql`select kernel.issue_token(${plugin}, ${ref}, ${hash}::bytea, ${proof})`);
    return token;
  },
  async revoke(ref) {
    await run.run(sql`select kernel.revoke_token(${plugin}, ${ref}, ${prove(`revoke ${companyId} ${plugin} ${ref}`)})`);
  },
  async used() {
    const rows = await run.rows<{ ref: string; at: Date }>(
      sql`select ref, used_at as at from kernel.tokens_used(${plugin})`,
    );
    return new Map(rows.map(({ ref, at }) => [ref, at]));
  },
});

/**
 * Looks up the owners of tokens. The database is read each time, so a revoked token is refused by all nodes from that
 * moment.
 */
export class TokenBook {
  readonly #owner: Pool;

  constructor(owner: Pool) {
    this.#owner = owner;
  }

  async resolve(authorization: string): Promise<ResolvedToken | undefined> {
    const [, token = ''] = /^Bearer\s+([A-Za-z0-9]{30})$/i.exec(authorization.trim()) ?? [];
    if (token === '') return undefined;
    const { rows } = await this.#owner.query<ResolvedToken & { isStale: boolean }>(
      `select company_id as "companyId", plugin, ref,
              (used_at is null or used_at < now() - interval '1 minute') as "isStale"
         from kernel.token where hash = $1`,
      [hashOf(token)],
    );
    const [found] = rows;
    // Minute precision is enough to see whether a token is still used.
    if (found?.isStale)
      await this.#owner.query(`update kernel.token set used_at = now() where hash = $1`, [hashOf(token)]);
    return found;
  }

  /** Counts one call against a token's limit on a route. All nodes share the count. */
  async countCall({ companyId, plugin, ref }: ResolvedToken, route: string, limit: number): Promise<Quota> {
    const { rows } = await this.#owner.query<{ count: number; left: number }>(
      `insert into kernel.attempt as a (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
       on conflict (key) do update set
         count = case when a.resets_at <= now() then 1 else least(a.count + 1, 1000000) end,
         resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
       returning count, greatest(1, ceil(extract(epoch from resets_at - now())))::int as left`,
      [`token:${companyId}:${plugin}:${ref}:${route}`.slice(0, 300), windowSeconds],
    );
    const { count, left } = rows[0] ?? { count: 1, left: windowSeconds };
    return { limit, remaining: Math.max(0, limit - count), reset: left, isOver: count > limit };
  }
}
