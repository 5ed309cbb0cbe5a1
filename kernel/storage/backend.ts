import type { Readable } from 'node:stream';

/** Bytes by inclusive positions. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the bytes lie. Paths are the kernel's own: `<company>/<yyyy>/<mm>/<random>.<ext>`. */
export interface StorageBackend {
  /** Takes over a finished file from the incoming folder. */
  put(path: string, file: string, mime: string, size: number): Promise<void>;
  /** Undefined when the bytes are gone. */
  open(path: string, range?: ByteRange): Promise<Readable | undefined>;
  remove(path: string): Promise<void>;
  /** Everything of one company. */
  removeCompany(companyId: number): Promise<void>;
  /** Ends what it keeps open to elsewhere. */
  close?(): void;
}
