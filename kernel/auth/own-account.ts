import type { Pool } from 'pg';
import { z } from 'zod';
import { conflict, invalid, userChanged } from '@balcao/sdk/server';
import type { CurrentUser } from '@balcao/sdk/server';
import { emailRule, nameRule, passwordRule } from '../accounts/account-input.ts';
import type { Emit } from '../tenants/ports.ts';
import { inTransaction, sqlState, uniqueViolation } from '../tenants/transaction.ts';
import type { Attempts } from './attempts.ts';
import { ownPasswordChosen, withdrawMailedSecrets } from './own-password.ts';
import type { Passwords } from './passwords.ts';

const maxPreferenceBytes = 16_384;

/** Changes that people make to their own account. A new e-mail or password requires the current password. */
export const OwnAccount = z.object({
  name: nameRule.optional(),
  email: emailRule.optional(),
  password: passwordRule.optional(),
  currentPassword: z.string().max(200).optional(),
  language: z.enum(['pt', 'en', 'es']).nullable().optional(),
  /** Merged into the stored preferences; null removes a key. */
  preferences: z
    .record(z.string().max(100), z.json())
    .refine((value) => {
      const text = JSON.stringify(value);
      return Buffer.byteLength(text) <= maxPreferenceBytes && !text.includes('\\u0000');
    }, 'ERR_INVALID_VALUE')
    .optional(),
});

interface OwnAccountsOptions {
  owner: Pool;
  passwords: Passwords;
  attempts: Attempts;
  emit: Emit;
  changed(userId: number): Promise<void>;
}

export class OwnAccounts {
  readonly #options: OwnAccountsOptions;

  constructor(options: OwnAccountsOptions) {
    this.#options = options;
  }

  async update(user: CurrentUser, companyId: number, input: z.output<typeof OwnAccount>): Promise<void> {
    const { owner, passwords, emit, changed } = this.#options;
    const { password, preferences } = input;
    const isMoving = input.email !== undefined && input.email !== user.email;
    if (password !== undefined || isMoving) await this.#proveIdentity(user, input.currentPassword);
    const passwordHash = password === undefined ? undefined : await passwords.hash(password);
    await inTransaction(owner, async (client) => {
      await client
        .query(
          `update kernel."user" set name = coalesce($3, name), email = coalesce($4, email),
             password_hash = coalesce($5, password_hash), language = case when $6 then $7 else language end,
             preferences = jsonb_strip_nulls(preferences || coalesce($8::jsonb, '{}'))
           where company_id = $1 and id = $2`,
          [
            companyId,
            user.id,
            input.name,
            input.email,
            passwordHash,
            input.language !== undefined,
            input.language,
            preferences && JSON.stringify(preferences),
          ],
        )
        .catch((error: unknown) => {
          if (sqlState(error) === uniqueViolation) throw conflict('ERR_EMAIL_IN_USE');
          throw error;
        });
      if (isMoving) await withdrawMailedSecrets(client, user.id);
      if (passwordHash !== undefined) await ownPasswordChosen(client, user.id);
      if (passwordHash !== undefined)
        await client.query(`delete from kernel.login_step where company_id = $1 and user_id = $2`, [
          companyId,
          user.id,
        ]);
      const { rows } = await client.query<{ fits: boolean }>(
        `select octet_length(preferences::text) <= $2 as fits from kernel."user" where id = $1`,
        [user.id, maxPreferenceBytes],
      );
      if (!rows[0]?.fits) throw invalid({ preferences: 'ERR_TOO_LONG' });
      await emit(companyId, userChanged, `user:${user.id}`, { userId: user.id, action: 'update' }, client);
    });
    await changed(user.id);
  }

  async #proveIdentity(user: CurrentUser, currentPassword: string | undefined): Promise<void> {
    const { owner, passwords, attempts } = this.#options;
    if (!currentPassword) throw invalid({ currentPassword: 'ERR_REQUIRED' });
    const counted = [{ name: 'own-password', of: String(user.id), max: 10, seconds: 900 }];
    await attempts.count(counted);
    const { rows } = await owner.query<{ hash: string }>(
      `select password_hash as hash from kernel."user" where id = $1`,
      [user.id],
    );
    if (!(await passwords.matches(currentPassword, rows[0]?.hash)))
      throw invalid({ currentPassword: 'ERR_WRONG_PASSWORD' });
    await attempts.uncount(counted);
  }
}
