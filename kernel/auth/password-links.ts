import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { invalid, networkOf, notFound, userChanged } from '@balcao/sdk/server';
import type { AppError, CurrentUser, Language, PasswordLink } from '@balcao/sdk/server';
import { mailedPasswordFault } from '../accounts/account-input.ts';
import { lockedTarget } from '../accounts/people.ts';
import type { AuditRecords } from '../audit/audit-log.ts';
import { renderEmail } from '../mail/render-email.ts';
import { passwordLinkEmail } from '../mail/password-link-email.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Emit } from '../tenants/ports.ts';
import { inTransaction } from '../tenants/transaction.ts';
import type { Attempts } from './attempts.ts';
import { loginLimitsOf } from './logins.ts';
import { ownPasswordChosen } from './own-password.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

interface PasswordLinksOptions {
  owner: Pool;
  publicUrl: string;
  passwords: Passwords;
  attempts: Attempts;
  sessions: Sessions;
  mailer: Mailer;
  records: AuditRecords;
  emit: Emit;
}

interface Invited {
  id: number;
  companyId: number;
  name: string;
  email: string;
  super: boolean;
  company: string;
  isInvited: boolean;
}

const hours = 48;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Links by which a person chooses a password: each valid once, for two days, and only the latest. An admin sends it
 * to a new person or to one who is locked out, and never learns the password.
 */
export class PasswordLinks {
  readonly #options: PasswordLinksOptions;

  constructor(options: PasswordLinksOptions) {
    this.#options = options;
  }

  /**
   * Sends a new link and invalidates the former ones. Without a mail server the link is returned, to be passed on by
   * the caller.
   */
  async send(companyId: number, id: number, actor: CurrentUser | undefined): Promise<PasswordLink> {
    const { owner, mailer, publicUrl, emit } = this.#options;
    const token = randomBytes(32).toString('base64url');
    // Browsers do not send the fragment, so no log contains the token.
    const path = `/password#token=${token}`;
    const isMailed = mailer.firstStatus === 'waiting';
    const expiresAt = await inTransaction(owner, async (client) => {
      await lockedTarget(client, companyId, id, actor);
      const { rows } = await client.query<Invited & { language: Language; expiresAt: Date }>(
        `with link as (
           insert into kernel.password_link (user_id, company_id, token_hash, expires_at)
           values ($2, $1, $3, now() + make_interval(hours => $4))
           on conflict (user_id) do update
             set token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = now()
           returning expires_at)
         update kernel."user" u set invited_until = case when u.invited_until is null then null else link.expires_at end
           from kernel.company c, link where u.company_id = $1 and u.id = $2 and c.id = u.company_id
         returning u.name, u.email, c.name as company, coalesce(u.language, c.language) as language,
           u.invited_until is not null as "isInvited", link.expires_at as "expiresAt"`,
        [companyId, id, hashOf(token), hours],
      );
      const person = rows[0];
      if (!person) throw notFound('ERR_NO_USER_FOUND');
      const { name, email, company, isInvited, language } = person;
      if (isMailed) {
        const content = passwordLinkEmail({
          to: email,
          name,
          company,
          by: actor?.name ?? company,
          isInvited,
          path,
          hours,
          language,
        });
        await mailer.send({ companyId, ...renderEmail(content, language, publicUrl) }, client);
      }
      // Updates the list of people that colleagues have open, which shows the expiry of the invitation.
      await emit(companyId, userChanged, `user:${id}`, { userId: id, action: 'update' }, client);
      return person.expiresAt;
    });
    if (isMailed) mailer.wake();
    return { link: isMailed ? null : `${publicUrl}${path}`, expiresAt };
  }

  /** Returns the owner of a link. ERR_PASSWORD_LINK (404) when it was used, replaced or has expired. */
  async show(token: string, ip: string): Promise<Pick<Invited, 'name' | 'email' | 'company' | 'isInvited'>> {
    await this.#count(ip);
    const { name, email, company, isInvited } = await this.#find(token);
    return { name, email, company, isInvited };
  }

  /** Sets the password, ends the person's sessions, and returns the e-mail address to log in with. */
  async redeem(token: string, password: string, ip: string): Promise<{ email: string }> {
    const { owner, attempts, passwords, records, sessions, emit } = this.#options;
    const fault = mailedPasswordFault(password);
    if (fault) throw invalid({ password: fault });
    await this.#count(ip);
    const person = await this.#find(token);
    const passwordHash = await passwords.hash(password);
    const { id, companyId, name, email } = person;
    const announce = await inTransaction(owner, async (client) => {
      const { rowCount } = await client.query(
        `delete from kernel.password_link where token_hash = $1 and expires_at > now()`,
        [hashOf(token)],
      );
      // When a link is opened twice at the same moment, only one sets the password.
      if (rowCount !== 1) throw linkOver();
      await client.query(`update kernel."user" set password_hash = $2 where id = $1`, [id, passwordHash]);
      await ownPasswordChosen(client, id);
      await emit(companyId, userChanged, `user:${id}`, { userId: id, action: 'update' }, client);
      return sessions.end(client, { companyId, userId: id }, 'password');
    });
    await announce();
    const user = { id, name, super: person.super };
    await records.add({ companyId, user, origin: { ip, userAgent: '' } }, { action: 'auth.password-link' });
    await attempts.clear(loginLimitsOf(email, ip));
    return { email };
  }

  async tidy(): Promise<void> {
    await this.#options.owner.query(`delete from kernel.password_link where expires_at < now() - interval '30 days'`);
  }

  #count(ip: string): Promise<void> {
    return this.#options.attempts.count([{ name: 'password-link-ip', of: networkOf(ip), max: 60, seconds: 900 }]);
  }

  async #find(token: string): Promise<Invited> {
    const { rows } = await this.#options.owner.query<Invited>(
      `select u.id, u.company_id as "companyId", u.name, u.email, u.super, c.name as company,
              u.invited_until is not null as "isInvited"
         from kernel.password_link l join kernel."user" u on u.id = l.user_id join kernel.company c on c.id = u.company_id
        where l.token_hash = $1 and l.expires_at > now()`,
      [hashOf(token)],
    );
    if (!rows[0]) throw linkOver();
    return rows[0];
  }
}

const linkOver = (): AppError => notFound('ERR_PASSWORD_LINK');
