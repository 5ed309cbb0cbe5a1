import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { AppError, notFound } from '@balcao/sdk/server';
import type { FileReaders, StoreOptions, Log, Storage, StoredFile, Upload } from '@balcao/sdk/server';
import { withoutAuditContext } from '../audit/audit-context.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { isSoundPicture } from './check-upload.ts';
import type { StorageBackend } from './backend.ts';
import { Incoming } from './incoming.ts';
import type { DiskFloor } from './disk-floor.ts';
import { FileRemovals } from './removal.ts';
import { StorageQuota, type QuotaLimits, type Sender } from './quota.ts';
import { maxStoredBytes, maxUploadBytes } from './limits.ts';
import { signedLink } from './links.ts';
import { pictureSize, type PictureSize } from './picture-size.ts';
import { sniff } from './sniff.ts';
import type { Sniffed } from './sniff.ts';

interface MediaStoreOptions {
  owner: Pool;
  log: Log;
  backend: StorageBackend;
  /** On the same disk as local media, so that a file is moved and not copied. */
  incomingFolder: string;
  /** Key that signs links for others. */
  key: Buffer;
  /** Storage quota of companies. */
  room: QuotaLimits;
  disk: Pick<DiskFloor, 'require'>;
}

export interface FileRecord extends StoredFile {
  companyId: number;
  /** The people who may fetch it; null: everybody of the company. */
  readers: FileReaders | null;
}

const unknown: Sniffed = { mime: 'application/octet-stream', ext: 'bin' };
/** Only these paths are looked up, so no path leads out of the media. */
export const isMediaPath = (name: string): boolean =>
  /^\d{1,10}\/\d{4}\/\d{2}\/[\w-]{16,64}\.[a-z0-9]{1,10}$/.test(name);

/** Files of all companies; plugins get those of their company by `forCompany`. */
export class MediaStore {
  readonly #options: MediaStoreOptions;
  readonly #incoming: Incoming;
  readonly #quota: StorageQuota;
  readonly #removals: FileRemovals;

  constructor(options: MediaStoreOptions) {
    this.#options = options;
    this.#incoming = new Incoming(options.incomingFolder);
    this.#quota = new StorageQuota(options.owner, options.room);
    this.#removals = new FileRemovals(options);
  }

  async start(): Promise<void> {
    await this.#incoming.start();
    await this.#removeUnused();
  }

  /** Removes the bytes of removed files that the storage did not remove at the time. */
  tidy(): Promise<void> {
    return this.#removals.tidy();
  }

  /**
   * Returns the storage of one scope. `received`: files of this scope come from outside, unless its code says
   * otherwise. `isSuper`: it may store files that are shown to all companies.
   */
  forCompany(companyId: number, received = true, isSuper = false): Storage {
    const { owner, backend, key, room } = this.#options;
    return {
      store: async (source, options) => {
        if (options?.shared && !isSuper) throw new AppError(403, 'ERR_NO_PERMISSION');
        return this.#store(companyId, source, { received, ...options });
      },
      read: async (name) => {
        const { companyId: _own, readers: _readers, ...file } = await this.#own(companyId, name);
        const stream = await backend.open(name);
        if (!stream) throw notFound('ERR_NO_FILE_FOUND');
        return { file, stream };
      },
      // The record is removed first: bytes without a record only take space, a record without bytes is a broken file.
      remove: async (name) => {
        if (await this.#removeRecord(companyId, name)) await this.#removals.finish(name);
      },
      url: (name) => `/public/${name}`,
      link: async (name, seconds) => {
        if (!isMediaPath(name)) throw notFound('ERR_NO_FILE_FOUND');
        // The first segment of a path is its company's id, so only files of others must be looked up.
        if (!name.startsWith(`${companyId}/`) && !(await this.#isShared(name))) throw notFound('ERR_NO_FILE_FOUND');
        return signedLink(key, name, seconds);
      },
      used: () => this.#quota.used(owner, companyId),
      quota: () => room.quota(companyId),
    };
  }

  /** Returns the record for any caller, who must check the rights. */
  async find(name: string): Promise<FileRecord | undefined> {
    if (!isMediaPath(name)) return undefined;
    const { rows } = await this.#options.owner.query<Omit<FileRecord, 'size'> & { size: string | number }>(
      `select path, company_id as "companyId", name, mime, size, readers from kernel.file where path = $1`,
      [name],
    );
    const record = rows[0];
    return record && { ...record, size: Number(record.size) };
  }

  async removeCompany(companyId: number): Promise<void> {
    await this.#options.backend.removeCompany(companyId);
  }

  /**
   * Removes the record. Returns whether the bytes must be removed too: while others use a file only its owner is
   * removed.
   */
  #removeRecord(companyId: number, name: string): Promise<boolean> {
    return withoutAuditContext(() =>
      inTransaction(this.#options.owner, async (client) => {
        // While the row is locked no new use can begin; the check for existing ones follows.
        const { rowCount } = await client.query(
          `select from kernel.file where path = $1 and company_id = $2 for update`,
          [name, companyId],
        );
        if (!rowCount) return false;
        const used = await client.query(
          `update kernel.file f set owner_gone = true
            where f.path = $1 and exists (select from kernel.file_use u where u.path = f.path)`,
          [name],
        );
        if (used.rowCount) return false;
        await client.query(`delete from kernel.file where path = $1`, [name]);
        await this.#removals.store(client, companyId, name);
        return true;
      }),
    );
  }

