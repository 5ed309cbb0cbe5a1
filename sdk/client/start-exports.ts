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
