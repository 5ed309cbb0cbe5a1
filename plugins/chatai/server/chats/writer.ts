import { once } from 'node:events';
import { sql, type Host, type Scope, type Sql } from '@balcao/sdk/server';
import { chatWriter } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { publishMessage } from './publish-chat.ts';
import { queueNext, writeAnswer } from './write-answer.ts';

/** The one writer of a company. */
export const writerName = 'chats';
/** Milliseconds between two looks for answers that nobody announced. */
const lookMs = 5000;

/** A writer stores a sign of life each second; after so many without one nobody writes the answer any more. */
const silentSeconds = 20;

/** Answers that nobody writes any more: they failed, a person may ask again, and what was asked meanwhile is next. */
const giveUp = (scope: Scope, which: Sql): Promise<void> =>
  scope.tx(async (inner) => {
    const rows = await inner.sql.rows<{ id: number; chatId: number }>(
      sql`update chatai.chat_message set state = 'failed', error = 'ERR_AI_NODE'
           where state = 'writing' and ${which} returning id, chat_id as "chatId"`,
    );
    for (const { id, chatId } of rows) {
      const next = await queueNext(inner, id, chatId);
      await publishMessage(inner, id);
      if (next !== undefined) await publishMessage(inner, next);
    }
  });

class Writer {
  readonly #scope: Scope;
  readonly #writing = new Map<number, { controller: AbortController; done: Promise<void> }>();
  constructor(scope: Scope) {
    this.#scope = scope;
  }

  begin(messageId: number): void {
    if (this.#writing.has(messageId) || this.#scope.signal.aborted) return;
    const controller = new AbortController();
    const done = writeAnswer(this.#scope, messageId, controller)
      .then((next) => {
        this.#writing.delete(messageId);
        if (next !== undefined) this.begin(next);
      })
      .catch((error: unknown) => {
        this.#writing.delete(messageId);
        this.#scope.log.error({ error, message: messageId }, 'an answer was not stored');
      });
    this.#writing.set(messageId, { controller, done });
  }

  stop(messageId: number): boolean {
    const writing = this.#writing.get(messageId);
    writing?.controller.abort();
    return writing !== undefined;
  }

  /**
   * Begins the answers that wait: those of before this writer, and those whose announcement was lost. One whose end
   * could not be stored is given up.
   */
  async look(): Promise<void> {
    await giveUp(
      this.#scope,
      sql`not id = any(${[...this.#writing.keys()]}::int[]) and seen_at < now() - make_interval(secs => ${silentSeconds})`,
    );
    const rows = await this.#scope.sql.rows<{ id: number }>(
      sql`select id from chatai.chat_message where state = 'queued' order by id limit 200`,
    );
    for (const { id } of rows) this.begin(id);
  }

  async end(): Promise<void> {
    for (const { controller } of this.#writing.values()) controller.abort();
    await Promise.allSettled([...this.#writing.values()].map(({ done }) => done));
  }
}

/** A company's answers are written by one node at a time; another takes over when it dies. */
export const writer = (host: Host<typeof manifest>): void => {
  host.session(chatWriter, {
    async run(_name, scope, ready) {
      const { signal } = scope;
      // Answers that a former writer left behind with its node.
      await giveUp(scope, sql`true`);
      const work = new Writer(scope);
      ready(({ messageId, stops }) => {
        if (stops) return Promise.resolve({ isKnown: work.stop(messageId) });
        work.begin(messageId);
        return Promise.resolve({ isKnown: true });
      });
      const look = (): void =>
        void work.look().catch((error: unknown) => scope.log.warn({ error }, 'waiting answers were not read'));
      look();
      const timer = setInterval(look, lookMs);
      try {
        if (!signal.aborted) await once(signal, 'abort');
      } finally {
        clearInterval(timer);
        await work.end();
      }
    },
  });
};
