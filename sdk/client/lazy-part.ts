import { createElement, use, type ComponentType } from 'react';
import { whileBusy } from './quiet.ts';

/** A part's code did not arrive. `reset` lets the next render ask again, under an address that is fetched anew. */
export class PartLoadError extends Error {
  readonly reset: () => void;
  constructor(cause: unknown, reset: () => void) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'PartLoadError';
    this.reset = reset;
  }
}

/** Chromium and Firefox name the module that failed; Safari does not. */
const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? error.message.match(/https?:\/\/\S+?\.(?:m?js|tsx?)/)?.[0] : undefined;

type Loaded<P> = { default: ComponentType<P> };

/** A component whose code comes when it is first wanted. */
export type LazyPart<P> = ComponentType<P> & {
  /** Fetches the code now, so that the first render need not wait. Tells by true that it is there. */
  preload(): Promise<boolean>;
  /** Whether the code is there. */
  arrived(): boolean;
};

/**
 * A component in a chunk of its own, fetched when it first renders.
 * A browser remembers a failed fetch for the life of the page; a `#n` at the end of the same address is a true retry
 * that integrity still guards.
 */
export function lazyPart<P extends object = object>(load: () => Promise<Loaded<P>>): LazyPart<P> {
  let attempt = 0;
  let failedAddress: string | undefined;
  let pending: Promise<Loaded<P>> | undefined;
  let isHere = false;

  const start = (): Promise<Loaded<P>> => {
    const fetched =
      failedAddress === undefined
        ? load()
        : (import(/* @vite-ignore */ `${failedAddress}#${attempt}`) as Promise<Loaded<P>>);
    return whileBusy(fetched).then(
      (part) => {
        isHere = true;
        return part;
      },
      (error: unknown) => {
        throw new PartLoadError(error, () => {
          failedAddress = addressIn(error)?.split('#')[0] ?? failedAddress;
          attempt += 1;
          pending = undefined;
        });
      },
    );
  };
  const begin = (): Promise<Loaded<P>> => {
    const begun = start();
    // As React marks a promise it has waited for: one that is fulfilled before it renders shows no fallback.
    begun.then(
      (value) => Object.assign(begun, { status: 'fulfilled', value }),
      () => undefined,
    );
    return begun;
  };
  const loaded = () => (pending ??= begin());

  function Part(props: P) {
    return createElement(use(loaded()).default, props);
  }
  return Object.assign(Part, {
    arrived: () => isHere,
    preload: () =>
      loaded().then(
        () => true,
        (error: unknown) => {
          // Nobody saw it fail, so whoever wants it next asks anew.
          if (error instanceof PartLoadError) error.reset();
          return false;
        },
      ),
  });
}
