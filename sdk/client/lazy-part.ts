import { createElement, type ComponentType } from 'react';
import { useAwaited } from './awaiting.tsx';
import { trackBusy } from './page-idle.ts';
import { callLoader } from './start-exports.ts';

/** The code of a component could not be loaded. After `reset` the next render tries again under a fresh address. */
export class PartLoadError extends Error {
  readonly reset: () => void;
  /** Tries again while no part of it is shown. True: the next render succeeds, or reports that the code is gone. */
  readonly retry: () => Promise<boolean>;
  /** True if only a reload of the page can help, as after an update, when the server no longer has the former files. */
  readonly gone: boolean;
  constructor(cause: unknown, ways: Pick<PartLoadError, 'reset' | 'retry'>, gone = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'PartLoadError';
    this.reset = ways.reset;
    this.retry = ways.retry;
    this.gone = gone;
  }
}

/** Returns the address in an import error. Chromium and Firefox name the module that failed; Safari does not. */
export const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? error.message.match(/https?:\/\/\S+?\.(?:m?js|tsx?)/)?.[0] : undefined;

type Loaded<P> = { default: ComponentType<P> };

class UnknownPart extends Error {}

const isPart = (value: unknown): boolean =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);

const holdsPart = <P>(value: unknown): value is Loaded<P> =>
  typeof value === 'object' && value !== null && 'default' in value && isPart(value.default);

/**
 * Finds the component that `load` selects from its module, in any form that builds produce: the default export, an
 * export under the file's name, or a namespace.
 */
function partIn<P>(module: Record<string, unknown>, address: string): Loaded<P> {
  if (holdsPart<P>(module)) return module;
  const named = module[/([\w$]+)(?:-[\w-]{8})?\.\w+$/.exec(address)?.[1] ?? ''];
  if (isPart(named)) return { default: named as ComponentType<P> };
  const [only, ...others] = Object.values(module).filter((one) => holdsPart<P>(one));
  if (!only || others.length > 0)
    throw new UnknownPart(`${address} was loaded, but which of its exports is the component is ambiguous`);
  return only;
}

const stillFails = (address: string): Promise<boolean> =>
  import(/* @vite-ignore */ address).then(
    () => false,
    () => true,
  );

/**
 * `tries` is the number of further attempts. If the file itself is reachable and the import still fails, the failure is
 * in a module that it imports, which browsers remember.
 */
const isGone = async (error: unknown, address: string | undefined, tries: number): Promise<boolean> => {
  if (error instanceof UnknownPart) return true;
  if (address === undefined) return false;
  const probe = fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(3_000) });
  return probe.then(
    async ({ status, ok }) => status === 404 || (ok && tries > 1 && (await stillFails(`${address}#after-${tries}`))),
    () => false,
  );
};

/** A component whose code is loaded when it is first rendered. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads the code now, so that the first render does not wait. Resolves to true if it is loaded. */
  preload(): Promise<boolean>;
  /** Returns true if the code is loaded. */
  arrived(): boolean;
  /**
   * Returns true if it came with its plugin's entry, and so the texts that it names did too. Known after the first
   * request.
   */
  isInEntry(): boolean;
};

/**
 * A component in a chunk of its own, loaded when it first renders. A browser remembers a failed import for the life of
 * the page; a `#n` at the end of the same address is a real retry that integrity checks still protect.
 */
export function lazyPart<P extends object = object>(load: () => Promise<Loaded<P>>): LazyPart<P> {
  let attempt = 0;
  let failedAddress: string | undefined;
  let pending: Promise<Loaded<P>> | undefined;
  let isHere = false;
  let isInEntry = false;

  const first = (): Promise<Loaded<P>> => {
    const { loaded: begun, isInEntry: found } = callLoader(load);
    isInEntry = found;
    return begun;
  };
  const start = (): Promise<Loaded<P>> => {
    const failed = failedAddress;
    const fetched =
      failed === undefined
        ? first()
        : import(/* @vite-ignore */ `${failed}#${attempt}`).then((module: Record<string, unknown>) =>
            partIn<P>(module, failed),
          );
    return trackBusy(fetched).then(
      (part) => {
        isHere = true;
        return part;
      },
      async (error: unknown) => {
        const address = addressIn(error) ?? failedAddress;
        const reset = (): void => {
          failedAddress = address;
          attempt += 1;
          pending = undefined;
        };
        const retry = (): Promise<boolean> => {
          reset();
          return loaded().then(
            () => true,
            (next: unknown) => {
              if (!(next instanceof PartLoadError) || next.gone) return true;
              next.reset();
              return false;
            },
          );
        };
        throw new PartLoadError(error, { reset, retry }, await isGone(error, address, attempt));
      },
    );
  };
  const begin = (): Promise<Loaded<P>> => {
    const begun = start();
    // The state that React sets on a promise it has waited for: a promise fulfilled before the render shows no
    // fallback.
    begun.then(
      (value) => Object.assign(begun, { status: 'fulfilled', value }),
      () => undefined,
    );
    return begun;
  };
  const loaded = () => (pending ??= begin());
  const preload = (): Promise<boolean> =>
    loaded().then(
      () => true,
      (error: unknown) => {
        // Nobody saw the failure, so the next request tries again.
        if (error instanceof PartLoadError) error.reset();
        return false;
      },
    );

  function Part(props: P) {
    return createElement(useAwaited(loaded()).default, props);
  }
  return Object.assign(Part, { arrived: () => isHere, isInEntry: () => isInEntry, preload });
}
