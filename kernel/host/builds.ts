import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyInstallable, type InstallableJson } from '@balcao/sdk/build';

/** Which builds of one plugin are kept, by their hashes. */
export interface KeptBuilds {
  /** The one that runs, or ran last. */
  running: string;
  /** The one that ran before it. */
  previous?: string;
}

const plainId = /^[a-z][a-z0-9-]{0,80}$/;
const plainHash = /^[a-f0-9]{8,64}$/;

/**
 * Copies of the installed plugins, one folder for each build: `<folder>/<id>/<hash>`. The product runs the copies, so that
 * installing another version changes no file under a version that runs, and the one before is there to go back to.
 */
export class PluginBuilds {
  readonly #folder: string;
  #writing: Promise<unknown> = Promise.resolve();

  /** `folder`: in the folder of installed plugins, under a name that discovery passes over. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  static of(dataDir: string): PluginBuilds {
    return new PluginBuilds(join(dataDir, 'plugins', '.builds'));
  }

  placeOf(id: string, hash: string): string {
    if (!plainId.test(id) || !plainHash.test(hash)) throw new Error(`"${id}" ${hash} names no build`);
    return join(this.#folder, id, hash);
  }

  /** Copies a build that was verified, unless it is there whole already; answers where the copy lies. */
  async keep(from: string, { id, hash }: Pick<InstallableJson, 'id' | 'hash'>): Promise<string> {
    const place = this.placeOf(id, hash);
    if (await this.#isWhole(place, hash)) return place;
    const making = join(this.#folder, id, `.${randomUUID()}`);
    try {
      await cp(from, making, { recursive: true });
      if (!(await this.#isWhole(making, hash))) throw new Error(`${from} changed while it was read`);
      await rm(place, { recursive: true, force: true });
      // Another node of a shared folder may have been first: its copy is as good.
      await rename(making, place).catch(async (error: unknown) => {
        if (!(await this.#isWhole(place, hash))) throw error;
      });
    } finally {
      await rm(making, { recursive: true, force: true });
    }
    return place;
  }

  async of(id: string): Promise<KeptBuilds | undefined> {
    return (await this.#read())[id];
  }

  /** Where the build lies that ran last, when it is still whole and is not `hash`. */
  async before(id: string, hash: string | undefined): Promise<string | undefined> {
    const kept = await this.of(id);
    for (const other of [kept?.running, kept?.previous]) {
      if (other === undefined || other === hash || !plainHash.test(other)) continue;
      const place = this.placeOf(id, other);
      if (await this.#isWhole(place, other)) return place;
    }
    return undefined;
  }

  /** Remembers that a build runs; the one that ran until now is the one to go back to. */
  ran(id: string, hash: string): Promise<void> {
    return this.#change((all) => {
      const { running, previous } = all[id] ?? {};
      if (running === hash) return;
      const before = running ?? previous;
      all[id] = { running: hash, ...(before !== undefined && before !== hash && { previous: before }) };
    });
  }

  /** A plugin that was taken out has nothing to go back to. */
  forget(id: string): Promise<void> {
    return this.#change((all) => {
      delete all[id];
    });
  }

  /**
   * Puts a copy of the build that ran before the one in `target`, the plugin's folder among the installed ones, into its
   * place. Answers what stands there now, or undefined when no other build is kept. A product that runs takes it up like
   * any other change there.
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
   * Removes the copies that neither run nor can be gone back to. Only at a start: code that runs may still read its files.
   * Copies in the making may be another node's.
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

  async #isWhole(place: string, hash: string): Promise<boolean> {
    const { build, faults } = await verifyInstallable(place).catch(() => ({ build: undefined, faults: [] }));
    return build?.hash === hash && faults.length === 0;
  }

  get #file(): string {
    return join(this.#folder, 'kept.json');
  }

  async #read(): Promise<Record<string, KeptBuilds>> {
    const text = await readFile(this.#file, 'utf8').catch(() => '{}');
    try {
      return JSON.parse(text) as Record<string, KeptBuilds>;
    } catch {
      return {};
    }
  }

  #change(change: (all: Record<string, KeptBuilds>) => void): Promise<void> {
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
