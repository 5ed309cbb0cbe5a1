import type { Kernel } from '../index.ts';

/** Resources of a node, which must be the same before and after something that leaves no trace. */
export interface NodeResources {
  ledger: string[];
  /** Listeners on the process, and on the HTTP and live servers. */
  listeners: number;
  /** Rooms that have sockets. */
  rooms: number;
  /** Timers, sockets, pipes and the like, by kind. */
  handles: Record<string, number>;
}

const listenersOf = (emitter: { eventNames(): (string | symbol)[]; listenerCount(name: string | symbol): number }) =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);

export const resourcesOf = ({ registry, sockets }: Kernel): NodeResources => {
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return {
    ledger: [
      ...registry.routes.map(({ method, path, plugin }) => `${plugin} ${method} ${path}`),
      ...registry.listeners.map(({ plugin, event, name }) => `${plugin} ${event} ${name}`),
      ...registry.jobs.keys(),
      ...registry.rooms.keys(),
    ],
    listeners: listenersOf(process) + listenersOf(sockets.io.of('/') as unknown as NodeJS.EventEmitter),
    rooms: sockets.io.of('/').adapter.rooms.size,
    handles,
  };
};
