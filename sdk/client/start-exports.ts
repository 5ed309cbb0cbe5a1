/** The exports of the running entries, by the folder of their build. */
const exportsByFolder = new Map<string, object>();
const folderOf = (address: string): string => address.replace(/[?#].*$/s, '').replace(/[^/]*$/, '');

/** Registers the exports of an entry, before any later file of its build is loaded. */
export const registerStart = (entry: string, exports: object): void =>
  void exportsByFolder.set(folderOf(new URL(entry, location.href).href), exports);

/**
 * Returns the exports of the entry that lies beside the file at `address`. Builds use it in place of an import of the
 * entry, which may run as a part of a combined file: importing it would run it a second time.
 */
export function startExports(address: string): object {
  const found = exportsByFolder.get(folderOf(address));
  if (!found) throw new Error(`the entry beside ${address} does not run in this page`);
  return found;
}

let startModuleCalls = 0;

/**
 * Builds put it in place of `import('./start.ts')` in an entry: that module is part of the entry itself, together with
 * the texts that it names.
 */
export function startModule<T>(module: T): Promise<T> {
  startModuleCalls += 1;
  return Promise.resolve(module);
}

/** Calls a loader, and reports whether it loads from the entry itself. */
export function callLoader<T>(load: () => Promise<T>): { loaded: Promise<T>; isInEntry: boolean } {
  const before = startModuleCalls;
  const loaded = load();
  return { loaded, isInEntry: startModuleCalls > before };
}
