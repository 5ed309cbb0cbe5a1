import { setTimeout as wait } from 'node:timers/promises';
import type { Server } from './server.ts';

/** A server that ran this long has recovered: its next failure is a first one again. */
const steadyMs = 60_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Keeps a server running: whenever it ends by itself it is started again, until it is stopped. A start that fails is
 * tried again, because backends of a killed server hold its memory until they notice, which one that is computing does
 * only at its end, and a full disk can be cleared.
 */
export class Supervisor {
  #server: Server;
  readonly #start: () => Promise<Server>;
  readonly #log: (line: string) => void;
  #watching = new AbortController();
  #watch: Promise<void>;

  constructor(server: Server, start: () => Promise<Server>, log: (line: string) => void) {
    this.#server = server;
    this.#start = start;
    this.#log = log;
    this.#watch = this.#keepRunning(this.#watching.signal);
  }

  async stop(): Promise<void> {
    this.#watching.abort();
    await this.#server.stop();
    // An attempt to start it may be under way; it stops what it started.
    await this.#watch;
  }

  async restart(): Promise<void> {
    await this.stop();
    this.#server = await this.#start();
    this.#watching = new AbortController();
    this.#watch = this.#keepRunning(this.#watching.signal);
  }

  async #keepRunning(stopped: AbortSignal): Promise<void> {
    let failures = 0;
    let reported: string | undefined;
    for (;;) {
      const began = Date.now();
      await this.#server.ended;
      if (stopped.aborted) return;
      if (Date.now() - began > steadyMs) failures = 0;
      this.#log('the database stopped by itself: starting it again');
      for (let started = false; !started;) {
        await wait(Math.min(firstPauseMs * 2 ** failures, longestPauseMs), undefined, { signal: stopped }).catch(
          () => undefined,
        );
        if (stopped.aborted) return;
        failures += 1;
        try {
          this.#server = await this.#start();
          started = true;
          reported = undefined;
          // Stopped while it was starting: nobody else knows this server.
          if (stopped.aborted) return await this.#server.stop();
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error);
          // Attempts can go on for hours.
          if (text !== reported) this.#log(text);
          reported = text;
        }
      }
    }
  }
}
