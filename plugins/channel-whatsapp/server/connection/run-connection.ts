import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';
import { connections, type ConnectionStatus, type StatusChange } from '@balcao/connections/contract';
import { receive, asInbound, discard } from '../inbound/receive.ts';
import { refuseCall } from '../inbound/refuse-call.ts';
import { networkFor } from '../network.ts';
import { storePeople } from '../people/address-book.ts';
import { showPicture } from '../people/picture.ts';
import { ConnectionStore } from '../store/connection-store.ts';
import { reactionTo } from './close-codes.ts';
import type { ArrivedMessage, HistoryPeriod, ToServer } from './worker-protocol.ts';
import { connectionSession, type ConnectionQuestion } from './connection-session.ts';
import { send } from './send.ts';
import type { WorkerConnection, Workers } from './workers.ts';

const longestPauseMs = 60_000;
/** Pause while the account is locked, which takes hours or days. */
const lockedPauseMs = 10 * 60_000;
/** After this many failed attempts the status becomes TIMEOUT; attempts continue. */
const attemptsUntilTimeout = 4;

/** Returns a growing pause with jitter, so that many connections do not reconnect at the same moment. */
const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 7)) * (0.5 + Math.random() / 2);

/** Returns true if a phone has linked the device with these credentials. */
const isLinked = (creds: string | null): boolean =>
  creds !== null && (JSON.parse(creds) as { account?: unknown }).account !== undefined;

/** Runs one connection on this node: connects, reconnects after each interruption, and closes. */
class ConnectionRun {
  readonly #scope: Scope;
  readonly #connectionId: number;
  readonly #workers: Workers;
  #store!: ConnectionStore;
  #worker: WorkerConnection | undefined;
  #failures = 0;
  #wasOpen = false;
  /** Ends the pause before the next attempt. */
  #pause: AbortController | undefined;
  /** The status that was published last. */
  #shown: StatusChange | undefined;
  #ended = Promise.withResolvers<void>();

  constructor(scope: Scope, connectionId: number, workers: Workers) {
    this.#scope = scope;
    this.#connectionId = connectionId;
    this.#workers = workers;
  }

  async run(ready: (answer: (question: ConnectionQuestion) => Promise<unknown>) => void): Promise<void> {
    const { signal } = this.#scope;
    this.#store = await ConnectionStore.open(this.#scope, this.#connectionId);
    await this.#store.deleteOldSent();
    const worker = this.#workers.open((request) => this.#handle(request));
    this.#worker = worker;
    ready((question) => this.#answer(question));
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    if (signal.aborted) this.#ended.resolve();
    try {
      await this.#start();
      const died = await Promise.race([worker.lost, this.#ended.promise, aborted]);
      if (died instanceof Error) {
        await this.#show('OPENING');
        throw died;
      }
    } finally {
      this.#worker = undefined;
      await worker.close();
    }
  }

  async #start(): Promise<void> {
    const creds = await this.#store.creds();
    const history = await this.#historyPeriod();
    // Left over from an abandoned import.
    if (!history) await this.#store.deleteAllHistory();
    await this.#worker?.request({
      do: 'start',
      network: networkFor(this.#scope),
      // Credentials that were never linked are useless for another attempt.
      creds: isLinked(creds) ? creds : null,
      history,
    });
  }

  /** Returns the period of old messages to import; null for none. */
  async #historyPeriod(): Promise<HistoryPeriod | null> {
    const connection = await this.#scope.use(connections).find(this.#connectionId);
    const { importOldMessages: from, importRecentMessages: until, importProgress } = connection ?? {};
    const isOver = ['done', 'failed'].includes(importProgress?.state ?? 'done');
    if (!connection || !from || isOver) return null;
    const groups = connection.importOldMessagesGroups;
    return { from: from.getTime(), until: (until ?? new Date()).getTime(), groups };
  }

