import { z } from 'zod';
import { withTimeout, type Log } from '@balcao/sdk/server';
import { isUnavailable } from '../database/index.ts';
import { toAnswer } from '../http/errors.ts';
import { CircuitBreakers, type OpenCircuit, type CallSite } from './circuit-breakers.ts';
import { FailureBook, type Failure, type FailureReport } from './failures.ts';
import { TimeLimit, type Limits } from './limits.ts';

interface GuardOptions {
  limits: Limits;
  log: Pick<Log, 'warn'>;
  /** For the metrics: a call failed or was refused because of a limit. */
  failed(plugin: string, where: string): void;
  limited(plugin: string, what: string): void;
}

interface GuardedCall {
  limitMs: number;
  /** Aborts the call, for example because the request was closed. */
  signal?: AbortSignal;
  /** It answers a request: a stream that it returned still ends when the request is closed. */
  isAnswer?: boolean;
}

export interface PluginHealth extends FailureReport {
  breakers: OpenCircuit[];
}

/**
 * Wraps every call of plugin code: limits its time, counts its failures, and opens its circuit when it keeps failing.
 */
export class Guard {
  readonly limits: Limits;
  readonly #options: GuardOptions;
  readonly #breakers: CircuitBreakers;
  readonly #book = new FailureBook();

  constructor(options: GuardOptions) {
    this.limits = options.limits;
    this.#options = options;
    this.#breakers = new CircuitBreakers(options.limits);
  }

  /**
   * Runs the work. Throws CircuitOpen without calling it while the circuit is open, TimeLimit when it takes too long, and
   * otherwise what the work throws.
   */
  async run<T>(
    site: CallSite,
    { limitMs, signal, isAnswer = false }: GuardedCall,
    work: (signal: AbortSignal) => T | Promise<T>,
  ): Promise<T> {
    const pass = this.#breakers.enter(site);
    const control = new AbortController();
    let isLate = false;
    // By hand, because `AbortSignal.any` costs weak references that the collector visits, for each call of each listener.
    const follow = (): void => control.abort(signal?.reason);
    if (signal?.aborted) follow();
    else signal?.addEventListener('abort', follow, { once: true });
    try {
      const result = await withTimeout(work(control.signal), limitMs, () => {
        const error = new TimeLimit(limitMs);
        isLate = true;
        control.abort(error);
        return error;
      });
      pass.succeeded();
      return result;
    } catch (error) {
      if (isUnavailable(error) || (signal?.aborted && !isLate)) pass.abandoned();
      else if (isDefect(error)) {
        pass.failed();
        this.failed({ ...site, error });
      } else pass.succeeded();
      throw error;
    } finally {
      if (!isAnswer) signal?.removeEventListener('abort', follow);
    }
  }

  failed(failure: Failure): void {
    this.#book.add(failure);
    this.#options.failed(failure.plugin, failure.where);
  }

  limited(plugin: string, what: string): void {
    this.#options.limited(plugin, what);
    this.#options.log.warn({ plugin, what }, 'plugin exceeded a limit');
  }

  /** Closes the circuits of a plugin when another version of it runs. */
  changed(plugin: string): void {
    this.#breakers.forget(plugin);
  }

  open(): OpenCircuit[] {
    return this.#breakers.open();
  }

  /** Health of every plugin that failed in the last hour or has an open circuit. */
  health(): Record<string, PluginHealth> {
    const open = this.open();
    const names = new Set([...this.#book.plugins(), ...open.map(({ plugin }) => plugin)]);
    return Object.fromEntries(
      [...names].map((plugin) => [
        plugin,
        { ...this.#book.of(plugin), breakers: open.filter((breaker) => breaker.plugin === plugin) },
      ]),
    );
  }
}

/** Intended refusals and invalid input are answers, not defects. */
const isDefect = (error: unknown): boolean => !(error instanceof z.ZodError) && toAnswer(error).defect;
