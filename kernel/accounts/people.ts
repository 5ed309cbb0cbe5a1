import type { Pool, PoolClient } from 'pg';
import { conflict, forbidden, invalid, notFound, userChanged } from '@balcao/sdk/server';
import type { Account, AccountInput, Accounts, CurrentUser, PasswordLink, Profile } from '@balcao/sdk/server';
import { ownPasswordChosen, withdrawMailedSecrets } from '../auth/own-password.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { EndSessions } from '../auth/sessions.ts';
import type { Emit } from '../tenants/ports.ts';
import { tooMany } from '../tenants/resource-limits.ts';
import {
  foreignKeyViolation,
  inTransaction,
  lockNotAvailable,
  sqlState,
  uniqueViolation,
} from '../tenants/transaction.ts';
import { AccountChange, InvitedAccount, NewAccount, parseAccount } from './account-input.ts';

/** A validated account whose password is already hashed. */
export interface PreparedAccount {
  name: string;
  email: string;
  profile: Profile;
  passwordHash: string;
  mustChangePassword?: boolean;
}

interface PeopleOptions {
  owner: Pool;
  passwords: Passwords;
  emit: Emit;
  /** Ends sessions in the caller's transaction. The returned function announces it, once that is committed. */
  endSessions: EndSessions;
  /** Limit of people in the company. */
  maxPeople?(companyId: number): Promise<number | undefined>;
  sendPasswordLink(companyId: number, id: number, actor: CurrentUser | undefined): Promise<PasswordLink>;
  /** Drops the cached data of a person on all nodes. */
  changed(companyId: number, userId: number): Promise<void>;
}

const columns = `id, company_id as "companyId", name, email, profile, super, online,
  first_online as "firstOnline", last_online as "lastOnline"`;

/** Manages the accounts of all companies; plugins get those of their company by `forCompany`. */
export class People {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /**
   * Returns the accounts service of one scope. `actor` is the person who makes the change: undefined in events and
   * jobs.
   */
  forCompany(companyId: number, actor: CurrentUser | undefined): Accounts {
    return {
      create: (input) =>
        input.password === undefined
          ? this.#invite(companyId, input)
          : this.create(companyId, { ...input, password: input.password }),
      update: (id, input) => this.#update(companyId, id, input, actor),
      remove: (id) => this.#remove(companyId, id, actor),
      setPicture: (id, path) => this.#setPicture(companyId, id, path, actor),
      sendPasswordLink: (id) => this.#options.sendPasswordLink(companyId, id, actor),
    };
  }

  async create(companyId: number, input: AccountInput & { password: string }): Promise<Account> {
    return this.#add(companyId, await this.prepare(input));
  }