  async #handle(request: ToServer): Promise<unknown> {
    if (request.do === 'keys.get') return this.#store.readValues(request.kind, request.names);
    if (request.do === 'keys.set') return this.#store.change(request.rows);
    if (request.do === 'keys.all') return this.#store.readAll(request.kind);
    if (request.do === 'creds.set') return this.#store.storeCreds(request.creds);
    if (request.do === 'qr') return this.#show('qrcode', { qrcode: request.code });
    if (request.do === 'paired') return this.#show('PAIRING');
    if (request.do === 'open') return this.#opened();
    if (request.do === 'closed') return this.#closed(request.code);
    if (request.do === 'people') return storePeople(this.#store, request.people);
    if (request.do === 'history') return this.#store.storeHistory(request.messages);
    if (request.do === 'history-progress') return this.#store.storeHistoryProgress(request.isLast);
    if (request.do === 'history-failed') return this.#logHistoryFailure(request);
    if (request.do === 'picture') return showPicture(this.#store, request, this.#scope);
    if (request.do === 'call') return refuseCall(this.#connectionId, request.from, this.#scope);
    return receive(this.#connectionId, request, this.#scope);
  }

  #logHistoryFailure({ attempt, willRetry, status }: Extract<ToServer, { do: 'history-failed' }>): void {
    const details = { connection: this.#connectionId, attempt, willRetry, status };
    this.#scope.log.warn(details, 'part of the history could not be stored');
  }

  async #opened(): Promise<void> {
    this.#failures = 0;
    this.#wasOpen = true;
    await this.#show('CONNECTED');
    this.#scope.log.info({ connection: this.#connectionId }, 'connection is up');
  }

  /** Not awaited by the worker, which would wait for itself. */
  #closed(code: number): void {
    void this.#react(code).catch((err: unknown) => {
      this.#scope.log.warn({ err, connection: this.#connectionId }, 'connection could not be reopened');
      this.#ended.resolve();
    });
  }

  async #react(code: number): Promise<void> {
    if (this.#scope.signal.aborted || !this.#worker) return;
    const next = reactionTo(code, { wasOpen: this.#wasOpen, isLinked: isLinked(await this.#store.creds()) });
    if (next === 'at once') return this.#start();
    this.#scope.log.info({ connection: this.#connectionId, code }, 'connection closed');
    if (next === 'wipe') return this.#end('DISCONNECTED', { wipe: true });
    if (next === 'no code read') return this.#end('TIMEOUT', { wipe: true });
    if (next === 'stop') return this.#end('DISCONNECTED', { wipe: false });
    this.#failures += 1;
    const wait = next === 'later' ? lockedPauseMs : pauseAfter(this.#failures);
    const isLong = next === 'later' || this.#failures > attemptsUntilTimeout;
    await (isLong
      ? this.#show('TIMEOUT', { nextTryAt: new Date(Date.now() + wait), isLocked: next === 'later' })
      : this.#show('OPENING'));
    this.#pause = new AbortController();
    const woken = AbortSignal.any([this.#scope.signal, this.#pause.signal]);
    await sleep(wait, undefined, { signal: woken }).catch(() => undefined);
    this.#pause = undefined;
    if (!this.#scope.signal.aborted && this.#worker) await this.#start();
  }

  async #end(status: ConnectionStatus, { wipe }: { wipe: boolean }): Promise<void> {
    if (wipe) await this.#store.wipe();
    await this.#show(status);
    this.#ended.resolve();
    // Not awaited: releasing waits for this run to end.
    void this.#scope.sessions.unwant(connectionSession, String(this.#connectionId)).catch(() => undefined);
  }

  async #answer(question: ConnectionQuestion): Promise<unknown> {
    if (question.do === 'try-now') return this.#tryNow();
    const worker = this.#worker;
    if (!worker) throw new Error('the connection has ended');
    if (question.do === 'send') return send(worker, this.#connectionId, question, this.#scope);
    if (question.do === 'read-history') return this.#readHistory(worker, question.messages);
    if (question.do === 'react') {
      const { externalId, fromMe } = question.target;
      return worker.request({ do: 'react', target: externalId, fromMe, emoji: question.emoji, to: question.to });
    }
    if (question.do === 'edit')
      return worker.request({ do: 'edit', target: question.target.externalId, body: question.body, to: question.to });
    if (question.do === 'revoke')
      return worker.request({ do: 'revoke', target: question.target.externalId, to: question.to });
    if (question.do !== 'logout') return worker.request(question);
    await worker.request({ do: 'logout' });
    await this.#store.wipe();
    this.#ended.resolve();
    return null;
  }

  /** The status was set to OPENING before this question, perhaps from a stale screen: a session that is further says so. */
  async #tryNow(): Promise<void> {
    if (this.#pause) return this.#pause.abort();
    if (this.#shown && ['CONNECTED', 'PAIRING', 'qrcode'].includes(this.#shown.status))
      await this.#scope.use(connections).setStatus(this.#connectionId, this.#shown);
  }

  async #readHistory(worker: WorkerConnection, messages: string[]): Promise<unknown> {
    const read: unknown[] = [];
    for (const message of await worker.request<ArrivedMessage[]>({ do: 'read-history', messages })) {
      const inbound = await asInbound(message, this.#scope);
      if (message.media) await discard(message.media);
      if (inbound) read.push(inbound);
    }
    return read;
  }

  async #show(status: ConnectionStatus, more: Omit<StatusChange, 'status'> = {}): Promise<void> {
    this.#shown = { status, ...more };
    await this.#scope.use(connections).setStatus(this.#connectionId, this.#shown);
  }
}

export const runConnection =
  (workers: Workers) =>
  async (name: string, scope: Scope, ready: (answer: (question: ConnectionQuestion) => Promise<unknown>) => void) => {
    const connectionId = Number(name);
    // A deleted connection is not run.
    if (!(await scope.use(connections).find(connectionId))) {
      void scope.sessions.unwant(connectionSession, name).catch(() => undefined);
      return;
    }
    await new ConnectionRun(scope, connectionId, workers).run(ready);
  };
