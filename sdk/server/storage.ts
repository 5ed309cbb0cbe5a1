import type { Readable } from 'node:stream';
import type { RoomRef } from '../shared/contract.ts';

/**
 * A file sent by a client: checked against its limits, its type detected, and on the server's disk until the request
 * ends.
 */
export interface Upload {
  /** The client's file name without folders. For display only. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Detected from the content, never taken from the client. */
  readonly mime: string;
  /** Opens the content from its beginning; may be called several times, until the request ends. */
  readonly stream: () => Readable;
}

/**
 * A file of one company, identified by `path`. The path of a picture contains its width and height in pixels, which
 * `pictureSize` returns, on the server and in the browser.
 */
export interface StoredFile {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

export interface StoreOptions {
  /**
   * True if the file came from outside the company. A received file is stored even if the quota is used up, so that no
   * customer's message is lost; a file of the company's own people is then rejected with 413 `ERR_STORAGE_FULL`.
   * Default: false in the scope of a signed-in person, true in every other scope.
   */
  received?: boolean;
  /**
   * True if anybody on the internet could have sent it, such as a visitor of a site. All such files together have a
   * share of the quota, a fifth unless the platform sets another, and are rejected with 413 `ERR_STORAGE_FULL` beyond
   * it, so that strangers can neither fill the disk nor use up the quota of the company's people.
   */
  anonymous?: boolean;
  /**
   * True if the file is for all companies, such as a picture of the platform's news: `link` then works in every
   * company's scope. For scopes of super users; 403 `ERR_NO_PERMISSION` in others. Not related to `fileIsShared` of
   * `Tickets.send`, which is for several messages of one company that reference the same file.
   */
  shared?: boolean;
  /**
   * Restricts who may fetch the file by its address: people who may join this room of the plugin at that moment, in
   * place of everybody of the company. Browsers ask again each time instead of keeping the file, so a person who may no
   * longer join loses it at once.
   * @example
   * const key = randomUUID();
   * await scope.storage.store(upload, { readers: readersOf(fileRoom, { key }) });
   */
  readers?: FileReaders;
}

/** The room whose members may fetch a file; made by `readersOf`. */
export interface FileReaders {
  readonly room: string;
  readonly params: object;
}
/** Returns `readers` of `StoreOptions`: everybody who may join the room with these parameters. */
export const readersOf = <P extends object>(room: RoomRef<P>, params: P): FileReaders => ({ room: room.id, params });

export interface Storage {
  /**
   * Stores an upload, a stream or bytes under a path that the kernel chooses. The type is detected from the content: a
   * `mime` given here is ignored, and an unknown type is stored as `application/octet-stream`. 413 `ERR_DISK_FULL` while the server's
   * disk is nearly full, for any sender: store the text without the file, or retry later.
   */
  store(
    source: Upload | { name: string; mime?: string; body: Readable | Uint8Array },
    options?: StoreOptions,
  ): Promise<StoredFile>;
  /** Reads a file of the scope's company; 404 `ERR_NO_FILE_FOUND` for any other path. */
  read(path: string): Promise<{ file: StoredFile; stream: Readable }>;
  /**
   * Removes a file. While messages reference it (`fileIsShared` of `Tickets.send`) it is retained, and removed with the
   * last of them. Does nothing for a path that is no file of the company, so it may be repeated.
   */
  remove(path: string): Promise<void>;
  /**
   * Returns the URL for signed-in people of the company: `/public/{path}`. Despite its name, which is part of the
   * published interface, the path is not public: the browser adds `?t={tokenPublicDir}`, which is valid as long as the
   * session. For people without a session use `link`.
   */
  url(path: string): string;
  /**
   * Returns a signed URL of one file for people without a session; it is valid for `seconds`. 404 `ERR_NO_FILE_FOUND` for a file
   * of another company, unless it was stored as `shared`.
   */
  link(path: string, seconds: number): Promise<string>;
  /** Returns the number of bytes that the company stores. */
  used(): Promise<number>;
  /** Returns the number of bytes that it may store. */
  quota(): number;
}
