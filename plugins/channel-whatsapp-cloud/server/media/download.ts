import { Readable, Transform } from 'node:stream';
import type { Scope } from '@balcao/sdk/server';
import type { Account } from '../account/account.ts';
import { isMediaHost } from '../graph/graph-url.ts';
import { graph, GraphError, GraphUnreachable } from '../graph/graph.ts';
import { maxBytes } from '../send/payload.ts';

/** The file is permanently unavailable: deleted, or too large. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaLost';
}

interface Described {
  url?: string;
  mime_type?: string;
  file_size?: number | string;
}

const patienceMs = 120_000;

/** Aborts a file that is larger than Meta declared. */
const limited = (): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? new MediaUnavailable('the file is larger than a document may be') : null, chunk);
    },
  });
};

/**
 * Downloads a customer’s file by its id. Its address is fetched each time, since it expires after five minutes. The
 * token is sent with the request, so only to Meta’s hosts.
 */
export const downloadMedia = async (
  mediaId: string,
  account: Account,
  scope: Scope,
): Promise<{ mime: string; body: Readable }> => {
  const {
    url = '',
    mime_type: mime = '',
    file_size: size,
  } = await graph<Described>(account, encodeURIComponent(mediaId), {
    query: { phone_number_id: account.phoneNumberId },
    signal: scope.signal,
  });
  if (Number(size) > maxBytes) throw new MediaUnavailable('the file is larger than a document may be');
  if (!isMediaHost(url)) throw new MediaUnavailable('the address of the file is not one of Meta');
  const response = await fetch(url, {
    redirect: 'error',
    headers: { authorization: `Bearer ${account.token}` },
    signal: AbortSignal.any([scope.signal, AbortSignal.timeout(patienceMs)]),
  }).catch((error: unknown) => {
    throw new GraphUnreachable(true, error);
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new GraphError(response.status, 0, 0, '');
  }
  const source = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  const body = limited();
  source.on('error', (error) => body.destroy(error));
  body.on('close', () => source.destroy());
  source.pipe(body);
  return { mime, body };
};
