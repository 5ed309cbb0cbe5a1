import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@balcao/sdk/server';
import type { Signals } from '../tenants/ports.ts';
import type { PluginRoot } from './discover.ts';
import type { Registry } from './registry.ts';

const channel = 'kernel_plugins';
const pollMs = 1_000;
/** Interval of touching the report. Readers consider the node gone when several are missed. */
const touchMs = 4_000;

/**
 * Returns a short text of the contents of the external plugin folders. Another text means that something was
 * installed or removed.
 */
export const markOf = async (roots: readonly PluginRoot[]): Promise<string> => {
  const lines: string[] = [];
  const look = async (folder: string): Promise<boolean> => {
    const found = await stat(join(folder, 'build.json')).catch(() => undefined);
    if (found) lines.push(`${folder} ${found.ino} ${found.mtimeMs} ${found.size}`);
    return found !== undefined;
  };
  for (const { dir } of roots.filter(({ firstParty }) => !firstParty)) {
    if (await look(dir)) continue;
    const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) if (!entry.isFile() && !entry.name.startsWith('.')) await look(join(dir, entry.name));
  }
  return lines.toSorted().join('\n');
};

/** Report of one node for programs that install plugins on its machine: `<data folder>/plugins/.nodes/<node>.json`. */
interface NodeReport {
  pid: number;
  host: string;
  plugins: {
    id: string;
    /** Running version; null: none. */
    version: string | null;
    build: string | null;
    /** Installed version that could not run, with its faults. */
    refused?: { version: string; build: string | null; faults: { code: string; message: string; fix: string }[] };
  }[];
}

interface WatchOptions {
  roots: readonly PluginRoot[];
  /** Fingerprint before the start read the folders. */
  mark: string;
  registry: Registry;
  signals: Signals;
  dataDir: string;
  nodeId: string;
  log: Log;
  look(): Promise<boolean>;
}

/**
 * Detects plugins that are installed and removed while the node runs, makes the other nodes check too, and writes a
 * report of the result. It polls once a second, because shared folders send no notifications.
 */
export class PluginWatch {
  readonly #options: WatchOptions;
  readonly #report: string;
  #mark: string;
  #timer: NodeJS.Timeout | undefined;
  #touched = 0;
  #busy: Promise<void> = Promise.resolve();
  #unlisten: (() => Promise<void>) | undefined;
  #stopped = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#mark = options.mark;
    this.#report = join(options.dataDir, 'plugins', '.nodes', `${options.nodeId}.json`);
  }

  async start(): Promise<void> {
    const { signals } = this.#options;
    this.#unlisten = await signals.listen(channel, () => this.#turn(() => this.#checkPlugins(false)), {
      onReconnect: () => this.#turn(() => this.#checkPlugins(false)),
    });
    await this.#write();
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#unlisten?.();
    await this.#busy;
    await rm(this.#report, { force: true });
  }

  #plan(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#turn(() => this.#check());
      void this.#busy.then(() => this.#plan());
    }, pollMs);
    this.#timer.unref();
  }

  #turn(work: () => Promise<void>): void {
    this.#busy = this.#busy
      .then(() => (this.#stopped ? undefined : work()))
      .catch((err: unknown) => this.#options.log.warn({ err }, 'installed plugins could not be checked, trying again'));
  }

  async #check(): Promise<void> {
    if ((await markOf(this.#options.roots)) !== this.#mark) await this.#checkPlugins(true);
    else if (performance.now() - this.#touched > touchMs) {
      this.#touched = performance.now();
      const now = new Date();
      await utimes(this.#report, now, now).catch(() => this.#write());
    }
  }

  async #checkPlugins(tell: boolean): Promise<void> {
    const { roots, look, signals } = this.#options;
    const mark = await markOf(roots);
    const changed = await look();
    this.#mark = mark;
    await this.#write();
    if (changed && tell) await signals.notify(channel, '');
  }

  async #write(): Promise<void> {
    const { registry } = this.#options;
    const reported = registry.sources.filter(({ firstParty, build }) => !firstParty && build !== undefined);
    const report: NodeReport = {
      pid: process.pid,
      host: hostname(),
      plugins: reported.map(({ manifest: { id, version }, build = null }) => {
        const runs = registry.plugins.has(id);
        const refusedBuild = registry.refused.get(id);
        const faults = runs ? (refusedBuild?.faults ?? []) : registry.faults.filter(({ plugin }) => plugin === id);
        const refused = refusedBuild ?? (runs ? undefined : { version, build: build ?? undefined });
        return {
          id,
          version: runs ? version : null,
          build: runs ? build : null,
          ...(refused && {
            refused: {
              version: refused.version,
              build: refused.build ?? null,
              faults: faults.map(({ code, message, fix }) => ({ code, message, fix })),
            },
          }),
        };
      }),
    };
    await mkdir(join(this.#report, '..'), { recursive: true });
    await writeFile(`${this.#report}.new`, JSON.stringify(report));
    await rename(`${this.#report}.new`, this.#report);
    this.#touched = performance.now();
  }
}
