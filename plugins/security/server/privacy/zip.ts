import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  body: Uint8Array | Readable;
}

/** Names in UTF-8, sizes after the data: an entry is written while it is read. */
const flags = 0x0808;
const dosTime = (now: Date): [number, number] => [
  (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1),
  ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate(),
];

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const common = (now: Date): Buffer => {
  const [time, date] = dosTime(now);
  const part = Buffer.alloc(10);
  part.writeUInt16LE(20, 0);
  part.writeUInt16LE(flags, 2);
  part.writeUInt16LE(8, 4);
  part.writeUInt16LE(time, 6);
  part.writeUInt16LE(date, 8);
  return part;
};

const numbers = (...values: readonly number[]): Buffer => {
  const part = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => part.writeUInt32LE(value, index * 4));
  return part;
};
const shorts = (...values: readonly number[]): Buffer => {
  const part = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => part.writeUInt16LE(value, index * 2));
  return part;
};

/** Streams a ZIP archive without buffering it (files and archive below 4 GB). */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const now = new Date();
  const written: Written[] = [];
  let offset = 0;
  const count = <T extends Buffer>(part: T): T => {
    offset += part.length;
    return part;
  };
  for await (const { name, body } of entries) {
    const named = Buffer.from(name);
    const entry: Written = { name: named, crc: 0, packed: 0, size: 0, offset };
    yield count(Buffer.concat([numbers(0x04034b50), common(now), numbers(0, 0, 0), shorts(named.length, 0), named]));
    if (body instanceof Uint8Array) {
      const packed = deflateRawSync(body);
      Object.assign(entry, { crc: crc32(body), packed: packed.length, size: body.length });
      yield count(packed);
    } else {
      const deflate = createDeflateRaw();
      const done = finished(
        body.on('data', (part: Buffer) => {
          entry.crc = crc32(part, entry.crc);
          entry.size += part.length;
        }),
      );
      done.catch((error: Error) => deflate.destroy(error));
      for await (const part of body.pipe(deflate) as AsyncIterable<Buffer>) {
        entry.packed += part.length;
        yield count(part);
      }
      await done;
    }
    yield count(numbers(0x08074b50, entry.crc, entry.packed, entry.size));
    written.push(entry);
  }
  const start = offset;
  for (const { name, crc, packed, size, offset: at } of written)
    yield count(
      Buffer.concat([
        numbers(0x02014b50),
        shorts(20),
        common(now),
        numbers(crc, packed, size),
        shorts(name.length, 0, 0, 0, 0),
        numbers(0, at),
        name,
      ]),
    );
  yield Buffer.concat([
    numbers(0x06054b50),
    shorts(0, 0, written.length, written.length),
    numbers(offset - start, start),
    shorts(0),
  ]);
}