  /** Removes files that a killed node left between the end of the last use and the removal. */
  async #removeUnused(): Promise<void> {
    const { owner, log } = this.#options;
    const { rows } = await owner.query<{ path: string; companyId: number }>(
      `select f.path, f.company_id as "companyId" from kernel.file f
        where f.owner_gone and not exists (select from kernel.file_use u where u.path = f.path)`,
    );
    for (const { path: name, companyId } of rows) {
      try {
        if (await this.#removeRecord(companyId, name)) await this.#removals.finish(name);
      } catch (err) {
        log.warn({ err, path: name }, 'unused file could not be removed');
      }
    }
  }

  async #isShared(name: string): Promise<boolean> {
    const { rowCount } = await this.#options.owner.query(`select from kernel.file where path = $1 and shared`, [name]);
    return rowCount === 1;
  }

  async #own(companyId: number, name: string): Promise<FileRecord> {
    const record = await this.find(name);
    if (record?.companyId !== companyId) throw notFound('ERR_NO_FILE_FOUND');
    return record;
  }

  async #store(
    companyId: number,
    source: Upload | { name: string; mime?: string; body: Readable | Uint8Array },
    { received, anonymous, shared, readers }: StoreOptions,
  ): Promise<StoredFile> {
    const { backend, disk } = this.#options;
    const sender: Sender = anonymous ? 'anybody' : received ? 'provider' : 'company';
    const isUpload = 'stream' in source;
    await disk.require(isUpload ? source.size : source.body instanceof Uint8Array ? source.body.length : 0);
    const { file, size } = await this.#incoming.write(
      isUpload ? source.stream() : source.body,
      isUpload ? maxUploadBytes : maxStoredBytes,
    );
    try {
      // Checked before the bytes are sent to a bucket, and again with the record, which may come beside others.
      await this.#quota.require(companyId, size, sender);
      const { mime, ext } = await this.#typeOf(file, source.name);
      const record = {
        path: this.#newPath(companyId, ext, await pictureSize(file, mime)),
        name: shownName(source.name),
        mime,
        size,
      };
      await backend.put(record.path, file, mime, size);
      try {
        await this.#quota.record(companyId, record, sender, { shared: shared ?? false, ...(readers && { readers }) });
      } catch (error) {
        await this.#removals.discard(companyId, record.path);
        throw error;
      }
      return record;
    } finally {
      await rm(file, { force: true });
    }
  }

  /**
   * Returns the type of a file. An unknown or contradictory one is stored too, as bytes that no browser opens: it may
   * be all that a customer sent.
   */
  async #typeOf(file: string, name: string): Promise<Sniffed> {
    const found = await sniff(file, name);
    return found && (await isSoundPicture(file, found.mime)) ? found : unknown;
  }

  /**
   * Returns a new path. A picture's size is in its name, so that the right room can be reserved before it is loaded,
   * wherever it is shown.
   */
  #newPath(companyId: number, ext: string, size: PictureSize | undefined): string {
    const now = new Date();
    const month = String(now.getUTCMonth() + 1).padStart(2, '0');
    return `${companyId}/${now.getUTCFullYear()}/${month}/${randomBytes(18).toString('base64url')}${size ? `-${size.width}x${size.height}` : ''}.${ext}`;
  }
}

/** Returns the client's name without folders and without characters that break a header or a line. */
function shownName(name: string): string {
  const base = path.posix.basename(name.replaceAll('\\', '/'));
  // oxlint-disable-next-line no-control-regex
  const plain = base.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return plain.slice(0, 200) || 'file';
}
