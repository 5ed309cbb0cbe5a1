import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange, StorageBackend } from './backend.ts';

/** Media in a folder of this machine. */
export class LocalDisk implements StorageBackend {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(name: string, file: string): Promise<void> {
    const place = path.join(this.#root, name);
    await mkdir(path.dirname(place), { recursive: true });
    await rename(file, place);
  }

  async open(name: string, range?: ByteRange): Promise<Readable | undefined> {
    try {
      const file = await open(path.join(this.#root, name));
      return file.createReadStream(range);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(path.join(this.#root, name), { force: true });
  }

  async removeCompany(companyId: number): Promise<void> {
    await rm(path.join(this.#root, String(companyId)), { recursive: true, force: true });
  }
}
