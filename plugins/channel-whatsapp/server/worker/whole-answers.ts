import { AsyncLocalStorage } from 'node:async_hooks';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

const maxBytes = 100 * 1024 * 1024;
const longestMs = 5 * 60_000;

const patience = new AsyncLocalStorage<number>();

/** What is fetched within takes so long at most: the client library passes no signal on. */
export const within = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => patience.run(milliseconds, work);

const limited = (): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Error('the file is too large'));
      else done(null, chunk);
    },
  });
};

const reach = globalThis.fetch;

/**
 * The client library does not listen for an answer that breaks off: nobody would hear of it, and the thread would end with
 * all its lines. So an answer is passed on when all of it is there, and one that broke off, took too long or is too large
 * fails as if nobody had answered.
 */
globalThis.fetch = async (asked, init) => {
  // Who passes a signal looks after the answer.
  if (init?.signal) return reach(asked, init);
  const signal = AbortSignal.timeout(patience.getStore() ?? longestMs);
  const response = await reach(asked, { ...init, signal });
  if (!response.ok || !response.body) return response;
  const folder = await mkdtemp(join(tmpdir(), 'balcao-whatsapp-'));
  try {
    const file = join(folder, 'answer');
    const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
    await pipeline(body, limited(), createWriteStream(file), { signal });
    // What is open can be read to its end after its name is gone.
    const whole = (await open(file)).createReadStream();
    return new Response(Readable.toWeb(whole) as BodyInit, { status: response.status, headers: response.headers });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
