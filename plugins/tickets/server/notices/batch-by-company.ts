import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@balcao/sdk/server';

/**
 * Batches work of one company: keys that arrive during a run are handled by the next run, with the scope of the first
 * of them. Each caller waits for the run with its key, and gets that run's error.
 */
export const batchByCompany = <Key>(run: (scope: Scope, keys: readonly Key[]) => Promise<void>) => {
  const last = new Map<number, Promise<void>>();
  const open = new Map<number, { keys: Key[]; done: Promise<void> }>();
  return (scope: Scope, key: Key): Promise<void> => {
    const { id } = scope.company;
    const waiting = open.get(id);
    if (waiting) {
      waiting.keys.push(key);
      return waiting.done;
    }
    const keys = [key];
    const before = last.get(id);
    const work = async (): Promise<void> => {
      await before?.catch(() => undefined);
      // Events that were claimed together are handed out one after the other.
      await nextTurn();
      open.delete(id);
      await run(scope, keys);
    };
    const done = work().finally(() => {
      if (last.get(id) === done) last.delete(id);
    });
    open.set(id, { keys, done });
    last.set(id, done);
    return done;
  };
};
