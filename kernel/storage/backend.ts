import type { Readable } from 'node:stream';

/** Byte positions, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Storage of the bytes. Paths are the kernel's own: `<company>/<yyyy>/<mm>/<random>.<ext>`. */
export interface StorageBackend {
  /** Moves a finished file from the incoming folder into the storage. */
  put(path: string, file: string, mime: string, size: number): Promise<void>;
  /** Opens a file; undefined when the bytes are gone. */
  open(path: string, range?: ByteRange): Promise<Readable | undefined>;
  remove(path: string): Promise<void>;
  /** Removes all files of one company. */
  removeCompany(companyId: number): Promise<void>;
  /** Closes open connections. */
  close?(): void;
}
