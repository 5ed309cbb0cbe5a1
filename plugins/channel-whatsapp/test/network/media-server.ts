import { createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { encryptedStream, getMediaKeys, type MediaType, type proto } from 'baileys';
import { certificate, privateKey } from './loopback-certificate.ts';
import { silent } from './silent.ts';

/** Where telephones put files, ciphered, and fetch them. */
export class MediaServer {
  readonly #server: Server;
  readonly #files = new Map<string, Buffer>();
  host = '';
  /** Answers so many requests with an error. */
  failing = 0;

  constructor() {
    this.#server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'https://media');
      if (this.failing > 0) {
        this.failing -= 1;
        response.writeHead(503).end();
      } else if (request.method === 'POST') {
        void buffer(request).then((bytes) => {
          this.#files.set(pathname, bytes);
          response.end(JSON.stringify({ url: `https://${this.host}${pathname}`, direct_path: pathname }));
        });
      } else {
        const file = this.#files.get(pathname);
        response.writeHead(file ? 200 : 404).end(file);
      }
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Puts a picture there that everybody may see. Its path. */
  show(bytes: Uint8Array): string {
    const path = `/pictures/${randomBytes(8).toString('hex')}.jpg`;
    this.#files.set(path, Buffer.from(bytes));
    return path;
  }

  /** Puts a file there as a telephone does. What a message must say of it. */
  async upload(bytes: Uint8Array, type: MediaType) {
    const sealed = await encryptedStream(Buffer.from(bytes), type, { logger: silent });
    const path = `/v/t62/${randomBytes(8).toString('hex')}`;
    this.#files.set(path, await readFile(sealed.encFilePath));
    await rm(sealed.encFilePath, { force: true });
    return {
      url: `https://${this.host}${path}`,
      directPath: path,
      mediaKey: sealed.mediaKey,
      fileSha256: createHash('sha256').update(bytes).digest(),
      fileEncSha256: sealed.fileEncSha256,
      fileLength: bytes.length,
      mediaKeyTimestamp: Math.floor(Date.now() / 1000),
    };
  }

  /** What a customer sees of a file that the company sent. */
  async download(
    { directPath, mediaKey }: { directPath?: string | null; mediaKey?: Uint8Array | null },
    type: MediaType,
  ): Promise<Buffer> {
    const sealed = this.#files.get(directPath?.split('?')[0] ?? '');
    if (!sealed || !mediaKey) throw new Error('there is no such file');
    const { cipherKey, iv } = await getMediaKeys(mediaKey, type);
    const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv);
    return Buffer.concat([decipher.update(sealed.subarray(0, -10)), decipher.final()]);
  }

  /** The file of a message, whichever kind it is. */
  fileOf(message: proto.IMessage): Promise<Buffer> {
    const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = message;
    if (imageMessage) return this.download(imageMessage, 'image');
    if (videoMessage) return this.download(videoMessage, 'video');
    if (audioMessage) return this.download(audioMessage, 'audio');
    if (stickerMessage) return this.download(stickerMessage, 'sticker');
    return this.download(documentMessage ?? {}, 'document');
  }
}
