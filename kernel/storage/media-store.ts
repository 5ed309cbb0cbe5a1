import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { AppError, notFound } from '@balcao/sdk/server';
import type { StoreOptions, Log, Storage, StoredFile, Upload } from '@balcao/sdk/server';
import { withoutAuditContext } from '../audit/audit-context.ts';
import { inTransaction } from '../tenants/transaction.ts';
import { isSoundPicture } from './check-upload.ts';
import type { StorageBackend } from './backend.ts';
import { Incoming } from './incoming.ts';
import type { DiskFloor } from './disk-floor.ts';
import { StorageQuota, type QuotaLimits, type Sender } from './quota.ts';
import { maxKeptBytes, maxUploadBytes } from './limits.ts';
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
  /** Signs links for outsiders. */
  key: Buffer;
  /** Bytes a company may keep. */
  room: QuotaLimits;
  disk: Pick<DiskFloor, 'require'>;
}

export interface FileRecord extends StoredFile {
  companyId: number;
}

const unknown: Sniffed = { mime: 'application/octet-stream', ext: 'bin' };
/** Nothing else is looked up, so no path leads out of the media. */
export const isMediaPath = (name: string): boolean =>
  /^\d{1,10}\/\d{4}\/\d{2}\/[\w-]{16,64}\.[a-z0-9]{1,10}$/.test(name);

/** Files of all companies; plugins get those of their company by `forCompany`. */
export class MediaStore {
  readonly #options: MediaStoreOptions;
  readonly #incoming: Incoming;
  readonly #room: StorageQuota;

  constructor(options: MediaStoreOptions) {
    this.#options = options;
    this.#incoming = new Incoming(options.incomingFolder);
    this.#room = new StorageQuota(options.owner, options.room);
  }

  async start(): Promise<void> {
    await this.#incoming.start();
    await this.#removeLeft();
  }

  /**
   * `received`: whether files of this scope come from outside, unless its code says otherwise. `isSuper`: whether it
   * may keep what all companies are shown.
   */
  forCompany(companyId: number, received = true, isSuper = false): Storage {
    const { owner, backend, key, room } = this.#options;
    return {
      store: async (source, options) => {
        if (options?.shared && !isSuper) throw new AppError(403, 'ERR_NO_PERMISSION');
        return this.#keep(companyId, source, { received, ...options });
      },
      read: async (name) => {
        const { companyId: _own, ...file } = await this.#own(companyId, name);
        const stream = await backend.open(name);
        if (!stream) throw notFound('ERR_NO_FILE_FOUND');
        return { file, stream };
      },
      // The record first: bytes without a record only take room, a record without bytes is a broken file.
      remove: async (name) => {
        if (await this.#removeRecord(companyId, name)) await backend.remove(name);
      },
      url: (name) => `/public/${name}`,
      link: async (name, seconds) => {
        if (!isMediaPath(name)) throw notFound('ERR_NO_FILE_FOUND');
        // The first part of a path is its company's number: only another's needs to be looked up.
        if (!name.startsWith(`${companyId}/`) && !(await this.#isShared(name))) throw notFound('ERR_NO_FILE_FOUND');
        return signedLink(key, name, seconds);
      },
      used: () => this.#room.used(owner, companyId),
      quota: () => room.quota(companyId),
    };
  }

  /** The record, whoever asks: the caller judges whether he may have it. */
  async find(name: string): Promise<FileRecord | undefined> {
    if (!isMediaPath(name)) return undefined;
    const { rows } = await this.#options.owner.query<Omit<FileRecord, 'size'> & { size: string | number }>(
      `select path, company_id as "companyId", name, mime, size from kernel.file where path = $1`,
      [name],
    );
    const record = rows[0];
    return record && { ...record, size: Number(record.size) };
  }

  async removeCompany(companyId: number): Promise<void> {
    await this.#options.backend.removeCompany(companyId);
  }

  /** Answers whether the bytes are to go: while others use a file only its owner is gone. */
  #removeRecord(companyId: number, name: string): Promise<boolean> {
    return withoutAuditContext(() =>
      inTransaction(this.#options.owner, async (client) => {
        // Once the row is ours, nobody begins to use it; only then it is seen who does.
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
        return true;
      }),
    );
  }

  /** What a node that was killed left between the end of the last use and the removal. */
  async #removeLeft(): Promise<void> {
    const { owner, log, backend } = this.#options;
    const { rows } = await owner.query<{ path: string; companyId: number }>(
      `select f.path, f.company_id as "companyId" from kernel.file f
        where f.owner_gone and not exists (select from kernel.file_use u where u.path = f.path)`,
    );
    for (const { path: name, companyId } of rows) {
      try {
        if (await this.#removeRecord(companyId, name)) await backend.remove(name);
      } catch (err) {
        log.warn({ err, path: name }, 'a file that nobody uses stays');
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

  async #keep(
    companyId: number,
    source: Upload | { name: string; mime?: string; body: Readable | Uint8Array },
    { received, anonymous, shared = false }: StoreOptions,
  ): Promise<StoredFile> {
    const { backend, disk } = this.#options;
    const sender: Sender = anonymous ? 'anybody' : received ? 'provider' : 'company';
    const isUpload = 'stream' in source;
    await disk.require(isUpload ? source.size : source.body instanceof Uint8Array ? source.body.length : 0);
    const { file, size } = await this.#incoming.write(
      isUpload ? source.stream() : source.body,
      isUpload ? maxUploadBytes : maxKeptBytes,
    );
    try {
      // Before the bytes travel to a bucket; and once more with the record, which may come beside others.
      await this.#room.require(companyId, size, sender);
      const { mime, ext } = await this.#typeOf(file, source.name);
      const record = {
        path: this.#newPath(companyId, ext, await pictureSize(file, mime)),
        name: shownName(source.name),
        mime,
        size,
      };
      await backend.put(record.path, file, mime, size);
      try {
        await this.#room.record(companyId, record, sender, shared);
      } catch (error) {
        await backend.remove(record.path);
        throw error;
      }
      return record;
    } finally {
      await rm(file, { force: true });
    }
  }

  /** What cannot be told, or is not what it says, is kept too, as bytes that no browser opens: it may be all a customer sent. */
  async #typeOf(file: string, name: string): Promise<Sniffed> {
    const found = await sniff(file, name);
    return found && (await isSoundPicture(file, found.mime)) ? found : unknown;
  }

  /** A picture's size stands in its name: whoever shows it keeps the right room before it is there, wherever it came from. */
  #newPath(companyId: number, ext: string, size: PictureSize | undefined): string {
    const now = new Date();
    const month = String(now.getUTCMonth() + 1).padStart(2, '0');
    return `${companyId}/${now.getUTCFullYear()}/${month}/${randomBytes(18).toString('base64url')}${size ? `-${size.width}x${size.height}` : ''}.${ext}`;
  }
}

/** The client's name without folders and without what breaks a header or a line. */
function shownName(name: string): string {
  const base = path.posix.basename(name.replaceAll('\\', '/'));
  // oxlint-disable-next-line no-control-regex
  const plain = base.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return plain.slice(0, 200) || 'file';
}
