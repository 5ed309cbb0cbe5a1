import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '@balcao/sdk/server';
import type { ByteRange, StorageBackend } from './backend.ts';

export interface BucketOptions {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const tries = 3;
const connectMs = 5_000;

export interface Patience {
  /** Milliseconds without an answer after which a call is aborted and tried again. */
  patienceMs: number;
  /** Slowest acceptable speed of a connection; a larger file may take longer. */
  slowestBytesPerMs: number;
}

/**
 * Returns whether the store is unreachable or temporarily unable to work, so that the same call may succeed in a
 * moment.
 */
const isTemporary = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name } = error;
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  // The client has set its clock by the answer's.
  if (name === 'RequestTimeTooSkewed' || name === 'RequestTimeout') return true;
  return status === undefined ? name === 'TimeoutError' || 'code' in error : status === 429 || status >= 500;
};

const named = (error: unknown): unknown =>
  isTemporary(error) ? new AppError(503, 'ERR_STORAGE_UNAVAILABLE', { cause: error }) : error;

const discard = (): void => undefined;
/**
 * Logger that discards everything: the client would write to the console instead of the platform's log, and errors
 * are thrown in any case.
 */
const silent = { trace: discard, debug: discard, info: discard, warn: discard, error: discard };

const rethrown = (error: unknown): never => {
  throw named(error);
};

/** Adds MD5 checksums to deletions. The client uses CRC32, which many stores other than Amazon's do not support. */
const sumUpByMd5 = (client: S3Client): void =>
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body?: string | Uint8Array };
      if (context['commandName'] === 'DeleteObjectsCommand' && body !== undefined) {
        for (const header of Object.keys(headers)) if (/^x-amz-(sdk-)?checksum-/i.test(header)) delete headers[header];
        headers['content-md5'] = createHash('md5').update(body).digest('base64');
      }
      return next(args);
    },
    { step: 'build', name: 'sumUpByMd5' },
  );

/** Media in a bucket of any S3-compatible store, under `media/`. */
export class Bucket implements StorageBackend {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #patienceMs: number;
  readonly #slowestBytesPerMs: number;

  constructor(
    { endpoint, region, bucket, accessKeyId, secretAccessKey }: BucketOptions,
    { patienceMs = 15_000, slowestBytesPerMs = 100 }: Partial<Patience> = {},
  ) {
    this.#bucket = bucket;
    this.#patienceMs = patienceMs;
    this.#slowestBytesPerMs = slowestBytesPerMs;
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Stores other than Amazon's support neither bucket host names nor its newer checksums.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: tries,
      logger: silent,
      requestHandler: { connectionTimeout: connectMs, requestTimeout: patienceMs, throwOnRequestTimeout: true },
    });
    sumUpByMd5(this.#client);
  }

  async put(path: string, file: string, mime: string, size: number): Promise<void> {
    // The client repeats no request whose body is a stream, because it cannot read it twice.
    for (let attempt = 1; ; attempt += 1) {
      const body = createReadStream(file);
      try {
        await this.#client.send(
          new PutObjectCommand({ ...this.#at(path), Body: body, ContentLength: size, ContentType: mime }),
          { requestTimeout: this.#patienceMs + size / this.#slowestBytesPerMs },
        );
        break;
      } catch (error) {
        if (attempt === tries || !isTemporary(error)) throw named(error);
        await sleep(100 * 2 ** attempt * Math.random());
      } finally {
        body.destroy();
      }
    }
    await rm(file, { force: true });
  }

  async open(path: string, range?: ByteRange): Promise<Readable | undefined> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ ...this.#at(path), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
      );
      return Body instanceof Readable ? Body : undefined;
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw named(error);
    }
  }

  async remove(path: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(path))).catch(rethrown);
  }

  async removeCompany(companyId: number): Promise<void> {
    for (;;) {
      const { Contents = [] } = await this.#client
        .send(new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: `media/${companyId}/` }))
        .catch(rethrown);
      if (Contents.length === 0) return;
      const { Errors = [] } = await this.#client
        .send(
          new DeleteObjectsCommand({
            Bucket: this.#bucket,
            Delete: { Objects: Contents.map(({ Key }) => ({ Key })), Quiet: true },
          }),
        )
        .catch(rethrown);
      // Files that cannot be deleted would be listed again for ever.
      if (Errors.length > 0) throw new Error(`files of company ${companyId} stay: ${Errors[0]?.Code ?? 'unknown'}`);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  #at(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `media/${path}` };
  }
}
