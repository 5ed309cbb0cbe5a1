import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { AppError, invalid, notFound, networkOf } from '@balcao/sdk/server';
import type { Language, Log } from '@balcao/sdk/server';
import type { AuditRecords } from '../audit/audit-log.ts';
import { mailedPasswordFault } from '../accounts/account-input.ts';
import type { Mailer } from '../mail/mailer.ts';
import { renderEmail } from '../mail/render-email.ts';
import { resetCodeEmail } from '../mail/reset-code-email.ts';
import { inTransaction } from '../tenants/transaction.ts';
import type { Attempts } from './attempts.ts';
import { equalsInConstantTime, sign } from './derived-keys.ts';
import { loginLimitsOf } from './logins.ts';
import { ownPasswordChosen } from './own-password.ts';
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

/** Letters and digits without those that are confused on paper or by telephone. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const codeLength = 8;
const minutes = 15;
/**
 * Attempts from one network. The total limit of a code is higher, so that guesses of others do not invalidate it for
 * its owner.
 */
const tries = 5;
const triesOfAll = 200;
const mails = { ofOne: 3, ofAll: 6 };

interface Person {
  id: number;
  companyId: number;
  name: string;
  email: string;
  language: Language;
  super: boolean;
}

/**
 * Codes sent by mail, valid once, for a quarter of an hour and five attempts. Repeated requests send the same code,
 * so a stranger who requests codes for somebody does not invalidate the person's code.
 */
export class PasswordResets {
  readonly #options: PasswordResetsOptions;

  constructor(options: PasswordResetsOptions) {
    this.#options = options;
  }

  /**
   * Sends a code. ERR_EMAIL_NOT_FOUND (404) for an unknown address; requests are counted, so that lists of addresses
   * cannot be tried.
   */
  async request(email: string, ip: string): Promise<void> {
    const { owner, attempts, mailer, publicUrl } = this.#options;
    const key = email.trim().toLowerCase();
    await attempts.count([
      { name: 'reset-ip', of: networkOf(ip), max: 20, seconds: 900 },
      { name: 'reset-email-ip', of: `${key} ${networkOf(ip)}`, max: mails.ofOne, seconds: 900 },
    ]);
    const person = await this.#find(email);
    // The mails that were already sent contain the code.
    if (await this.#isFlooded(key)) return;
    await inTransaction(owner, async (client) => {
      const code = await this.#liveCode(client, person);
      const { name, language } = person;
      const content = resetCodeEmail({ to: person.email, name, code, minutes, language });
      await mailer.send({ companyId: person.companyId, ...renderEmail(content, language, publicUrl) }, client);
    });
    mailer.wake();
  }

  /**
   * Sets the password and ends the person's sessions. A wrong, used or expired code, or one with too many attempts:
   * ERR_RESET_CODE_INVALID (400).
   */
  async redeem(email: string, code: string, password: string, ip: string): Promise<void> {
    const { owner, attempts, passwords, records, sessions } = this.#options;
    const fault = mailedPasswordFault(password);
    if (fault) throw invalid({ password: fault });
    await attempts.count([
      { name: 'reset-code-ip', of: networkOf(ip), max: 30, seconds: 900 },
      { name: 'reset-code-email-ip', of: `${email.trim().toLowerCase()} ${networkOf(ip)}`, max: tries, seconds: 900 },
    ]);
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
      await ownPasswordChosen(client, person.id);
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

  async #isFlooded(key: string): Promise<boolean> {
    try {
      await this.#options.attempts.count([{ name: 'reset-email', of: key, max: mails.ofAll, seconds: 900 }]);
      return false;
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return true;
      throw error;
    }
  }

  /** Returns the person's code, the same one while it is valid. Only its hash and nonce are stored, not the key. */
  async #liveCode(client: PoolClient, { id, companyId }: Person): Promise<string> {
    // Concurrent requests get the same code.
    await client.query(`select from kernel."user" where id = $1 for no key update`, [id]);
    const { rows } = await client.query<{ nonce: Buffer }>(
      `select nonce from kernel.password_reset
        where user_id = $1 and nonce is not null and used_at is null and expires_at > now() and attempts < $2`,
      [id, triesOfAll],
    );
    const nonce = rows[0]?.nonce ?? randomBytes(16);
    const code = this.#codeOf(id, nonce);
    await client.query(
      `insert into kernel.password_reset as r (company_id, user_id, code_hash, nonce, expires_at)
       values ($1, $2, $3, $4, now() + make_interval(mins => $5))
       on conflict (user_id) do update set
         attempts = case when r.nonce = excluded.nonce then r.attempts else 0 end,
         code_hash = excluded.code_hash, nonce = excluded.nonce, expires_at = excluded.expires_at, used_at = null,
         created_at = now()`,
      [companyId, id, this.#hash(id, code), nonce, minutes],
    );
    return code;
  }

  #codeOf(userId: number, nonce: Buffer): string {
    const bytes = sign(this.#options.key, `code ${userId} ${nonce.toString('hex')}`);
    return Array.from({ length: codeLength }, (_, at) => alphabet[bytes.readUInt16BE(at * 2) % alphabet.length]).join(
      '',
    );
  }

  /** Counts the attempt before checking the code, so that concurrent guesses are all counted. */
  async #spendTry(userId: number, codeHash: Buffer): Promise<void> {
    const { rows } = await this.#options.owner.query<{ code_hash: Buffer }>(
      `update kernel.password_reset set attempts = attempts + 1
        where user_id = $1 and used_at is null and expires_at > now() and attempts < $2 returning code_hash`,
      [userId, triesOfAll],
    );
    const reset = rows[0];
    if (!reset || !equalsInConstantTime(reset.code_hash, codeHash)) throw wrongCode();
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
