/**
 * Files of drafts and of messages that are not sent yet, stored in this browser so that they survive a reload.
 *
 * The database is shared by all people who use this browser. A file is found by its random id alone, and ids are stored
 * with the draft or the outbox of one person, so that nobody else's screen asks for it.
 */
interface StoredFile {
  file: File;
  /** When it was stored, in milliseconds since 1970. */
  at: number;
}

const storeName = 'files';
/** Files of drafts that were never sent are deleted after this time. */
const retentionMs = 30 * 24 * 3_600_000;

/**
 * Files of this page. They make up for a browser that stores nothing: a private window may have no database, and a full
 * disk or quota refuses files. The message can still be sent; only a reload loses its file.
 */
const memoryFiles = new Map<string, File>();
let database: Promise<IDBDatabase | undefined> | undefined;

const requestToPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the request to IndexedDB failed'));
  });

const deleteExpiredFiles = (from: IDBDatabase): void => {
  const request = from.transaction(storeName, 'readwrite').objectStore(storeName).openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    if ((cursor.value as StoredFile).at < Date.now() - retentionMs) cursor.delete();
    cursor.continue();
  };
};

const openDatabase = async (): Promise<IDBDatabase | undefined> => {
  try {
    const request = indexedDB.open('balcao.tickets', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    const opened = await requestToPromise(request);
    deleteExpiredFiles(opened);
    return opened;
  } catch {
    return undefined;
  }
};

const openStore = async (mode: IDBTransactionMode): Promise<IDBObjectStore | undefined> => {
  database ??= openDatabase();
  return (await database)?.transaction(storeName, mode).objectStore(storeName);
};

/** Stores a file. If the browser refuses it, the page keeps it until a reload, as `memoryFiles` explains. */
export async function saveDraftFile(id: string, file: File): Promise<void> {
  memoryFiles.set(id, file);
  const stored: StoredFile = { file, at: Date.now() };
  await openStore('readwrite')
    .then((store) => store && requestToPromise(store.put(stored, id)))
    .catch(() => undefined);
}

/** Returns the file with this id; undefined if this browser does not have it (any more). */
export async function getDraftFile(id: string): Promise<File | undefined> {
  const known = memoryFiles.get(id);
  if (known) return known;
  const stored = await openStore('readonly')
    .then((store) => store && requestToPromise<StoredFile | undefined>(store.get(id)))
    .catch(() => undefined);
  return stored?.file;
}

export async function deleteDraftFile(id: string): Promise<void> {
  memoryFiles.delete(id);
  await openStore('readwrite')
    .then((store) => store && requestToPromise(store.delete(id)))
    .catch(() => undefined);
}
