import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Something that a plugin does outside a call, or leaves behind in the shared process. */
export interface SideEffect {
  plugin: string;
  /** Position such as `server/index.js:12`, as far as it is known. */
  what: string;
  error: Error;
}

interface Watch {
  /** Folders of plugins by the loader's name, with the plugin's id. Entries may be added later. */
  folders: ReadonlyMap<string, string>;
  found(sideEffect: SideEffect): void;
  /** Called with an unhandled rejection whose plugin is unknown. */
  lost(error: unknown): void;
  intervals: Map<string, Set<NodeJS.Timeout>>;
  reported: Set<string>;
}

class ProcessListener extends Error {
  override readonly name = 'ProcessListener';
  readonly code = 'PROCESS_LISTENER';
}
class IntervalStarted extends Error {
  override readonly name = 'IntervalStarted';
  readonly code = 'INTERVAL_STARTED';
}

const watches = new Set<Watch>();

interface Found {
  watch: Watch;
  plugin: string;
  what: string;
}

/** Returns the files of a stack, innermost first, without those of Node and of shared packages. */
const framesOf = (stack: string | undefined): { path: string; line: string }[] =>
  (stack?.split('\n').slice(1) ?? []).flatMap((text) => {
    const [, file = '', line = ''] = /((?:file:\/\/)?\/[^()]*?):(\d+)(?::\d+)?\)?$/.exec(text) ?? [];
    const path = file.startsWith('file://') ? fileURLToPath(file.replace(/\?.*$/, '')) : file;
    return path === '' ? [] : [{ path, line }];
  });

/** Tests in a plugin's folder are not part of its running code. */
const below = (path: string, folder: string): string | undefined =>
  path.startsWith(folder + sep) && !path.startsWith(join(folder, 'test') + sep)
    ? path.slice(folder.length + 1)
    : undefined;

const ownerOf = ({ path, line }: { path: string; line: string }): Found | undefined => {
  for (const watch of watches) {
    for (const [folder, plugin] of watch.folders) {
      const file = below(path, folder);
      if (file !== undefined) return { watch, plugin, what: `${file}:${line}` };
    }
  }
  return undefined;
};

/**
 * Finds the plugin whose code called `called` directly. Calls that the kernel makes for a plugin are the kernel's.
 */
const callerOf = (called: (...values: never[]) => unknown): Found | undefined => {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, called);
  Error.stackTraceLimit = before;
  for (const frame of framesOf(here.stack)) {
    const found = ownerOf(frame);
    if (found) return found;
    if (!frame.path.includes(`${sep}node_modules${sep}`)) return undefined;
  }
  return undefined;
};

/** Finds the plugin whose code is anywhere in the stack of an error. */
const behind = (error: unknown): Found | undefined => {
  if (!(error instanceof Error)) return undefined;
  for (const frame of framesOf(error.stack)) {
    const found = ownerOf(frame);
    if (found) return found;
  }
  return undefined;
};

/** A listener on the process could prevent its end or hide events from others, so it is removed at once. */
const refuseListener = (event: string | symbol, listener: (...values: unknown[]) => void): void => {
  const found = callerOf(refuseListener);
  if (!found) return;
  const { watch, plugin, what } = found;
  queueMicrotask(() => process.removeListener(event, listener));
  const error = new ProcessListener(`it listens to "${String(event)}" of the process: that was taken back`);
  watch.found({ plugin, what, error });
};

/** There is no public way to see that an interval was cleared. */
const isRunning = (timer: NodeJS.Timeout): boolean => !(timer as NodeJS.Timeout & { _destroyed?: boolean })._destroyed;

const plainInterval = globalThis.setInterval;
const watchedInterval = ((...values: Parameters<typeof plainInterval>) => {
  const timer = plainInterval(...values);
  const found = callerOf(watchedInterval);
  if (!found) return timer;
  const { watch, plugin, what } = found;
  const running = [...(watch.intervals.get(plugin) ?? [])].filter(isRunning);
  watch.intervals.set(plugin, new Set([...running, timer]));
  const place = `${plugin} ${what}`;
  if (watch.reported.has(place)) return timer;
  watch.reported.add(place);
  const error = new IntervalStarted('it keeps a timer of its own, which no switch stops: declare a job instead');
  watch.found({ plugin, what, error });
  return timer;
}) as typeof plainInterval;

/** Ends the process as without a listener, because an exception of the platform may leave work half done. */
const end = (event: 'uncaughtException' | 'unhandledRejection', error: unknown): void => {
  if (process.listenerCount(event) > 1) return;
  detach();
  queueMicrotask(() => {
    throw error;
  });
};

/** Contains an error, because one plugin's mistake must not end the shared process. */
const contain = (error: unknown): void => {
  const found = behind(error);
  if (!found) return end('uncaughtException', error);
  const { watch, plugin, what } = found;
  watch.found({ plugin, what, error: error as Error });
};

const lost = (error: unknown): void => {
  const found = behind(error);
  if (found) found.watch.found({ plugin: found.plugin, what: found.what, error: error as Error });
  else for (const watch of watches) watch.lost(error);
};

const attach = (): void => {
  globalThis.setInterval = watchedInterval;
  process.on('newListener', refuseListener);
  process.on('uncaughtException', contain);
  process.on('unhandledRejection', lost);
};
const detach = (): void => {
  if (globalThis.setInterval === watchedInterval) globalThis.setInterval = plainInterval;
  process.removeListener('newListener', refuseListener);
  process.removeListener('uncaughtException', contain);
  process.removeListener('unhandledRejection', lost);
};

/**
 * Detects what plugin code does outside calls of the kernel: listeners on the process, intervals, uncaught exceptions
 * and rejections. Each is reported with the plugin whose file caused it. Not detected: code that blocks the process,
 * timers from `node:timers`, and child processes of a plugin.
 */
export const watchSideEffects = (options: Pick<Watch, 'folders' | 'found' | 'lost'>) => {
  const watch: Watch = { ...options, intervals: new Map(), reported: new Set() };
  if (watches.size === 0) attach();
  watches.add(watch);
  const running = (plugin: string): NodeJS.Timeout[] => [...(watch.intervals.get(plugin) ?? [])].filter(isRunning);
  return {
    intervals: (plugin: string): number => running(plugin).length,
    /** Stops the intervals that plugins left running. */
    stop(): void {
      for (const plugin of watch.intervals.keys()) for (const timer of running(plugin)) clearInterval(timer);
      watches.delete(watch);
      if (watches.size === 0) detach();
    },
  };
};
