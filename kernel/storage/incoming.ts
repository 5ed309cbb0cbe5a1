import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@balcao/sdk/server';

/** Folder where files are stored until their type is known. */
export class Incoming {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates the folder, and removes files that a killed process left at least a day ago. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      const found = await stat(file).catch(() => undefined);
      if (found && found.mtimeMs < Date.now() - 86_400_000) await rm(file, { force: true });
    }
  }

  /** Writes everything to disk, or throws 413 ERR_FILE_TOO_LARGE and stores nothing. */
  async write(body: Readable | Uint8Array, maxBytes: number): Promise<{ file: string; size: number }> {
    const file = path.join(this.#folder, randomBytes(16).toString('hex'));
    const handle = await open(file, 'wx', 0o600);
    let size = 0;
    try {
      for await (const chunk of body instanceof Uint8Array ? [body] : (body as AsyncIterable<Uint8Array | string>)) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        size += bytes.length;
        if (size > maxBytes) throw new AppError(413, 'ERR_FILE_TOO_LARGE');
        await handle.writeFile(bytes);
      }
      // The file is synced before anybody is told that it is stored.
      await handle.sync();
      return { file, size };
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  }
}
