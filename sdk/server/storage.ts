import type { Readable } from 'node:stream';

/** A file that a client sent: limited, sniffed, and on the server's disk until the request ends. */
export interface Upload {
  /** As the client named it, without folders. For show only. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Sniffed from the content, never what the client claims. */
  readonly mime: string;
  readonly stream: () => Readable;
}

/**
 * A file of one company. `path` is the key to everything else; a picture's size can be read from it by `pictureSize`, here
 * and in the browser.
 */
export interface StoredFile {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

export interface KeepOptions {
  /**
   * Whether it came from outside the company. What was received is kept whatever room is left, so that no customer's
   * message is lost; what the company's own people send is refused with 413 `ERR_STORAGE_FULL` once `quota()` is used
   * up. Absent: received, unless somebody of the company is signed in to the scope.
   */
  received?: boolean;
  /**
   * Whether anybody on the internet could have sent it, such as a visitor of a site. All such files together get a
   * share of the quota of their own, a fifth unless the platform says otherwise, and are refused with 413
   * `ERR_STORAGE_FULL` beyond it: strangers can neither fill the disk nor take the room of the company's people.
   */
  anonymous?: boolean;
  /**
   * Whether the platform shows it to people of all companies, such as a picture of its news: `link` then answers in
   * every company's scope. For super users' scopes; 403 `ERR_NO_PERMISSION` in others.
   */
  shared?: boolean;
}

export interface Storage {
  /**
   * Keeps an upload, a stream or bytes under a name of the kernel's choosing. 413 `ERR_DISK_FULL` while the server's
   * disk is nearly full, whoever sends it: keep the text without the file, or try again later.
   */
  keep(
    source: Upload | { name: string; mime?: string; body: Readable | Uint8Array },
    options?: KeepOptions,
  ): Promise<StoredFile>;
  read(path: string): Promise<{ file: StoredFile; stream: Readable }>;
  /** While messages refer to it (`fileIsShared` of `Tickets.send`) it stays, and goes with the last of them. */
  remove(path: string): Promise<void>;
  /** For signed-in people: `/public/{path}`, to which the browser adds `?t={tokenPublicDir}`, good as long as the session. */
  url(path: string): string;
  /**
   * For one outsider and one file: a signed address that ends after `seconds`. 404 `ERR_NO_FILE_FOUND` for a file of
   * another company, unless it was kept as `shared`.
   */
  link(path: string, seconds: number): Promise<string>;
  /** Bytes the company stores. */
  used(): Promise<number>;
  /** Bytes it may store. */
  quota(): number;
}
