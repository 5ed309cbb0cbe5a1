import { Readable, Transform } from 'node:stream';
import { isMediaHost } from '../graph/graph-url.ts';
import { GraphError, GraphUnreachable } from '../graph/graph-error.ts';

/** The file is permanently unavailable: deleted, too large, or not at Meta. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable';
}

const maxBytes = 100 * 1024 * 1024;
const patienceMs = 120_000;

/** Aborts a file that is larger than any that Meta accepts. */
const limited = (): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? new MediaUnavailable('the file is too large') : null, chunk);
    },
  });
};

/** Opens a file at Meta by the link of an event. No token is sent: the link itself grants access, until it expires. */
export const openMedia = async (url: string, signal: AbortSignal): Promise<{ mime: string; body: Readable }> => {
  if (!isMediaHost(url)) throw new MediaUnavailable('the address of the file is not one of Meta');
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
  }).catch((error: unknown) => {
    throw new GraphUnreachable(true, error);
  });
  if (!response.ok || !response.body) {
    const { status } = response;
    await response.body?.cancel();
    if ([400, 401, 403, 404, 410].includes(status)) throw new MediaUnavailable(`the file host answered ${status}`);
    throw new GraphError({ status, code: 0, subcode: 0, isTransient: false, details: '' });
  }
  const source = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  const body = limited();
  source.on('error', (error) => body.destroy(error));
  body.on('close', () => source.destroy());
  source.pipe(body);
  return { mime: response.headers.get('content-type')?.split(';')[0] ?? '', body };
};
