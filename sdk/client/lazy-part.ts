import { createElement, use, type ComponentType } from 'react';

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

/**
 * A component in a chunk of its own, fetched when it first renders.
 * A browser remembers a failed fetch for the life of the page; a `#n` at the end of the same address is a true retry
 * that integrity still guards.
 */
export function lazyPart<P extends object = object>(
  load: () => Promise<Loaded<P>>,
): ComponentType<P> & { preload(): void } {
  let attempt = 0;
  let failedAddress: string | undefined;
  let pending: Promise<Loaded<P>> | undefined;

  const start = (): Promise<Loaded<P>> => {
    const fetched =
      failedAddress === undefined
        ? load()
        : (import(/* @vite-ignore */ `${failedAddress}#${attempt}`) as Promise<Loaded<P>>);
    return fetched.catch((error: unknown) => {
      throw new PartLoadError(error, () => {
        failedAddress = addressIn(error)?.split('#')[0] ?? failedAddress;
        attempt += 1;
        pending = undefined;
      });
    });
  };
  const loaded = () => (pending ??= start());

  function LazyPart(props: P) {
    return createElement(use(loaded()).default, props);
  }
  LazyPart.preload = () => void loaded().catch(() => undefined);
  return LazyPart;
}
