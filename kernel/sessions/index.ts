import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log, Scope, SessionDefinition, Sessions as ScopeSessions } from '@balcao/sdk/server';
import type { HeldLease, Leases } from '../leases/index.ts';
import type { Signals } from '../tenants/ports.ts';
import { away, SessionCalls, type Answering } from './session-calls.ts';

const channel = 'kernel_session_wanted';
/** Interval of reading the requested sessions, because messages between nodes may be lost. */
const readMs = 5_000;
const longestWaitMs = 30_000;

export interface SessionsOptions {
  owner: pg.Pool;
  signals: Signals;
  leases: Leases;
  log: Log;
  definition(plugin: string, session: string): SessionDefinition<unknown, unknown> | undefined;
  isOn(plugin: string, companyId: number): boolean;
  /** Returns undefined for a company that was removed or suspended. */
  scope(companyId: number, plugin: string, signal: AbortSignal): Scope | undefined;
  failed(plugin: string, session: string, companyId: number, error: unknown): void;
}

interface SessionRequest {
  companyId: number;
  plugin: string;
  session: string;
  name: string;
}

const leaseOf = ({ companyId, plugin, session, name }: SessionRequest): string =>
  `${companyId}/${plugin}/session/${session}/${name}`;

/** Returns a random wait before the next attempt, so that many sessions do not restart at one moment. */
const pauseAfter = (failures: number): number =>
  Math.min(longestWaitMs, 1_000 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2);

/**
 * Keeps the sessions open that plugins request: every node requests all of them, and a lease decides which node has
 * one.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #calls: SessionCalls;
  readonly #holds = new Map<string, { request: SessionRequest; hold: HeldLease }>();
  readonly #answering = new Map<string, Answering>();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => Promise<void>) | undefined;
  #reading: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
    const { owner, signals, log } = options;
    this.#calls = new SessionCalls({ owner, signals, log, answererOf: (lease) => this.#answering.get(lease) });
  }

  async start(): Promise<void> {
    const refresh = (): void => void this.refresh();
    this.#unlisten = await this.#options.signals.listen(channel, refresh, { onReconnect: refresh });
    await this.#calls.start();
    this.#timer = setInterval(refresh, readMs);
    await this.refresh();
  }

  /** Stops requesting sessions. Called before the leases are stopped, which ends those that are open. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#unlisten?.();
    await this.#calls.stop();
    await this.#reading;
  }

  forPlugin(companyId: number, plugin: string): ScopeSessions {
    const requestOf = (session: { id: string }, name: string): SessionRequest => ({
      companyId,
      plugin,
      session: session.id,
      name,
    });
    return {
      want: (session, name) => this.#want(requestOf(session, name)),
      unwant: (session, name) => this.#unwant(requestOf(session, name)),
      ask: async <Q, A>(session: { id: string }, name: string, question: Q) => {
        const lease = leaseOf(requestOf(session, name));
        const here = this.#answering.get(lease);
        if (here) return here(question) as Promise<A>;
        if (this.#holds.get(lease)?.hold.isHeld) throw away();
        return this.#calls.ask(lease, question) as Promise<A>;
      },
    };
  }

  /** Reads the requested sessions, and begins and ends them accordingly. */
  refresh(): Promise<void> {
    this.#again = true;
    this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** Ends the open sessions of a plugin whose code changed; the new code opens them again. */
  async restart(plugin: string): Promise<void> {
    const open = [...this.#holds].filter(([, { request }]) => request.plugin === plugin);
    await Promise.all(open.map(([lease]) => this.#release(lease)));
    await this.refresh();
  }

  async #readAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#read();
      } catch (err) {
        this.#options.log.warn({ err }, 'requested sessions could not be read');
      }
    }
  }

  async #read(): Promise<void> {
    const { owner, isOn, definition } = this.#options;
    const { rows } = await owner.query<SessionRequest>(
      'select company_id as "companyId", plugin, session, name from kernel.session_wanted order by company_id, plugin, session, name',
    );
    const wanted = new Map(
      rows
        .filter(({ plugin, session, companyId }) => isOn(plugin, companyId) && definition(plugin, session))
        .map((request) => [leaseOf(request), request]),
    );
    // Sessions that ended in the meantime were released too; only one check runs at a time.
    for (const lease of this.#holds.keys()) if (!wanted.has(lease)) void this.#release(lease);
    if (this.#stopped) return;
    for (const [lease, request] of wanted) if (!this.#holds.has(lease)) this.#hold(lease, request);
  }

  async #want(request: SessionRequest): Promise<void> {
    const { owner, signals } = this.#options;
    const { rowCount } = await owner.query(
      'insert into kernel.session_wanted (company_id, plugin, session, name) values ($1, $2, $3, $4) on conflict do nothing',
      [request.companyId, request.plugin, request.session, request.name],
    );
    if (rowCount) await signals.notify(channel, '');
    await this.refresh();
  }

  async #unwant(request: SessionRequest): Promise<void> {
    const { owner, signals } = this.#options;
    const { rowCount } = await owner.query(
      'delete from kernel.session_wanted where company_id = $1 and plugin = $2 and session = $3 and name = $4',
      [request.companyId, request.plugin, request.session, request.name],
    );
    if (rowCount) await signals.notify(channel, '');
    await this.#release(leaseOf(request));
  }

  async #release(lease: string): Promise<void> {
    const held = this.#holds.get(lease);
    await held?.hold.release();
    // The lease is free only now; holding it earlier would request one name twice.
    if (held && this.#holds.get(lease) === held) {
      this.#holds.delete(lease);
      // It may have been requested again while it ended.
      void this.refresh();
    }
  }

  #hold(lease: string, request: SessionRequest): void {
    const hold = this.#options.leases.hold(lease, {
      onAcquired: (signal) => this.#run(lease, request, signal),
      onLost: () => void this.#answering.delete(lease),
    });
    this.#holds.set(lease, { request, hold });
  }

  async #run(lease: string, request: SessionRequest, signal: AbortSignal): Promise<void> {
    const { scope, definition, failed } = this.#options;
    const { companyId, plugin, session, name } = request;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const began = performance.now();
      let own: Answering | undefined;
      try {
        const inside = scope(companyId, plugin, signal);
        if (inside) {
          await definition(plugin, session)?.run(name, inside, (answer) => {
            if (signal.aborted) return;
            own = (question) => answer(question);
            this.#answering.set(lease, own);
          });
        }
      } catch (error) {
        if (!signal.aborted) failed(plugin, session, companyId, error);
      } finally {
        // A session that ends slowly may have a successor by now.
        if (own && this.#answering.get(lease) === own) this.#answering.delete(lease);
      }
      if (performance.now() - began > longestWaitMs) failures = 0;
      await sleep(pauseAfter(failures), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
