import { createContext, Suspense, use, useEffect, useReducer, useState, type ReactNode } from 'react';

/** The state shared by a boundary and the components that wait in it. */
class PendingState {
  /** Renders the boundary again; absent while its fallback is not on the screen. */
  reveal: (() => void) | undefined;
  /** A promise settled before the fallback was on the screen. */
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
const WaitingContext = createContext<PendingState | undefined>(undefined);

interface FallbackProps {
  waiting: PendingState;
  reveal(): void;
  children: ReactNode;
}

/** Renders the fallback and registers that it is on the screen. */
function Fallback({ waiting, reveal, children }: FallbackProps) {
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
  /** Shown while the children wait. */
  fallback?: ReactNode;
}

/**
 * A `Suspense` that shows its children as soon as the promises of `useAwaited` are settled. React itself delays them
 * until 300 ms after the last fallback appeared (`FALLBACK_THROTTLE_MS` of its reconciler), which on a fast connection
 * is longer than the rest of the page takes. An update of the boundary is not delayed.
 */
export function Awaiting({ children, fallback }: AwaitingProps) {
  const [waiting] = useState(() => new PendingState());
  const [, reveal] = useReducer((times: number) => times + 1, 0);
  return (
    <WaitingContext value={waiting}>
      <Suspense
        fallback={
          <Fallback waiting={waiting} reveal={reveal}>
            {fallback}
          </Fallback>
        }
      >
        {children}
      </Suspense>
    </WaitingContext>
  );
}

/** Returns the value of a promise; until it settles the nearest boundary shows its fallback. */
export function useAwaited<T>(promise: Promise<T>): T;
export function useAwaited<T>(promise: Promise<T> | undefined): T | undefined;
export function useAwaited<T>(promise: Promise<T> | undefined): T | undefined {
  const waiting = use(WaitingContext);
  if (promise === undefined) return undefined;
  waiting?.await(promise);
  return use(promise);
}
