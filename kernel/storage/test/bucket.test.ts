import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSwiftBucket } from '../../../scripts/test/servers/bucket.ts';
import { swiftProgram } from '../../../scripts/test/servers/swift.ts';
import { Bucket } from '../bucket.ts';
import { openBucketServer } from './bucket-server.ts';
import { FaultyProxy } from './faulty-proxy.ts';

interface Store {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  close(): Promise<void>;
}

const ownServer = async (): Promise<Store> => {
  const server = await openBucketServer();
  return { ...server, bucket: 'media', accessKeyId: 'id', secretAccessKey: 'key' };
};

/**
 * A real store, which checks signatures and clocks: `apt install swift-proxy swift-account swift-container
 * swift-object`.
 */
const swift = async (): Promise<Store> => {
  const { env, stop } = await startSwiftBucket();
  return {
    endpoint: env['S3_ENDPOINT'] ?? '',
    bucket: env['S3_BUCKET'] ?? '',
    accessKeyId: env['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['S3_SECRET_ACCESS_KEY'] ?? '',
    close: stop,
  };
};

const stores = [
  { name: 'a store on this machine', isReal: false, open: ownServer },
  ...(swiftProgram() ? [{ name: 'OpenStack Swift', isReal: true, open: swift }] : []),
];

describe.each(stores)('media in a bucket of $name', ({ isReal, open }) => {
  let store: Store;
  let way: FaultyProxy;
  let bucket: Bucket;
  let folder: string;
  let counter = 0;
  const bytes = randomBytes(300_000);

  beforeAll(async () => {
    store = await open();
    folder = await mkdtemp(path.join(tmpdir(), 'balcao-bucket-test-'));
    way = new FaultyProxy(store.endpoint);
    const endpoint = await way.open();
    // A silent store is given up after half a second, and after one more for a file of 300 kB.
    bucket = new Bucket({ ...store, endpoint, region: 'us-east-1' }, { patienceMs: 500, slowestBytesPerMs: 300 });
  }, 120_000);
  afterAll(async () => {
    bucket?.close();
    await way?.close();
    await store?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    way.ahead = [];
    way.passed = 0;
  });

  const put = async (company = 1, body: Buffer = bytes): Promise<string> => {
    counter += 1;
    const file = path.join(folder, `incoming-${counter}`);
    await writeFile(file, body);
    const name = `${company}/2026/11/${randomBytes(12).toString('hex')}.bin`;
    await bucket.put(name, file, 'application/octet-stream', body.length);
    await expect(access(file)).rejects.toThrow('ENOENT');
    return name;
  };
  const read = async (name: string, range?: { start: number; end: number }): Promise<Buffer | undefined> => {
    const stream = await bucket.open(name, range);
    return stream && (await buffer(stream));
  };

  test('A stored file is read unchanged, as a whole and in parts, and is gone after it was removed', async () => {
    const name = await put();
    expect(await read(name)).toEqual(bytes);
    expect(await read(name, { start: 100_000, end: 199_999 })).toEqual(bytes.subarray(100_000, 200_000));
    expect(await read(name, { start: 299_999, end: 299_999 })).toEqual(bytes.subarray(299_999));
    await bucket.remove(name);
    expect(await read(name)).toBeUndefined();
    await bucket.remove(name);
  });

  test('An empty file can be stored and read', async () => {
    expect(await read(await put(1, Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  test("Removing a company's files leaves those of other companies", async () => {
    const [mine, theirs] = [[await put(21), await put(21), await put(21)], await put(211)];
    await bucket.removeCompany(21);
    for (const name of mine) expect(await read(name)).toBeUndefined();
    expect(await read(theirs)).toEqual(bytes);
  });

  test.each(['busy', 'reset', 'silent'] as const)(
    'A file is stored, read and removed although the store was %s at first',
    async (trouble) => {
      way.ahead = [trouble, trouble];
      const name = await put();
      expect(way.passed).toBe(1);
      way.ahead = [trouble, trouble];
      expect(await read(name)).toEqual(bytes);
      way.ahead = [trouble, trouble];
      await bucket.remove(name);
      expect(await read(name)).toBeUndefined();
    },
    30_000,
  );

  test.each(['busy', 'reset', 'silent'] as const)(
    'A store that stays %s is reported as unreachable, and the file stays for another attempt',
    async (trouble) => {
      const name = await put();
      const away = { status: 503, code: 'ERR_STORAGE_UNAVAILABLE' };
      const file = path.join(folder, 'again');
      await writeFile(file, bytes);
      way.ahead = Array.from({ length: 3 }, () => trouble);
      await expect(
        bucket.put(`1/2026/11/again-${trouble}.bin`, file, 'text/plain', bytes.length),
      ).rejects.toMatchObject(away);
      await access(file);
      way.ahead = Array.from({ length: 3 }, () => trouble);
      await expect(bucket.open(name)).rejects.toMatchObject(away);
      expect(way.ahead).toEqual([]);
      expect(await read(name)).toEqual(bytes);
    },
    30_000,
  );

  test('A truncated answer is an error, never a shorter file', async () => {
    const name = await put();
    way.ahead = ['cut'];
    await expect(read(name)).rejects.toBeInstanceOf(Error);
    expect(await read(name)).toEqual(bytes);
  });

  // Only a store that checks the time of a signature can refuse it.
  test.runIf(isReal)('A node whose clock is an hour wrong still stores and reads files', async () => {
    const wrong = new Bucket({ ...store, region: 'us-east-1' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    try {
      const file = path.join(folder, 'late');
      await writeFile(file, bytes);
      await wrong.put('1/2026/11/an-hour-late.bin', file, 'text/plain', bytes.length);
      expect(await buffer((await wrong.open('1/2026/11/an-hour-late.bin'))!)).toEqual(bytes);
    } finally {
      vi.useRealTimers();
      wrong.close();
    }
  });

  test.runIf(isReal)('A wrong key is refused, and not reported as an unreachable store', async () => {
    const stranger = new Bucket({ ...store, region: 'us-east-1', secretAccessKey: 'another' });
    await expect(stranger.open('1/2026/11/x.bin')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    stranger.close();
  });
});
