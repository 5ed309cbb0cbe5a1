import timers from 'node:timers';
import promises from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';

interface SideEffect {
  what: string;
  /** Stack lines of its creation. */
  stack: string;
  repeats: boolean;
  isOpen(): boolean;
}

/** Returns the code that created it: libraries and Node act on behalf of their caller. */
const creatorOf = (stack: string): string =>
  stack
    .split('\n')
    .slice(1)
    .find((line) => !/\/node_modules\/|\(?node:|side-effects\.ts|<anonymous>\)?$/.test(line))
    ?.trim() ?? '';

type Timing = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => NodeJS.Timeout;

/** Records timers and process listeners by their creator, to find those that a folder's code has left open. */
export class SideEffects {
  #ends: SideEffect[] = [];
  #undo: (() => void)[] = [];

  /** Starts recording. */
  begin(): void {
    const restore = [this.#watchTimers(), this.#watchSleeps(), this.#watchProcess()];
    syncBuiltinESMExports();
    this.#undo.push(() => {
      for (const undo of restore) undo();
      syncBuiltinESMExports();
    });
  }

  end(): void {
    this.#undo.pop()?.();
  }

  /** Returns what code of a folder created and is still open; timers that end by themselves are included on request. */
  of(folder: string, { once }: { once: boolean }): string[] {
    return this.#ends.flatMap(({ what, stack, repeats, isOpen }) => {
      const place = creatorOf(stack);
      return place.includes(`${folder}/`) && (repeats || once) && isOpen() ? [`${what} begun ${place}`] : [];
    });
  }

  #note(end: Omit<SideEffect, 'stack'>): void {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 20;
    const stack = new Error(end.what).stack ?? '';
    Error.stackTraceLimit = stackTraceLimit;
    this.#ends.push({ ...end, stack });
  }

  #watchTimers(): () => void {
    const original = { setTimeout: timers.setTimeout, setInterval: timers.setInterval };
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const start = original[name] as unknown as Timing;
      const repeats = name === 'setInterval';
      const noted = Object.assign((...args: Parameters<Timing>): NodeJS.Timeout => {
        let isDone = false;
        const [work, ...rest] = args;
        const timer = start(
          (...given) => {
            isDone = !repeats;
            work(...given);
          },
          ...rest,
        );
        // Node exposes only by this field whether a timer was cleared or has fired.
        const isOpen = (): boolean => !isDone && (timer as unknown as { _destroyed: boolean })._destroyed === false;
        this.#note({ what: `${name}(${rest[0] ?? 0} ms)`, repeats, isOpen });
        return timer;
      }, original[name]);
      Object.assign(globalThis, { [name]: noted });
      Object.assign(timers, { [name]: noted });
    }
    return () => {
      Object.assign(globalThis, original);
      Object.assign(timers, original);
    };
  }

  #watchSleeps(): () => void {
    const original = promises.setTimeout;
    promises.setTimeout = (<T>(...args: [number?, T?, object?]): Promise<T> => {
      let isOpen = true;
      const sleep = original<T>(...args).finally(() => {
        isOpen = false;
      });
      this.#note({ what: `a sleep of ${args[0] ?? 0} ms`, repeats: false, isOpen: () => isOpen });
      return sleep;
    }) as typeof promises.setTimeout;
    return () => {
      promises.setTimeout = original;
    };
  }

  #watchProcess(): () => void {
    // The kernel removes such listeners at once; their author should know.
    const onListener = (name: string | symbol): void =>
      this.#note({ what: `process.on('${String(name)}')`, repeats: true, isOpen: () => true });
    process.on('newListener', onListener);
    return () => void process.off('newListener', onListener);
  }
}
