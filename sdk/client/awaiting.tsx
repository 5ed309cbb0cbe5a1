import { createContext, Suspense, use, useEffect, useReducer, useState, type ReactNode } from 'react';

/** What a boundary and the parts in it know of each other while they wait. */
class Waiting {
  /** Draws the boundary again; absent while its fallback is not on the screen. */
  reveal: (() => void) | undefined;
  /** Something came before the fallback was on the screen. */
  isDue = false;
  readonly #known = new WeakSet<Promise<unknown>>();

  await(promise: Promise<unknown>): void {
    if (this.#known.has(promise)) return;
    this.#known.add(promise);
    const settled = (): void => {
      if (this.reveal) this.reveal();
      else this.isDue = true;
    };
    promise.then(settled, settled);
  }
}
const WaitingContext = createContext<Waiting | undefined>(undefined);

interface UntilThenProps {
  waiting: Waiting;
  reveal(): void;
  children: ReactNode;
}

/** The fallback, for as long as it is on the screen. */
function UntilThen({ waiting, reveal, children }: UntilThenProps) {
  useEffect(() => {
    waiting.reveal = reveal;
    if (waiting.isDue) reveal();
    waiting.isDue = false;
    return () => {
      waiting.reveal = undefined;
    };
  }, [waiting, reveal]);
  return children;
}

export interface AwaitingProps {
  children: ReactNode;
  /** While they wait. */
  fallback?: ReactNode;
}

/**
 * A `Suspense` that shows its children as soon as what they wait for by `useAwaited` is there. By itself React keeps
 * them back until 300 ms after the last fallback came (`FALLBACK_THROTTLE_MS` of its reconciler), with everything at
 * hand: longer than a page on a fast line takes for all the rest. An update of the boundary is not kept back.
 */
export function Awaiting({ children, fallback }: AwaitingProps) {
  const [waiting] = useState(() => new Waiting());
  const [, reveal] = useReducer((times: number) => times + 1, 0);
  return (
    <WaitingContext value={waiting}>
      <Suspense
        fallback={
          <UntilThen waiting={waiting} reveal={reveal}>
            {fallback}
          </UntilThen>
        }
      >
        {children}
      </Suspense>
    </WaitingContext>
  );
}

/** What a promise brings; meanwhile the nearest boundary shows its fallback. */
export function useAwaited<T>(promise: Promise<T>): T;
export function useAwaited<T>(promise: Promise<T> | undefined): T | undefined;
export function useAwaited<T>(promise: Promise<T> | undefined): T | undefined {
  const waiting = use(WaitingContext);
  if (promise === undefined) return undefined;
  waiting?.await(promise);
  return use(promise);
}
