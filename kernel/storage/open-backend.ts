import path from 'node:path';
import type { Config } from '../config/index.ts';
import type { StorageBackend } from './backend.ts';
import { LocalDisk } from './local-disk.ts';

/** Opens the storage of this installation. The client of a bucket is imported only where there is one. */
export const openBackend = async ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<StorageBackend> => {
  if (!s3) return new LocalDisk(path.join(dataDir, 'media'));
  const { Bucket } = await import('./bucket.ts');
  return new Bucket(s3);
};
