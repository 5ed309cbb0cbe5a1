import type { Host } from '@balcao/sdk/server';
import { serverPart, type PluginFolder } from './plugin-folder.ts';

/** One call of a plugin's code by the kernel. */
export interface Call {
  plugin: string;
  kind: 'route' | 'event' | 'job' | 'room';
  /** Name of the event, job or room; method and path of a route. */
  what: string;
  company: number | undefined;
}

type Handler = (...args: never[]) => unknown;
interface Parts {
  setup(host: Host): void;
}

const companyOf = (scope: unknown): number | undefined => (scope as { company?: { id: number } }).company?.id;

/**
 * Records the kernel's calls of plugins: their own `setup` declares as usual, and every handler is wrapped. So a test
 * sees what did not run, whatever the plugin does when it runs.
 */
export class CallRecorder {
  readonly calls: Call[] = [];
  /** While true, listeners and jobs are recorded and not run: for events and jobs that only the suite created. */
  muted = false;
  #undo: (() => void)[] = [];

  /** Wraps these plugins; call it before the kernel starts and sets them up. */
  async over(plugins: readonly PluginFolder[]): Promise<void> {
    for (const plugin of plugins) {
      // The kernel reports plugins that cannot be imported.
      const part = await serverPart(plugin).catch(() => undefined);
      const parts = part?.parts as Parts | undefined;
      if (typeof parts?.setup !== 'function') continue;
      const { setup } = parts;
      parts.setup = (host) => setup.call(parts, this.#noting(plugin.manifest.id, host));
      this.#undo.push(() => {
        parts.setup = setup;
      });
    }
  }

  /** Restores the plugins; call it after the kernel has started. */
  release(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  /** Returns the events and jobs that reached a plugin in a company since a number of calls. */
  reached(plugin: string, company: number, since = 0): Set<string> {
    const found = this.calls
      .slice(since)
      .filter((call) => call.plugin === plugin && call.company === company)
      .filter(({ kind }) => kind === 'event' || kind === 'job');
    return new Set(found.map(({ what }) => what));
  }

  #noting(plugin: string, host: Host): Host {
    const note = (kind: Call['kind'], what: string, scope: unknown): void => {
      this.calls.push({ plugin, kind, what, company: companyOf(scope) });
    };
    /** `at`: position of the scope among the handler's arguments. */
    const around = (kind: Call['kind'], what: string, handle: Handler, at: number): Handler => {
      const noted = (...args: unknown[]): unknown => {
        note(kind, what, args[at]);
        if (this.muted && (kind === 'event' || kind === 'job')) return Promise.resolve();
        return (handle as (...all: unknown[]) => unknown)(...args);
      };
      return noted as Handler;
    };
    const declare = (name: keyof Host): ((...args: never[]) => void) => (host[name] as Handler).bind(host) as never;
    const watched: Partial<Record<keyof Host, (...args: never[]) => void>> = {
      route: ((method: string, path: string, definition: { handle: Handler }) =>
        declare('route')(
          method as never,
          path as never,
          {
            ...definition,
            handle: around('route', `${method} ${path}`, definition.handle.bind(definition), 1),
          } as never,
        )) as never,
      on: ((event: { id: string }, name: string, handle: Handler) =>
        declare('on')(event as never, name as never, around('event', event.id, handle, 1) as never)) as never,
      job: ((job: { id: string }, definition: { handle: Handler }) =>
        declare('job')(
          job as never,
          { ...definition, handle: around('job', job.id, definition.handle.bind(definition), 1) } as never,
        )) as never,
      // The kernel turns it into a job.
      onEnabled: ((step: Handler) =>
        declare('onEnabled')(around('job', `${plugin}.on-enabled`, step, 1) as never)) as never,
      room: ((room: { id: string }, definition: { may: Handler }) =>
        declare('room')(
          room as never,
          { ...definition, may: around('room', room.id, definition.may.bind(definition), 1) } as never,
        )) as never,
    };
    return new Proxy(host, {
      get: (target, name, receiver) => watched[name as keyof Host] ?? (Reflect.get(target, name, receiver) as unknown),
    });
  }
}
