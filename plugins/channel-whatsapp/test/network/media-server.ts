import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { encryptedStream, getMediaKeys, type MediaType, type proto } from 'baileys';
import { certificate, privateKey } from './loopback-certificate.ts';
import { silent } from './silent-logger.ts';

/** Counts a due failure down; returns true if one was due. */
const counted = (due: Map<string, number>, path: string): boolean => {
  const count = due.get(path) ?? 0;
  if (count > 0) due.set(path, count - 1);
  return count > 0;
};

/** The server to which phones upload encrypted files, and from which they fetch them. */
export class MediaServer {
  readonly #server: Server;
  readonly #files = new Map<string, Buffer>();
  host = '';
  /** Fails this many requests. */
  failing = 0;
  /** Fails this many requests of one file, by its path. */
  readonly failingAt = new Map<string, number>();
  /** Breaks off in the middle of this many responses. */
  readonly breakingAt = new Map<string, number>();

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
      } else if (counted(this.failingAt, pathname)) {
        response.writeHead(503).end();
      } else {
        const file = this.#files.get(pathname);
        if (file && counted(this.breakingAt, pathname)) {
          response.writeHead(200, { 'content-length': file.length });
          response.write(file.subarray(0, file.length / 2), () => setTimeout(() => response.destroy(), 50));
          return;
        }
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

  /** Publishes a picture. Returns its path. */
  show(bytes: Uint8Array): string {
    const path = `/pictures/${randomBytes(8).toString('hex')}.jpg`;
    this.#files.set(path, Buffer.from(bytes));
    return path;
  }

  /** Uploads a file as a phone does. Returns the fields of its message. */
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

  /**
   * Uploads a part of the history. Returns the fields of its announcement: no address, only the path. Encrypted here by
   * the protocol, without the client library.
   */
  layHistory(packed: Uint8Array) {
    const mediaKey = randomBytes(32);
    const keys = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(32), 'WhatsApp History Keys', 112));
    const [iv, cipherKey, macKey] = [keys.subarray(0, 16), keys.subarray(16, 48), keys.subarray(48, 80)];
    const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
    const ciphered = Buffer.concat([cipher.update(packed), cipher.final()]);
    const mac = createHmac('sha256', macKey).update(iv).update(ciphered).digest().subarray(0, 10);
    const file = Buffer.concat([ciphered, mac]);
    const directPath = `/v/t62.7118-24/${randomBytes(8).toString('hex')}`;
    this.#files.set(directPath, file);
    return {
      directPath,
      mediaKey,
      fileSha256: createHash('sha256').update(packed).digest(),
      fileEncSha256: createHash('sha256').update(file).digest(),
      fileLength: packed.length,
    };
  }

  /** Deletes a file. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  /** Downloads a file that the company sent, as a customer. */
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

  /** Downloads the file of a message of any kind. */
  fileOf(message: proto.IMessage): Promise<Buffer> {
    const { imageMessage, videoMessage, audioMessage, documentMessage, stickerMessage } = message;
    if (imageMessage) return this.download(imageMessage, 'image');
    if (videoMessage) return this.download(videoMessage, 'video');
    if (audioMessage) return this.download(audioMessage, 'audio');
    if (stickerMessage) return this.download(stickerMessage, 'sticker');
    return this.download(documentMessage ?? {}, 'document');
  }
}
