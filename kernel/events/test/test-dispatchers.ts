import { afterEach, beforeEach } from 'vitest';
import { Dispatcher, eventRoutines, events, type DispatcherOptions, type Subscriber } from '../index.ts';
import { makeDatabase, type TestDatabase } from './database.ts';
import { silent } from './harness.ts';

export interface Dispatching {
  readonly database: TestDatabase;
  /** Starts a node with short retry waits. */
  dispatch(list: Subscriber[], options?: Partial<DispatcherOptions>): Promise<Dispatcher>;
}

/** Gives each test of the file a fresh database, and stops its nodes when it ends. */
export const testDispatchers = (): Dispatching => {
  let database: TestDatabase | undefined;
  let running: Dispatcher[] = [];
  const now = (): TestDatabase => {
    if (!database) throw new Error('only inside a test');
    return database;
  };
  beforeEach(async () => {
    database = await makeDatabase([events], eventRoutines);
  });
  afterEach(async () => {
    await Promise.all(running.map((dispatcher) => dispatcher.stop(2_000)));
    running = [];
    await database?.drop();
  });
  return {
    get database() {
      return now();
    },
    async dispatch(list, options = {}) {
      const dispatcher = new Dispatcher({
        owner: now().pool,
        listenUrl: now().url,
        log: silent,
        backoff: { firstMs: 20, maxMs: 100 },
        pollMs: 50,
        balanceMs: 100,
        ...options,
      });
      dispatcher.setSubscribers(list);
      running.push(dispatcher);
      await dispatcher.start();
      return dispatcher;
    },
  };
};
