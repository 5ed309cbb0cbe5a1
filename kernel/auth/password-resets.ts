import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError, invalid, notFound } from '@balcao/sdk/server';
import type { Language, Log } from '@balcao/sdk/server';
import type { AuditRecords } from '../audit/audit-log.ts';
import { isStrongPassword } from '../accounts/account-input.ts';
import type { Mailer } from '../mail/mailer.ts';
import { renderLetter } from '../mail/letter.ts';
import { resetLetter } from '../mail/reset-mail.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { ofAddress } from './attempts.ts';
import type { Attempts } from './attempts.ts';
import { same, sign } from './keys.ts';
import { loginLimitsOf } from './logins.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

interface PasswordResetsOptions {
  owner: Pool;
  log: Log;
  key: Buffer;
  publicUrl: string;
  passwords: Passwords;
  attempts: Attempts;
  sessions: Sessions;
  mailer: Mailer;
  records: AuditRecords;
}

/** Without the letters and digits that are taken for one another on paper or by telephone. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const codeLength = 8;
const minutes = 15;
const tries = 5;

interface Person {
  id: number;
  companyId: number;
  name: string;
  email: string;
  language: Language;
  super: boolean;
}

/** A code by mail, good once, for a quarter of an hour and five tries. */
export class PasswordResets {
  readonly #options: PasswordResetsOptions;

  constructor(options: PasswordResetsOptions) {
    this.#options = options;
  }

  /** ERR_EMAIL_NOT_FOUND (404) for an address that nobody has; asking is counted, so lists of addresses are not tried. */
  async request(email: string, ip: string): Promise<void> {
    const { owner, attempts, mailer, publicUrl } = this.#options;
    await attempts.take([
      { name: 'reset-ip', of: ofAddress(ip), most: 20, seconds: 900 },
      { name: 'reset-email', of: email.trim().toLowerCase(), most: 3, seconds: 900 },
    ]);
    const person = await this.#find(email);
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
    await inTransaction(owner, async (client) => {
      // One code a person: a new one takes the place of the last.
      await client.query(
        `insert into kernel.password_reset (company_id, user_id, code_hash, expires_at)
         values ($1, $2, $3, now() + make_interval(mins => $4))
         on conflict (user_id) do update set
           code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempts = 0, used_at = null, created_at = now()`,
        [person.companyId, person.id, this.#hash(person.id, code), minutes],
      );
      const { name, language } = person;
      const letter = resetLetter({ to: person.email, name, code, minutes, language });
      await mailer.send({ companyId: person.companyId, ...renderLetter(letter, language, publicUrl) }, client);
    });
    mailer.wake();
  }

  /** Sets the password and ends the person's sessions. A wrong, used, old or over-tried code: ERR_RESET_CODE_INVALID (400). */
  async redeem(email: string, code: string, password: string, ip: string): Promise<void> {
    const { owner, attempts, passwords, records, sessions } = this.#options;
    if (!isStrongPassword(password)) throw invalid({ password: 'ERR_WEAK_PASSWORD' });
    await attempts.take([{ name: 'reset-code-ip', of: ofAddress(ip), most: 30, seconds: 900 }]);
    const person = await this.#find(email);
    const codeHash = this.#hash(person.id, code);
    await this.#spendTry(person.id, codeHash);
    const passwordHash = await passwords.hash(password);
    const announce = await inTransaction(owner, async (client) => {
      const { rowCount } = await client.query(
        `update kernel.password_reset set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null`,
        [person.id, codeHash],
      );
      if (rowCount !== 1) throw wrongCode();
      await client.query(`update kernel."user" set password_hash = $2 where id = $1`, [person.id, passwordHash]);
      return sessions.end(client, { companyId: person.companyId, userId: person.id }, 'password');
    });
    await announce();
    const { id, name, companyId } = person;
    const user = { id, name, super: person.super };
    await records.add({ companyId, user, origin: { ip, userAgent: '' } }, { action: 'auth.password-reset' });
    await attempts.clear(loginLimitsOf(person.email, ip));
  }

  async tidy(): Promise<void> {
    await this.#options.owner.query(`delete from kernel.password_reset where expires_at < now() - interval '1 day'`);
  }

  /** Counts the try before it looks: a thousand guesses at the same moment are still five. */
  async #spendTry(userId: number, codeHash: Buffer): Promise<void> {
    const { rows } = await this.#options.owner.query<{ code_hash: Buffer }>(
      `update kernel.password_reset set attempts = attempts + 1
        where user_id = $1 and used_at is null and expires_at > now() and attempts < $2 returning code_hash`,
      [userId, tries],
    );
    const reset = rows[0];
    if (!reset || !same(reset.code_hash, codeHash)) throw wrongCode();
  }

  async #find(email: string): Promise<Person> {
    const { rows } = await this.#options.owner.query<Person>(
      `select u.id, u.company_id as "companyId", u.name, u.email, u.super, coalesce(u.language, c.language) as language
         from kernel."user" u join kernel.company c on c.id = u.company_id where u.email_key = lower(btrim($1))`,
      [email],
    );
    const person = rows[0];
    if (!person) throw notFound('ERR_EMAIL_NOT_FOUND');
    return person;
  }

  #hash(userId: number, code: string): Buffer {
    return sign(this.#options.key, `${userId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`);
  }
}

const wrongCode = (): AppError => new AppError(400, 'ERR_RESET_CODE_INVALID');
