import { randomUUID } from 'node:crypto';
import { sql, type Scope } from '@balcao/sdk/server';
import { syncCalendar } from '../../contract.ts';
import { findAccount, type Account } from '../account/account.ts';

/** A sync that was not heard of for so long has died; every step of one that lives claims anew. */
const claimSeconds = 90;

/** The account went to another sync, or was disconnected: this one writes nothing more. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** Exactly one sync of an account at a time, over all nodes: whoever holds the claim. */
export class Claim {
  readonly account: Account;
  readonly #id: string;

  private constructor(account: Account, id: string) {
    this.account = account;
    this.#id = id;
  }

  /** Claims an account that may be synchronised now; undefined: it rests, or another sync runs. */
  static async take(scope: Scope, userId: number): Promise<Claim | undefined> {
    const id = randomUUID();
    const taken = await scope.sql.run(
      sql`update google_calendar.account
             set claim = ${id}::uuid, claimed_until = now() + make_interval(secs => ${claimSeconds}::int),
                 due_at = now() + interval '15 minutes'
           where user_id = ${userId} and state <> 'needs-consent' and (retry_at is null or retry_at <= now())
             and (claimed_until is null or claimed_until < now())`,
    );
    const account = taken === 1 ? await findAccount(scope, userId) : undefined;
    return account && new Claim(account, id);
  }

  /** Runs one transaction that is rolled back unless the claim still holds. */
  write<T>(scope: Scope, work: (inner: Scope) => Promise<T>): Promise<T> {
    return scope.tx(async (inner) => {
      await this.renew(inner);
      return work(inner);
    });
  }
  /** Claims anew; throws `ClaimLost`. */
  async renew(scope: Scope): Promise<void> {
    const held = await scope.sql.run(
      sql`update google_calendar.account set claimed_until = now() + make_interval(secs => ${claimSeconds}::int)
           where user_id = ${this.account.userId} and claim = ${this.#id}::uuid`,
    );
    if (held !== 1) throw new ClaimLost();
  }

  /** Ends the claim. What was asked for meanwhile is done by a new job. */
  async release(scope: Scope): Promise<void> {
    const { userId } = this.account;
    const row = await scope.sql.one<{ isDue: boolean }>(
      sql`update google_calendar.account set claim = null, claimed_until = null
           where user_id = ${userId} and claim = ${this.#id}::uuid
          returning due_at <= now() and state <> 'needs-consent' and (retry_at is null or retry_at <= now()) as "isDue"`,
    );
    if (row?.isDue) await scope.jobs.schedule(syncCalendar, { userId }, { key: `person:${userId}` });
  }
}

/** Asks for a sync of a person’s calendar: at once, or when the present one ends. `evenFailing`: a person asks, so no pause holds. */
export const askForSync = async (scope: Scope, userIds: readonly number[], evenFailing = false): Promise<void> => {
  const rows = await scope.sql.rows<{ userId: number }>(
    sql`update google_calendar.account
           set due_at = least(due_at, now()), retry_at = case when ${evenFailing}::boolean and error is distinct from 'quota' then null else retry_at end
         where user_id = any(${[...userIds]}::int[]) and state <> 'needs-consent' returning user_id as "userId"`,
  );
  for (const { userId } of rows) await scope.jobs.schedule(syncCalendar, { userId }, { key: `person:${userId}` });
};
