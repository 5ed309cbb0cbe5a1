import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import { connections, type ConnectionStatus } from '@balcao/connections/contract';
import { arrive, asInbound, discard } from '../inbound/arrive.ts';
import { refuseCall } from '../inbound/refuse-call.ts';
import { networkFor } from '../network.ts';
import { keepPeople } from '../people/address-book.ts';
import { showPicture } from '../people/picture.ts';
import { ConnectionStore } from '../store/connection-store.ts';
import { afterEnd } from './ends.ts';
import type { ArrivedMessage, PastWanted, ToServer } from './language.ts';
import { connectionSession, type ConnectionQuestion } from '../connection/connection-session.ts';
import { send } from './send.ts';
import type { WorkerLine, Workers } from './workers.ts';

const longestPauseMs = 60_000;
/** Pause while the account is locked, which takes hours or days. */
const lockedPauseMs = 10 * 60_000;
/** After this many failed attempts the status becomes TIMEOUT; attempts continue. */
const triesUntilTimeout = 4;

/** Returns a growing pause with jitter, so that many connections do not reconnect at the same moment. */
const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 7)) * (0.5 + Math.random() / 2);

/** Returns true if a phone has linked the device with these credentials. */
const isLinked = (creds: string | null): boolean =>
  creds !== null && (JSON.parse(creds) as { account?: unknown }).account !== undefined;

/** Runs one connection on this node: connects, reconnects after each interruption, and closes. */
class LineRun {
  readonly #scope: Scope;
  readonly #connectionId: number;
  readonly #workers: Workers;
  #store!: ConnectionStore;
  #line: WorkerLine | undefined;
  #failures = 0;
  #wasOpen = false;
  /** Ends the pause before the next attempt. */
  #hurry: AbortController | undefined;
  #ended = Promise.withResolvers<void>();

  constructor(scope: Scope, connectionId: number, workers: Workers) {
    this.#scope = scope;
    this.#connectionId = connectionId;
    this.#workers = workers;
  }

