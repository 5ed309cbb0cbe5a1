import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ByteRange, StorageBackend } from './backend.ts';

export interface BucketOptions {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Media in a bucket of any S3-compatible store, under `media/`. */
export class Bucket implements StorageBackend {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey }: BucketOptions) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      // Stores that are not Amazon's know neither bucket host names nor its newer checksums.
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(path: string, file: string, mime: string, size: number): Promise<void> {
    await this.#client.send(
      new PutObjectCommand({ ...this.#at(path), Body: createReadStream(file), ContentLength: size, ContentType: mime }),
    );
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
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(path)));
  }

  async removeCompany(companyId: number): Promise<void> {
    for (;;) {
      const { Contents = [] } = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: `media/${companyId}/` }),
      );
      if (Contents.length === 0) return;
      await this.#client.send(
        new DeleteObjectsCommand({
          Bucket: this.#bucket,
          Delete: { Objects: Contents.map(({ Key }) => ({ Key })), Quiet: true },
        }),
      );
    }
  }

  close(): void {
    this.#client.destroy();
  }

  #at(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `media/${path}` };
  }
}
