import { statfs } from 'node:fs/promises';
import { AppError, type Log } from '@balcao/sdk/server';

const warnEveryMs = 60_000;

/**
 * Keeps a part of the disk free of files: the database writes to the same disk, and a full one would stop every
 * company. Text is still accepted.
 */
export class DiskFloor {
  readonly #folder: string;
  readonly #floor: number;
  readonly #log: Log;
  #warnedAt = 0;

  constructor(options: { folder: string; floor: number; log: Log }) {
    this.#folder = options.folder;
    this.#floor = options.floor;
    this.#log = options.log;
  }

  /** Throws 413 ERR_DISK_FULL when so many more bytes would go below the floor. */
  async require(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    const free = bavail * bsize;
    if (free - bytes >= this.#floor) return;
    if (Date.now() - this.#warnedAt > warnEveryMs) {
      this.#warnedAt = Date.now();
      this.#log.error({ free, floor: this.#floor }, 'disk is nearly full, only text is accepted');
    }
    throw new AppError(413, 'ERR_DISK_FULL', { context: { retryAfter: 300 } });
  }
}
