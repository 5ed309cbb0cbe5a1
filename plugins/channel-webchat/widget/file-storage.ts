/** Files that wait to be sent, stored over reloads; in a browser that refuses storage, only while the page is open. */
const memory = new Map<string, File>();
const place = 'files';

const database = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('balcao-chat', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(place);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const opened = await database();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = work(opened.transaction(place, mode).objectStore(place));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    opened.close();
  }
};

export const storeFile = async (id: string, file: File): Promise<void> => {
  memory.set(id, file);
  await run('readwrite', (store) => store.put(file, id)).catch(() => undefined);
};

/** Returns a file from memory without the browser’s storage, for a preview. */
export const cachedFile = (id: string): File | undefined => memory.get(id);

export const loadFile = async (id: string): Promise<File | undefined> => {
  const file = memory.get(id) ?? (await run<unknown>('readonly', (store) => store.get(id)).catch(() => undefined));
  return file instanceof File ? file : undefined;
};

export const removeFile = async (id: string): Promise<void> => {
  memory.delete(id);
  await run('readwrite', (store) => store.delete(id)).catch(() => undefined);
};
