import type { Transporter } from 'nodemailer';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '@balcao/sdk/server';

export interface Mail {
  /** Company the mail belongs to; absent for the platform's own. */
  companyId?: number;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface StoredMail {
  id: number;
  companyId: number | null;
  to: string;
  subject: string;
  /** Text of the mail; null once it was sent. */
  text: string | null;
  html: string | null;
  status: 'kept' | 'waiting' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

interface MailerOptions {
  owner: Pool;
  log: Log;
  /** `smtp://user:password@host:587`; without it messages are stored for the super user to read. */
  smtpUrl?: string;
  from: string;
  pollMs?: number;
  /** Seconds before the second attempt, doubled for each further one, an hour at most. */
  retrySeconds?: number;
}

const maxAttempts = 12;

/**
 * Sends mail from a table: a message is stored with the change that causes it, and retried until the server accepted
 * it. When a node dies while sending, another node sends the message, so it may arrive twice but is never lost.
 */
export class Mailer {
  readonly #options: MailerOptions;
  #transport: Promise<Transporter> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(options: MailerOptions) {
    this.#options = options;
  }

  start(): void {
    if (!this.#options.smtpUrl) return;
    this.#poll = setInterval(() => this.wake(), this.#options.pollMs ?? 15_000);
    this.#poll.unref();
    this.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    await this.#sending;
    await this.#transport?.then((transport) => transport.close()).catch(() => undefined);
  }

  /** Stores the message, in the client's transaction when there is one; call `wake` after its commit. */
  async send(mail: Mail, client?: PoolClient): Promise<void> {
    await (client ?? this.#options.owner).query(
      `insert into kernel.mail (company_id, recipient, subject, text, html, status) values ($1, $2, $3, $4, $5, $6)`,
      [mail.companyId ?? null, mail.to, mail.subject, mail.text, mail.html, this.firstStatus],
    );
    if (!client) this.wake();
  }

  /** Status of a new message: it waits for the server, or for a super user who reads it. */
  get firstStatus(): 'waiting' | 'kept' {
    return this.#options.smtpUrl ? 'waiting' : 'kept';
  }

  /** Sends the mail that is due. */
  wake(): void {
    if (!this.#options.smtpUrl || this.#stopped) return;
    if (this.#sending) {
      this.#again = true;
      return;
    }
    this.#sending = this.#sendDue()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'due mail could not be read'))
      .finally(() => {
        this.#sending = undefined;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  async list(page: number): Promise<{ mails: StoredMail[]; hasMore: boolean }> {
    const { rows } = await this.#options.owner.query<StoredMail>(
      `select id::int, company_id as "companyId", recipient as "to", subject, text, html, status, attempts,
              last_error as "lastError", created_at as "createdAt", sent_at as "sentAt"
         from kernel.mail order by id desc limit 21 offset $1`,
      [(page - 1) * 20],
    );
    return { mails: rows.slice(0, 20), hasMore: rows.length > 20 };
  }

  /** Deletes sent and stored messages after a month. */
  async tidy(): Promise<void> {
    await this.#options.owner.query(
      `delete from kernel.mail where status <> 'waiting' and created_at < now() - interval '30 days'`,
    );
  }

  async #sendDue(): Promise<void> {
    while (!this.#stopped) {
      // Claimed for five minutes: longer than a server takes to refuse, short enough when this node dies.
      const { rows } = await this.#options.owner.query<StoredMail>(
        `update kernel.mail set next_at = now() + interval '5 minutes', attempts = attempts + 1
          where id = (select id from kernel.mail where status = 'waiting' and next_at <= now()
                       order by next_at, id limit 1 for update skip locked)
          returning id::int, recipient as "to", subject, text, html, attempts`,
      );
      const mail = rows[0];
      if (!mail) return;
      await this.#deliver(mail);
    }
  }

  async #deliver(mail: StoredMail): Promise<void> {
    const { owner, log, from, retrySeconds = 15 } = this.#options;
    try {
      this.#transport ??= openTransport(this.#options.smtpUrl);
      const transport = await this.#transport;
      await transport.sendMail({
        from,
        // Passed as one address, because a comma in a string would make two.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text ?? '',
        html: mail.html ?? '',
        // Prevents automatic replies, such as those of people on holiday.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    } catch (error) {
      const wait = Math.min(retrySeconds * 2 ** (mail.attempts - 1), 3600);
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, 'mail could not be sent');
      await owner.query(
        `update kernel.mail set status = $2, last_error = $3, next_at = now() + make_interval(secs => $4) where id = $1`,
        [mail.id, mail.attempts >= maxAttempts ? 'failed' : 'waiting', String(error).slice(0, 500), wait],
      );
      return;
    }
    // The texts may contain a code, and are not needed any more.
    await owner.query(
      `update kernel.mail set status = 'sent', sent_at = now(), text = null, html = null, last_error = null where id = $1`,
      [mail.id],
    );
  }
}

/** Imported with the first mail: a start, and an installation without a mail server, do not need it. */
async function openTransport(url: string | undefined): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
