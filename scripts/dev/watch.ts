import { readdirSync, statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import path from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.git']);

/**
 * Calls `changed` with the path, relative to `folder` and with `/`, of everything that changes below it. One watcher
 * per folder: Node's own recursive mode on Linux watches files, and loses those that an editor replaces.
 */
export function watchFolder(folder: string, changed: (file: string) => void): { close(): void } {
  const watchers = new Map<string, { watcher: FSWatcher; inode: number }>();

  const drop = (inside: string): void => {
    for (const [name, { watcher }] of watchers) {
      if (name !== inside && !name.startsWith(`${inside}/`)) continue;
      watchers.delete(name);
      watcher.close();
    }
  };

  /** Creates and removes watchers at and below `inside` according to the present folders. */
  const follow = (inside: string, announce: boolean): void => {
    const absolute = path.join(folder, inside);
    const found = statSync(absolute, { throwIfNoEntry: false });
    const known = watchers.get(inside);
    if (known && known.inode === found?.ino) return;
    drop(inside);
    if (!found?.isDirectory()) return;
    const watcher = watch(absolute, (_, name) => {
      if (!name || skipped.has(name)) return;
      const file = path.posix.join(inside, name);
      changed(file);
      try {
        follow(file, true);
      } catch {
        // The folder was deleted meanwhile; if it is created again, so is its event.
        drop(file);
      }
    });
    watcher.on('error', () => drop(inside));
    watchers.set(inside, { watcher, inode: found.ino });
    for (const entry of readdirSync(absolute, { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const file = path.posix.join(inside, entry.name);
      if (entry.isDirectory()) follow(file, announce);
      else if (announce) changed(file);
    }
  };

  follow('.', false);
  return { close: () => watchers.forEach(({ watcher }) => watcher.close()) };
}
