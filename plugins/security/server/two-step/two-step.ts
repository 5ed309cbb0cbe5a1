import { conflict, invalid, sql, type Scope } from '@balcao/sdk/server';
import { digitsOf, newRecoveryCodes, shownRecoveryCode } from './codes.ts';
import { hashOf, open, seal } from './seal.ts';

/** Loaded with the first code, not at start. */
const timeCodes = () => import('./time-codes.ts');

interface Row {
  secret: string;
  confirmedAt: Date | null;
}

interface TwoStepState {
  isOn: boolean;
  since: Date | null;
  codesLeft: number;
  /** The company requires it of everybody. */
  isRequired: boolean;
}

export const isRequired = (scope: Scope): boolean => scope.settings.get('twoStepRequired') === 'enabled';

export const stateOf = async (scope: Scope, userId: number): Promise<TwoStepState> => {
  const row = await scope.sql.one<{ since: Date | null; codesLeft: number }>(
    sql`select t.confirmed_at as since,
               (select count(*)::int from security.recovery_code c where c.user_id = t.user_id and c.used_at is null) as "codesLeft"
          from security.two_step t where t.user_id = ${userId} and t.confirmed_at is not null`,
  );
  return {
    isOn: row !== undefined,
    since: row?.since ?? null,
    codesLeft: row?.codesLeft ?? 0,
    isRequired: isRequired(scope),
  };
};

const rowOf = (scope: Scope, userId: number): Promise<Row | undefined> =>
  scope.sql.one<Row>(
    sql`select secret, confirmed_at as "confirmedAt" from security.two_step where user_id = ${userId}`,
  );

/** Returns a new key that awaits its first code. A key in use is not replaced. */
export const createSetupKey = async (scope: Scope, userId: number): Promise<string> => {
  const secret = (await timeCodes()).newSecret();
  const stored = await scope.sql.run(
    sql`insert into security.two_step (user_id, secret) values (${userId}, ${seal(scope, userId, secret)})
        on conflict (company_id, user_id) do update set secret = excluded.secret, last_counter = 0, created_at = now()
          where two_step.confirmed_at is null`,
  );
  if (stored === 0) throw conflict('ERR_TWO_STEP_ON');
  return secret;
};

/** Activates the key with a first code that proves the app has it. Returns the recovery codes. */
export const confirmSetup = async (scope: Scope, userId: number, typed: string): Promise<string[]> => {
  const row = await rowOf(scope, userId);
  if (!row || row.confirmedAt) throw conflict(row ? 'ERR_TWO_STEP_ON' : 'ERR_TWO_STEP_NOT_BEGUN');
  const secret = open(scope, userId, row.secret);
  const counter = secret === undefined ? undefined : (await timeCodes()).counterOf(secret, digitsOf(typed));
  if (counter === undefined) throw invalid({ code: 'ERR_TWO_STEP_CODE' });
  return scope.tx(async (inner) => {
    const confirmed = await inner.sql.run(
      sql`update security.two_step set confirmed_at = now(), last_counter = ${counter}
           where user_id = ${userId} and confirmed_at is null and secret = ${row.secret}`,
    );
    if (confirmed === 0) throw conflict('ERR_TWO_STEP_ON');
    return renewCodes(inner, userId);
  });
};

/** Replaces all recovery codes by ten new ones, which are returned only this once. */
export const renewCodes = async (scope: Scope, userId: number): Promise<string[]> => {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map((code) => hashOf(scope, userId, code)));
  await scope.sql.run(sql`delete from security.recovery_code where user_id = ${userId}`);
  for (const hash of hashes)
    await scope.sql.run(sql`insert into security.recovery_code (user_id, hash) values (${userId}, ${hash})`);
  return codes.map(shownRecoveryCode);
};

/**
 * Returns whether the code is valid and unused. Of two concurrent uses of one code one succeeds: only the first changes
 * the row.
 */
export const consumeCode = async (scope: Scope, userId: number, typed: string): Promise<boolean> => {
  const code = digitsOf(typed);
  if (/^\d{10}$/.test(code))
    return (
      (await scope.sql.run(
        sql`update security.recovery_code set used_at = now()
             where user_id = ${userId} and hash = ${await hashOf(scope, userId, code)} and used_at is null`,
      )) === 1
    );
  const row = await rowOf(scope, userId);
  if (!row?.confirmedAt) return false;
  const secret = open(scope, userId, row.secret);
  const counter = secret === undefined ? undefined : (await timeCodes()).counterOf(secret, code);
  if (counter === undefined) return false;
  return (
    (await scope.sql.run(
      sql`update security.two_step set last_counter = ${counter} where user_id = ${userId} and last_counter < ${counter}`,
    )) === 1
  );
};

export const switchOff = async (scope: Scope, userId: number): Promise<boolean> =>
  (await scope.sql.run(sql`delete from security.two_step where user_id = ${userId}`)) === 1;