  async run(ready: (answer: (question: ConnectionQuestion) => Promise<unknown>) => void): Promise<void> {
    const { signal } = this.#scope;
    this.#store = await ConnectionStore.open(this.#scope, this.#connectionId);
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
    const past = await this.#pastWanted();
    // Left over from an abandoned import.
    if (!past) await this.#store.forgetPast();
    await this.#line?.ask({
      do: 'start',
      network: networkFor(this.#scope),
      // Credentials that were never linked are useless for another attempt.
      creds: isLinked(creds) ? creds : null,
      past,
    });
  }

  /** Returns the period of old messages to import; null for none. */
  async #pastWanted(): Promise<PastWanted | null> {
    const connection = await this.#scope.use(connections).find(this.#connectionId);
    const { importOldMessages: from, importRecentMessages: until, importProgress } = connection ?? {};
    const isOver = ['done', 'failed'].includes(importProgress?.state ?? 'done');
    if (!connection || !from || isOver) return null;
    const groups = connection.importOldMessagesGroups;
    return { from: from.getTime(), until: (until ?? new Date()).getTime(), groups };
  }

  async #hear(news: ToServer): Promise<unknown> {
    if (news.do === 'keys.get') return this.#store.keys(news.kind, news.names);
    if (news.do === 'keys.set') return this.#store.change(news.rows);
    if (news.do === 'keys.all') return this.#store.all(news.kind);
    if (news.do === 'creds.set') return this.#store.keepCreds(news.creds);
    if (news.do === 'qr') return this.#show('qrcode', { qrcode: news.code });
    if (news.do === 'paired') return this.#show('PAIRING');
    if (news.do === 'open') return this.#opened();
    if (news.do === 'closed') return this.#closed(news.code);
    if (news.do === 'people') return keepPeople(this.#store, news.people);
    if (news.do === 'past') return this.#store.keepPast(news.messages);
    if (news.do === 'past-told') return this.#store.notePastTold(news.isLast);
    if (news.do === 'picture') return showPicture(this.#store, news, this.#scope);
    if (news.do === 'call') return refuseCall(this.#connectionId, news.from, this.#scope);
    return arrive(this.#connectionId, news, this.#scope);
  }

  async #opened(): Promise<void> {
    this.#failures = 0;
    this.#wasOpen = true;
    await this.#show('CONNECTED');
    this.#scope.log.info({ connection: this.#connectionId }, 'connection is up');
  }

  /** Not awaited by the worker, which would wait for itself. */
  #closed(code: number): void {
    void this.#follow(code).catch((err: unknown) => {
      this.#scope.log.warn({ err, connection: this.#connectionId }, 'connection could not be reopened');
      this.#ended.resolve();
    });
  }

  async #follow(code: number): Promise<void> {
    if (this.#scope.signal.aborted || !this.#line) return;
    const next = afterEnd(code, { wasOpen: this.#wasOpen, isLinked: isLinked(await this.#store.creds()) });
    if (next === 'at once') return this.#begin();
    this.#scope.log.info({ connection: this.#connectionId, code }, 'connection closed');
    if (next === 'wipe') return this.#giveUp('DISCONNECTED', { wipe: true });
    if (next === 'no code read') return this.#giveUp('TIMEOUT', { wipe: true });
    if (next === 'stop') return this.#giveUp('DISCONNECTED', { wipe: false });
    this.#failures += 1;
    const wait = next === 'later' ? lockedPauseMs : pauseAfter(this.#failures);
    const isLong = next === 'later' || this.#failures > triesUntilTimeout;
    await (isLong ? this.#show('TIMEOUT', { nextTryAt: new Date(Date.now() + wait) }) : this.#show('OPENING'));
    this.#hurry = new AbortController();
    const woken = AbortSignal.any([this.#scope.signal, this.#hurry.signal]);
    await sleep(wait, undefined, { signal: woken }).catch(() => undefined);
    if (!this.#scope.signal.aborted && this.#line) await this.#begin();
  }

  async #giveUp(status: ConnectionStatus, { wipe }: { wipe: boolean }): Promise<void> {
    if (wipe) await this.#store.wipe();
    await this.#show(status);
    this.#ended.resolve();
    // Not awaited: releasing waits for this run to end.
    void this.#scope.sessions.unwant(connectionSession, String(this.#connectionId)).catch(() => undefined);
  }

  async #answer(question: ConnectionQuestion): Promise<unknown> {
    if (question.do === 'try-now') return this.#hurry?.abort();
    const line = this.#line;
    if (!line) throw new Error('the connection has ended');
    if (question.do === 'send') return send(line, this.#connectionId, question, this.#scope);
    if (question.do === 'read-past') return this.#readPast(line, question.messages);
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

  async #readPast(line: WorkerLine, messages: string[]): Promise<unknown> {
    const read: unknown[] = [];
    for (const message of await line.ask<ArrivedMessage[]>({ do: 'read-past', messages })) {
      const inbound = await asInbound(message, this.#scope);
      if (message.media) await discard(message.media);
      if (inbound) read.push(inbound);
    }
    return read;
  }

  async #show(status: ConnectionStatus, more: { qrcode?: string; nextTryAt?: Date } = {}): Promise<void> {
    await this.#scope.use(connections).setStatus(this.#connectionId, { status, ...more });
  }
}

export const runLine =
  (workers: Workers) =>
  async (name: string, scope: Scope, ready: (answer: (question: ConnectionQuestion) => Promise<unknown>) => void) => {
    const connectionId = Number(name);
    // A deleted connection is not run.
    if (!(await scope.use(connections).find(connectionId))) {
      void scope.sessions.unwant(connectionSession, name).catch(() => undefined);
      return;
    }
    await new LineRun(scope, connectionId, workers).run(ready);
  };
