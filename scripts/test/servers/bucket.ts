import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort, programAt, startProgram, type Program } from './programs.ts';
import { startSwift, swiftProgram } from './swift.ts';

export interface BucketServer extends Program {
  /** Settings of the nodes. */
  env: Record<string, string>;
}

const bucket = 'balcao';

const s3rverProgram = (): string | undefined => programAt('s3rver');

export const bucketProgram = (): string | undefined => swiftProgram() ?? s3rverProgram();

/** Starts an S3-compatible server with one empty bucket: OpenStack Swift, or s3rver where only that is installed. */
export const startBucket = (): Promise<BucketServer> => (swiftProgram() ? startSwiftBucket() : startS3rver());

export const startSwiftBucket = async (): Promise<BucketServer> => {
  const swift = await startSwift();
  const { accessKeyId, secretAccessKey, region, port } = swift;
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    ...swift,
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
};

const startS3rver = async (): Promise<BucketServer> => {
  const command = s3rverProgram();
  if (command === undefined) throw new Error('neither swift nor s3rver is installed');
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-bucket-'));
  const place = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port)];
  const program = await startProgram({ command, args: [...place, '--configure-bucket', bucket], port });
  return {
    ...program,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: bucket,
      // The only key that s3rver accepts.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
