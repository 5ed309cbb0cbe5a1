import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { AppError, type Log } from '@balcao/sdk/server';
import type { Signals } from '../tenants/ports.ts';

const asked = 'kernel_session_asked';
const answered = 'kernel_session_answered';

/** Milliseconds within which the node with the session accepts a call; afterwards no node has it. */
const acceptMs = 4_000;
/** Milliseconds within which a call must be answered: longer than a provider may take for one message. */
const answerMs = 50_000;
/** Interval of checking whether the node that accepted the call still has the session, in milliseconds. */
const watchMs = 1_000;

interface Failure {
  message: string;
  fields: Record<string, unknown>;
}
type Answer = { ok: true; value: unknown } | { ok: false; error: Failure };

export type Answering = (question: unknown) => Promise<unknown>;

export const away = (): AppError => new AppError(503, 'ERR_SESSION_AWAY');
const lost = (): AppError => new AppError(503, 'ERR_SESSION_LOST');

const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  fields: error instanceof Error ? { ...error } : {},
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Restores an error that was thrown on the other node from its fields. */
const thrown = ({ message, fields }: Failure): Error =>
  typeof fields['code'] === 'string' && typeof fields['status'] === 'number'
    ? new AppError(fields['status'], fields['code'], {
        ...(isRecord(fields['fields']) && { fields: fields['fields'] as Record<string, string> }),
        ...(isRecord(fields['context']) && { context: fields['context'] }),
      })
    : Object.assign(new Error(message), fields);

/**
 * Calls from a node to the one that has a session. They go through the database, because nodes have no direct
 * connection.
 */
export class SessionCalls {
  readonly #owner: pg.Pool;
  readonly #signals: Signals;
  readonly #log: Log;
  readonly #answererOf: (lease: string) => Answering | undefined;
  readonly #waiting = new Map<string, () => void>();
  #unlisten: (() => Promise<void>)[] = [];

  constructor(options: {
    owner: pg.Pool;
    signals: Signals;
    log: Log;
    /** Returns undefined when this node does not have the session. */
    answererOf(lease: string): Answering | undefined;
  }) {
    this.#owner = options.owner;
    this.#signals = options.signals;
    this.#log = options.log;
    this.#answererOf = options.answererOf;
  }

  async start(): Promise<void> {
    this.#unlisten = [
      await this.#signals.listen(asked, (payload) => this.#onMessage(payload), { onReconnect: () => undefined }),
      await this.#signals.listen(answered, (id) => this.#waiting.get(id)?.(), { onReconnect: () => undefined }),
    ];
  }

  async stop(): Promise<void> {
    await Promise.all(this.#unlisten.map((end) => end()));
  }

  async ask(lease: string, question: unknown): Promise<unknown> {
    const id = randomUUID();
    const notified = new Promise<void>((resolve) => this.#waiting.set(id, resolve));
    try {
      const { rows } = await this.#owner.query<{ holder: string }>(
        `with held as (select name, holder from kernel.lease where name = $2 and expires_at > clock_timestamp()),
              asked as (insert into kernel.session_call (id, lease, question) select $1, name, $3 from held)
         select holder from held`,
        [id, lease, JSON.stringify(question ?? null)],
      );
      const [held] = rows;
      if (!held) throw away();
      await this.#signals.notify(asked, `${id} ${lease}`);
      await Promise.race([notified, sleep(acceptMs, undefined, { ref: false })]);
      if (!(await this.#wasAccepted(id))) throw away();
      return await this.#answerOf(id, { name: lease, holder: held.holder }, notified);
    } finally {
      this.#waiting.delete(id);
      await this.#owner
        .query(`delete from kernel.session_call where id = $1 or asked_at < now() - interval '10 minutes'`, [id])
        .catch((error: unknown) => this.#log.warn({ err: error }, 'session call could not be removed'));
    }
  }

  /** Withdraws a call that was not accepted, so that it is not answered after the caller gave up. */
  async #wasAccepted(id: string): Promise<boolean> {
    const { rowCount } = await this.#owner.query('delete from kernel.session_call where id = $1 and not is_accepted', [
      id,
    ]);
    return rowCount === 0;
  }

  async #answerOf(id: string, lease: { name: string; holder: string }, notified: Promise<void>): Promise<unknown> {
    for (const until = performance.now() + answerMs; performance.now() < until;) {
      await Promise.race([notified, sleep(watchMs, undefined, { ref: false })]);
      const { rows } = await this.#owner.query<{ answer: Answer | null; isHeld: boolean }>(
        `select answer, exists (select from kernel.lease
                                 where name = $2 and holder = $3 and expires_at > clock_timestamp()) as "isHeld"
           from kernel.session_call where id = $1`,
        [id, lease.name, lease.holder],
      );
      const answer = rows[0]?.answer;
      if (answer?.ok) return answer.value;
      if (answer) throw thrown(answer.error);
      // The node died or released the session, so nobody will answer.
      if (!rows[0]?.isHeld) throw lost();
    }
    throw lost();
  }

  #onMessage(payload: string): void {
    const space = payload.indexOf(' ');
    void this.#accept(payload.slice(0, space), payload.slice(space + 1)).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'session call could not be answered'),
    );
  }

  async #accept(id: string, lease: string): Promise<void> {
    const answering = this.#answererOf(lease);
    if (!answering) return;
    const { rows } = await this.#owner.query<{ question: unknown }>(
      'update kernel.session_call set is_accepted = true where id = $1 and not is_accepted returning question',
      [id],
    );
    const row = rows[0];
    if (!row) return;
    const answer = await answering(row.question).then(
      (value): Answer => ({ ok: true, value }),
      (error: unknown): Answer => ({ ok: false, error: failureOf(error) }),
    );
    await this.#owner.query('update kernel.session_call set answer = $2 where id = $1', [id, JSON.stringify(answer)]);
    await this.#signals.notify(answered, id);
  }
}
