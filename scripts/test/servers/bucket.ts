import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, programAt, startProgram, type Program } from './programs.ts';

export interface BucketServer extends Program {
  /** Settings of the nodes. */
  env: Record<string, string>;
}

const bucket = 'balcao';

export const bucketProgram = (): string | undefined => programAt('s3rver');

/** An S3-compatible server with one empty bucket: s3rver, which `npm install --global s3rver` brings. */
export const startBucket = async (): Promise<BucketServer> => {
  const command = bucketProgram();
  if (command === undefined) throw new Error('s3rver is not installed');
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
      // What s3rver knows and nothing else.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
