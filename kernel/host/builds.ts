import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyInstallable, type InstallableJson } from '@balcao/sdk/build';

/** Hashes of the stored builds of one plugin. */
export interface StoredBuilds {
  /** Build that runs, or ran last. */
  running: string;
  /** Build that ran before it. */
  previous?: string;
}

const plainId = /^[a-z][a-z0-9-]{0,80}$/;
const plainHash = /^[a-f0-9]{8,64}$/;

/**
 * Copies of the installed plugins, one folder for each build: `<folder>/<id>/<hash>`. The product runs the copies, so
 * that an installation changes no file of a running version, and the former version remains available.
 */
export class PluginBuilds {
  readonly #folder: string;
  #writing: Promise<unknown> = Promise.resolve();

  /** `folder` is inside the folder of installed plugins, under a name that discovery ignores. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  static of(dataDir: string): PluginBuilds {
    return new PluginBuilds(join(dataDir, 'plugins', '.builds'));
  }

  pathOf(id: string, hash: string): string {
    if (!plainId.test(id) || !plainHash.test(hash)) throw new Error(`"${id}" ${hash} names no build`);
    return join(this.#folder, id, hash);
  }

  /** Copies a verified build unless a complete copy exists. Returns the path of the copy. */
  async store(from: string, { id, hash }: Pick<InstallableJson, 'id' | 'hash'>): Promise<string> {
    const copy = this.pathOf(id, hash);
    if (await this.#isWhole(copy, hash)) return copy;
    const making = join(this.#folder, id, `.${randomUUID()}`);
    try {
      await cp(from, making, { recursive: true });
      if (!(await this.#isWhole(making, hash))) throw new Error(`${from} changed while it was read`);
      await rm(copy, { recursive: true, force: true });
      // Another node with the same folder may have been first; its copy is equal.
      await rename(making, copy).catch(async (error: unknown) => {
        if (!(await this.#isWhole(copy, hash))) throw error;
      });
    } finally {
      await rm(making, { recursive: true, force: true });
    }
    return copy;
  }

  async of(id: string): Promise<StoredBuilds | undefined> {
    return (await this.#read())[id];
  }

  /** Returns the path of the build that ran last, when it is still complete and is not `hash`. */
  async before(id: string, hash: string | undefined): Promise<string | undefined> {
    const kept = await this.of(id);
    for (const other of [kept?.running, kept?.previous]) {
      if (other === undefined || other === hash || !plainHash.test(other)) continue;
      const copy = this.pathOf(id, other);
      if (await this.#isWhole(copy, other)) return copy;
    }
    return undefined;
  }

  /** Records that a build runs; the one before becomes the one to go back to. */
  ran(id: string, hash: string): Promise<void> {
    return this.#change((all) => {
      const { running, previous } = all[id] ?? {};
      if (running === hash) return;
      const before = running ?? previous;
      all[id] = { running: hash, ...(before !== undefined && before !== hash && { previous: before }) };
    });
  }

  /** Removes the record of a plugin that was uninstalled. */
  forget(id: string): Promise<void> {
    return this.#change((all) => {
      delete all[id];
    });
  }

  /**
   * Replaces the plugin in `target`, its folder among the installed ones, by a copy of the build that ran before.
   * Returns the restored build, or undefined when there is none. A running product detects it like any other change
   * there.
   */
  async restore(id: string, target: string): Promise<InstallableJson | undefined> {
    const { build: present } = await verifyInstallable(target);
    const kept = await this.before(id, present?.hash);
    if (kept === undefined) return undefined;
    const incoming = join(this.#folder, id, `.${randomUUID()}`);
    const leaving = join(this.#folder, id, `.${randomUUID()}`);
    await cp(kept, incoming, { recursive: true });
    try {
      await rename(target, leaving).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      await rename(incoming, target);
    } finally {
      await rm(incoming, { recursive: true, force: true });
      await rm(leaving, { recursive: true, force: true });
    }
    return (await verifyInstallable(target)).build;
  }

  /**
   * Removes copies that neither run nor are the one to go back to. Called only at a start, because running code may
   * still read its files. Unfinished copies may belong to another node.
   */
  async prune(): Promise<void> {
    const all = await this.#read();
    for (const id of await readdir(this.#folder).catch(() => [])) {
      if (id.endsWith('.json')) continue;
      const { running, previous } = all[id] ?? {};
      for (const name of await readdir(join(this.#folder, id)).catch(() => []))
        if (name !== running && name !== previous && !name.startsWith('.'))
          await rm(join(this.#folder, id, name), { recursive: true, force: true });
    }
  }

  async #isWhole(copy: string, hash: string): Promise<boolean> {
    const { build, faults } = await verifyInstallable(copy).catch(() => ({ build: undefined, faults: [] }));
    return build?.hash === hash && faults.length === 0;
  }

  get #file(): string {
    return join(this.#folder, 'kept.json');
  }

  async #read(): Promise<Record<string, StoredBuilds>> {
    const text = await readFile(this.#file, 'utf8').catch(() => '{}');
    try {
      return JSON.parse(text) as Record<string, StoredBuilds>;
    } catch {
      return {};
    }
  }

  #change(change: (all: Record<string, StoredBuilds>) => void): Promise<void> {
    const next = this.#writing.then(async () => {
      const all = await this.#read();
      const before = JSON.stringify(all);
      change(all);
      if (JSON.stringify(all) === before) return;
      await mkdir(this.#folder, { recursive: true });
      const draft = join(this.#folder, `.${randomUUID()}`);
      await writeFile(draft, `${JSON.stringify(all, null, 2)}\n`);
      await rename(draft, this.#file);
    });
    this.#writing = next.catch(() => undefined);
    return next;
  }
}
