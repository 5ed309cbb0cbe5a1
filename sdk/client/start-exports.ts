/** What the entries that run export, by the folder of their build. */
const held = new Map<string, object>();
const folderOf = (address: string): string => address.replace(/[?#].*$/s, '').replace(/[^/]*$/, '');

/** Makes known what an entry exports, before any later file of its build is fetched. */
export const holdStart = (entry: string, exports: object): void =>
  void held.set(folderOf(new URL(entry, location.href).href), exports);

/**
 * What the entry exports that lies beside the file at `address`. Builds put it in the place of an import of the entry: that
 * may run as a part of a file with others, and importing it would run it a second time.
 */
export function startExports(address: string): object {
  const found = held.get(folderOf(address));
  if (!found) throw new Error(`the entry beside ${address} does not run in this page`);
  return found;
}

let taken = 0;

/**
 * What builds put in the place of `import('./start.ts')` in an entry: that module lies in the entry itself, and the texts
 * it names came with it.
 */
export function startModule<T>(module: T): Promise<T> {
  taken += 1;
  return Promise.resolve(module);
}

/** Calls a loader, and tells whether it takes from the entry itself. */
export function callLoader<T>(load: () => Promise<T>): { loaded: Promise<T>; isInEntry: boolean } {
  const before = taken;
  const loaded = load();
  return { loaded, isInEntry: taken > before };
}
