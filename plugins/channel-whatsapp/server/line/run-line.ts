import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import { connections, type ConnectionStatus } from '@balcao/connections/contract';
import { arrive } from '../inbound/arrive.ts';
import { refuseCall } from '../inbound/refuse-call.ts';
import { networkFor } from '../network.ts';
import { LineStore } from '../store/line-store.ts';
import type { ToServer } from './language.ts';
import { lineSession, type LineQuestion } from './line-session.ts';
import { send } from './send.ts';
import type { WorkerLine, Workers } from './workers.ts';

/** Why a link ended, as the client library numbers it. */
const restart = 515;
const loggedOut = new Set([401, 403, 405, 419]);
const noCodeRead = 408;
const replaced = 440;

const longestPauseMs = 60_000;
/** So many tries in vain, and the row says that there is no connection; it is tried on. */
const triesUntilTimeout = 4;

/** Waits that grow, and of which no two are alike: many lines must not come back in one moment. */
const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 7)) * (0.5 + Math.random() / 2);

/** One line while this node has it: begun, kept up through every interruption, and ended. */
class LineRun {
  readonly #scope: Scope;
  readonly #connectionId: number;
  readonly #workers: Workers;
  #store!: LineStore;
  #line: WorkerLine | undefined;
  #failures = 0;
  #wasOpen = false;
  #ended = Promise.withResolvers<void>();

  constructor(scope: Scope, connectionId: number, workers: Workers) {
    this.#scope = scope;
    this.#connectionId = connectionId;
    this.#workers = workers;
  }

  async run(ready: (answer: (question: LineQuestion) => Promise<unknown>) => void): Promise<void> {
    const { signal } = this.#scope;
    this.#store = await LineStore.open(this.#scope, this.#connectionId);
    await this.#store.forgetOldSent();
    const line = this.#workers.open((news) => this.#hear(news));
    this.#line = line;
    ready((question) => this.#answer(question));
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    if (signal.aborted) this.#ended.resolve();
    try {
      await this.#begin();
      const died = await Promise.race([line.lost, this.#ended.promise, aborted]);
      if (died instanceof Error) {
        await this.#show('OPENING');
        throw died;
      }
    } finally {
      this.#line = undefined;
      await line.close();
    }
  }

  async #begin(): Promise<void> {
    const creds = await this.#store.creds();
    const rejectsCalls = this.#scope.settings.get('whatsappRejectCalls') === 'enabled';
    await this.#line?.ask({ do: 'start', network: networkFor(this.#scope), creds, rejectsCalls });
  }

  async #hear(news: ToServer): Promise<unknown> {
    if (news.do === 'keys.get') return this.#store.keys(news.kind, news.names);
    if (news.do === 'keys.set') return this.#store.change(news.rows);
    if (news.do === 'keys.all') return this.#store.all(news.kind);
    if (news.do === 'creds.set') return this.#store.keepCreds(news.creds);
    if (news.do === 'qr') return this.#show('qrcode', news.code);
    if (news.do === 'paired') return this.#show('PAIRING');
    if (news.do === 'open') return this.#opened();
    if (news.do === 'closed') return this.#closed(news.code);
    if (news.do === 'call') return refuseCall(this.#connectionId, news.from, this.#scope);
    return arrive(this.#connectionId, news, this.#scope);
  }

  async #opened(): Promise<void> {
    this.#failures = 0;
    this.#wasOpen = true;
    await this.#show('CONNECTED');
    this.#scope.log.info({ connection: this.#connectionId }, 'a line is up');
  }

  /** The worker does not wait for what follows: it would wait for itself. */
  #closed(code: number): void {
    void this.#follow(code).catch((err: unknown) => {
      this.#scope.log.warn({ err, connection: this.#connectionId }, 'a line could not be begun again');
      this.#ended.resolve();
    });
  }

  async #follow(code: number): Promise<void> {
    if (this.#scope.signal.aborted || !this.#line) return;
    if (code === restart) return this.#begin();
    this.#scope.log.info({ connection: this.#connectionId, code }, 'a line went down');
    if (loggedOut.has(code)) return this.#giveUp('DISCONNECTED', { wipe: true });
    if (code === replaced) return this.#giveUp('DISCONNECTED', { wipe: false });
    if (code === noCodeRead && !this.#wasOpen && !(await this.#isLinked()))
      return this.#giveUp('TIMEOUT', { wipe: true });
    this.#failures += 1;
    await this.#show(this.#failures > triesUntilTimeout ? 'TIMEOUT' : 'OPENING');
    await sleep(pauseAfter(this.#failures), undefined, { signal: this.#scope.signal }).catch(() => undefined);
    if (!this.#scope.signal.aborted && this.#line) await this.#begin();
  }

  async #isLinked(): Promise<boolean> {
    const creds = await this.#store.creds();
    return creds !== null && (JSON.parse(creds) as { account?: unknown }).account !== undefined;
  }

  async #giveUp(status: ConnectionStatus, { wipe }: { wipe: boolean }): Promise<void> {
    if (wipe) await this.#store.wipe();
    await this.#show(status);
    this.#ended.resolve();
    // Releasing waits for this very run: it must not wait for the releasing.
    void this.#scope.sessions.unwant(lineSession, String(this.#connectionId)).catch(() => undefined);
  }

  async #answer(question: LineQuestion): Promise<unknown> {
    const line = this.#line;
    if (!line) throw new Error('the line has ended');
    if (question.do === 'send') return send(line, this.#connectionId, question, this.#scope);
    if (question.do === 'react') {
      const { externalId, fromMe } = question.target;
      return line.ask({ do: 'react', target: externalId, fromMe, emoji: question.emoji, to: question.to });
    }
    if (question.do === 'edit')
      return line.ask({ do: 'edit', target: question.target.externalId, body: question.body, to: question.to });
    if (question.do === 'revoke')
      return line.ask({ do: 'revoke', target: question.target.externalId, to: question.to });
    if (question.do !== 'logout') return line.ask(question);
    await line.ask({ do: 'logout' });
    await this.#store.wipe();
    this.#ended.resolve();
    return null;
  }

  async #show(status: ConnectionStatus, qrcode?: string): Promise<void> {
    await this.#scope
      .use(connections)
      .setStatus(this.#connectionId, { status, ...(qrcode !== undefined && { qrcode }) });
  }
}

export const runLine =
  (workers: Workers) =>
  async (name: string, scope: Scope, ready: (answer: (question: LineQuestion) => Promise<unknown>) => void) => {
    const connectionId = Number(name);
    // A connection that was deleted needs no line.
    if (!(await scope.use(connections).find(connectionId))) {
      void scope.sessions.unwant(lineSession, name).catch(() => undefined);
      return;
    }
    await new LineRun(scope, connectionId, workers).run(ready);
  };
