import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Opens an HTTP server on this machine that implements the part of the S3 protocol which a client uses. */
export async function openBucketServer(): Promise<{
  endpoint: string;
  objects: Map<string, Buffer>;
  /** Makes it answer that it is busy, while set. */
  setBusy(busy: boolean): void;
  close(): Promise<void>;
}> {
  const objects = new Map<string, Buffer>();
  let isBusy = false;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
    const body = await buffer(request);
    if (isBusy) response.writeHead(503).end();
    else if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/'))
      response.writeHead(403).end();
    else if (request.method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200, { etag: '"x"' }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (request.method === 'POST' && searchParams.has('delete')) {
      // Many stores other than Amazon's support no other checksum of deletions.
      if (request.headers['content-md5'] !== createHash('md5').update(body).digest('base64')) {
        response
          .writeHead(400, { 'content-type': 'application/xml' })
          .end('<Error><Code>InvalidRequest</Code><Message>Missing Content-MD5</Message></Error>');
        return;
      }
      for (const [, name] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(name ?? '');
      response.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult/>');
    } else if (searchParams.has('list-type')) {
      const found = [...objects.keys()].filter((name) => name.startsWith(searchParams.get('prefix') ?? ''));
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<ListBucketResult>${found.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')}</ListBucketResult>`,
        );
    } else {
      const object = objects.get(key);
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (!object)
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>');
      else if (range) response.writeHead(206).end(object.subarray(Number(range[1]), Number(range[2]) + 1));
      else response.writeHead(200).end(object);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    setBusy: (busy) => (isBusy = busy),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
