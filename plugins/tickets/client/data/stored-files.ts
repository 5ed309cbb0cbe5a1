/**
 * Files of drafts that are not sent yet, stored on this device so that they survive a reload. Without storage, as in a
 * private window, they last as long as the page.
 */
interface StoredFile {
  file: File;
  at: number;
}

const shelf = 'files';
/** Unsent files are deleted after this time. */
const retentionMs = 30 * 24 * 3_600_000;

const here = new Map<string, File>();
let opened: Promise<IDBDatabase | undefined> | undefined;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the device stores no files'));
  });

const sweep = (database: IDBDatabase): void => {
  const walk = database.transaction(shelf, 'readwrite').objectStore(shelf).openCursor();
  walk.onsuccess = () => {
    const cursor = walk.result;
    if (!cursor) return;
    if ((cursor.value as StoredFile).at < Date.now() - retentionMs) cursor.delete();
    cursor.continue();
  };
};

const open = async (): Promise<IDBDatabase | undefined> => {
  try {
    const request = indexedDB.open('balcao.tickets', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(shelf);
    const database = await done(request);
    sweep(database);
    return database;
  } catch {
    return undefined;
  }
};

const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore | undefined> => {
  opened ??= open();
  return (await opened)?.transaction(shelf, mode).objectStore(shelf);
};

export async function storeFile(id: string, file: File): Promise<void> {
  here.set(id, file);
  const stored: StoredFile = { file, at: Date.now() };
  await store('readwrite')
    .then((files) => files && done(files.put(stored, id)))
    .catch(() => undefined);
}

export async function readFile(id: string): Promise<File | undefined> {
  const known = here.get(id);
  if (known) return known;
  const stored = await store('readonly')
    .then((files) => files && done<StoredFile | undefined>(files.get(id)))
    .catch(() => undefined);
  return stored?.file;
}

export async function deleteFile(id: string): Promise<void> {
  here.delete(id);
  await store('readwrite')
    .then((files) => files && done(files.delete(id)))
    .catch(() => undefined);
}