  /** Creates a person without a password, who chooses one by a link. */
  #invite(companyId: number, input: AccountInput): Promise<Account> {
    return this.#add(companyId, { ...parseAccount(InvitedAccount, input), passwordHash: '' });
  }

  async #add(companyId: number, prepared: PreparedAccount): Promise<Account> {
    const max = await this.#options.maxPeople?.(companyId);
    return inTransaction(this.#options.owner, async (client) => {
      if (max !== undefined) await refuseTooMany(client, companyId, max);
      return this.insert(client, companyId, prepared);
    });
  }

  /**
   * Validates and hashes outside the transaction, because hashing is slow on purpose. `prefix` is put before field
   * names.
   */
  async prepare(input: AccountInput & { password: string }, prefix = ''): Promise<PreparedAccount> {
    const { password, ...account } = parseAccount(NewAccount, input, prefix);
    return { ...account, passwordHash: await this.#options.passwords.hash(password) };
  }

  async insert(client: PoolClient, companyId: number, account: PreparedAccount): Promise<Account> {
    const { rows } = await client
      .query<Account>(
        `insert into kernel."user"
           (company_id, name, email, password_hash, profile, must_change_password, invited_until)
         values ($1, $2, $3, $4, $5, $6, case when $4 = '' then now() end)
         returning ${columns}`,
        [
          companyId,
          account.name,
          account.email,
          account.passwordHash,
          account.profile,
          account.mustChangePassword ?? false,
        ],
      )
      .catch(refuseTaken);
    const made = first(rows);
    await this.#emitChange(client, companyId, made.id, 'create');
    return made;
  }

  /** Makes somebody a super user. Only for the first start and demo data: no route calls it. */
  async makeSuper(id: number): Promise<void> {
    const { rows } = await this.#options.owner.query<{ companyId: number }>(
      `update kernel."user" set super = true where id = $1 returning company_id as "companyId"`,
      [id],
    );
    await this.#options.changed(first(rows).companyId, id);
  }

  async #update(
    companyId: number,
    id: number,
    input: Partial<AccountInput>,
    actor: CurrentUser | undefined,
  ): Promise<Account> {
    const { password, mustChangePassword = false, ...change } = parseAccount(AccountChange, input);
    const passwordHash = password === undefined ? undefined : await this.#options.passwords.hash(password);
    if (password !== undefined && !mustChangePassword) await this.#refuseCurrentPassword(id, password);
    const { account, announce } = await inTransaction(this.#options.owner, async (client) => {
      const before = await lockedTarget(client, companyId, id, actor);
      if (before.profile === 'admin' && change.profile !== undefined && change.profile !== 'admin')
        await refuseLastAdmin(client, companyId, id);
      const { rows } = await client
        .query<Account>(
          `update kernel."user" set name = coalesce($3, name), email = coalesce($4, email),
             profile = coalesce($5, profile), password_hash = coalesce($6, password_hash)
           where company_id = $1 and id = $2 returning ${columns}`,
          [companyId, id, change.name, change.email, change.profile, passwordHash],
        )
        .catch(refuseTaken);
      if (passwordHash !== undefined) await ownPasswordChosen(client, id);
      if (passwordHash !== undefined && mustChangePassword)
        await client.query(`update kernel."user" set must_change_password = true where id = $1`, [id]);
      if (change.email !== undefined && change.email !== before.email) await withdrawMailedSecrets(client, id);
      await this.#emitChange(client, companyId, id, 'update');
      const after = first(rows);
      // A person who replaces the password in the first login must stay signed in.
      const isFirstLogin = before.mustChange && actor?.id === id;
      const mustLogIn = (passwordHash !== undefined && !isFirstLogin) || after.profile !== before.profile;
      const announce = mustLogIn
        ? await this.#options.endSessions(client, { companyId, userId: id }, 'changed')
        : undefined;
      return { account: after, announce };
    });
    await announce?.();
    await this.#options.changed(companyId, id);
    return account;
  }

  /** Refuses the current password, because another person knows the one that has to be replaced. */
  async #refuseCurrentPassword(id: number, password: string): Promise<void> {
    const { owner, passwords } = this.#options;
    const { rows } = await owner.query<{ hash: string }>(
      `select password_hash as hash from kernel."user" where id = $1 and must_change_password`,
      [id],
    );
    if (rows[0] && (await passwords.matches(password, rows[0].hash))) throw invalid({ password: 'ERR_SAME_PASSWORD' });
  }

  /** Returns the former value; of two concurrent changes the later one returns the value of the other. */
  async #setPicture(
    companyId: number,
    id: number,
    path: string | null,
    actor: CurrentUser | undefined,
  ): Promise<string | null> {
    const before = await inTransaction(this.#options.owner, async (client) => {
      const { picture } = await lockedTarget(client, companyId, id, actor);
      await client.query(`update kernel."user" set profile_pic_url = $3 where company_id = $1 and id = $2`, [
        companyId,
        id,
        path,
      ]);
      await this.#emitChange(client, companyId, id, 'update');
      return picture;
    });
    await this.#options.changed(companyId, id);
    return before;
  }

  async #remove(companyId: number, id: number, actor: CurrentUser | undefined): Promise<void> {
    if (actor?.id === id) throw conflict('ERR_DELETE_SELF');
    try {
      const announce = await inTransaction(this.#options.owner, async (client) => {
        const target = await lockedTarget(client, companyId, id, actor);
        if (target.profile === 'admin') await refuseLastAdmin(client, companyId, id);
        await this.#emitChange(client, companyId, id, 'delete');
        // Sessions end before the row is deleted, which deletes them too, so that open browsers are notified.
        const ended = await this.#options.endSessions(client, { companyId, userId: id }, 'removed');
        await client.query(`delete from kernel."user" where company_id = $1 and id = $2`, [companyId, id]);
        return ended;
      });
      await announce();
    } catch (error) {
      const state = sqlState(error);
      if (state === foreignKeyViolation || state === lockNotAvailable) throw conflict('ERR_USER_IN_USE');
      throw error;
    }
    await this.#options.changed(companyId, id);
  }

  #emitChange(
    client: PoolClient,
    companyId: number,
    userId: number,
    action: 'create' | 'update' | 'delete',
  ): Promise<void> {
    return this.#options.emit(companyId, userChanged, `user:${userId}`, { userId, action }, client);
  }
}

interface LockedTarget {
  profile: Profile;
  super: boolean;
  email: string;
  mustChange: boolean;
  picture: string | null;
}

/**
 * Locks the company and returns the row to change, because two admins who remove each other must not both succeed.
 * Only a super user may change a super user; otherwise an admin could use the super user's rights over the platform.
 */
export async function lockedTarget(
  client: PoolClient,
  companyId: number,
  id: number,
  actor: CurrentUser | undefined,
): Promise<LockedTarget> {
  await client.query(`select from kernel.company where id = $1 for no key update`, [companyId]);
  const { rows } = await client.query<LockedTarget>(
    `select profile, super, email, must_change_password as "mustChange", profile_pic_url as picture
       from kernel."user" where company_id = $1 and id = $2 for update`,
    [companyId, id],
  );
  const target = rows[0];
  if (!target) throw notFound('ERR_NO_USER_FOUND');
  if (target.super && !actor?.super) throw forbidden();
  return target;
}

/**
 * Refuses more people than the company may have. The company is locked, so of two people who are added at the same
 * time one is refused.
 */
async function refuseTooMany(client: PoolClient, companyId: number, max: number): Promise<void> {
  await client.query(`select from kernel.company where id = $1 for no key update`, [companyId]);
  const { rows } = await client.query<{ held: number }>(
    `select count(*)::int as held from kernel."user" where company_id = $1`,
    [companyId],
  );
  if ((rows[0]?.held ?? 0) >= max) throw tooMany('users', max);
}

async function refuseLastAdmin(client: PoolClient, companyId: number, id: number): Promise<void> {
  const { rowCount } = await client.query(
    `select from kernel."user" where company_id = $1 and id <> $2 and profile = 'admin' limit 1`,
    [companyId, id],
  );
  if (!rowCount) throw conflict('ERR_LAST_ADMIN');
}

function refuseTaken(error: unknown): never {
  if (sqlState(error) === uniqueViolation) throw conflict('ERR_EMAIL_IN_USE');
  if (sqlState(error) === foreignKeyViolation) throw notFound('ERR_NO_COMPANY_FOUND');
  throw error;
}

function first<T>(rows: readonly T[]): T {
  const row = rows[0];
  if (row === undefined) throw notFound('ERR_NO_USER_FOUND');
  return row;
}
