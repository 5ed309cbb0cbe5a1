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

/** Runs work whose requests have this time limit: the client library passes no signal. */
export const within = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => patience.run(milliseconds, work);

const limited = (): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Error('file is too large'));
      else done(null, chunk);
    },
  });
};

const originalFetch = globalThis.fetch;

/**
 * The client library does not handle a response that breaks off: the error would be unhandled and end the thread with
 * all its connections. So a response is passed on when it is complete; one that breaks off, takes too long or is too
 * large fails like a request without an answer.
 */
globalThis.fetch = async (address, init) => {
  // A caller that passes a signal handles the response itself.
  if (init?.signal) return originalFetch(address, init);
  const signal = AbortSignal.timeout(patience.getStore() ?? longestMs);
  const response = await originalFetch(address, { ...init, signal });
  if (!response.ok || !response.body) return response;
  const folder = await mkdtemp(join(tmpdir(), 'balcao-whatsapp-'));
  try {
    const file = join(folder, 'answer');
    const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
    await pipeline(body, limited(), createWriteStream(file), { signal });
    // An open file can be read to its end after it was unlinked.
    const whole = (await open(file)).createReadStream();
    return new Response(Readable.toWeb(whole) as BodyInit, { status: response.status, headers: response.headers });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
