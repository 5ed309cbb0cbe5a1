import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { bucketProgram, startBucket } from '../test/servers/bucket.ts';
import { poolerProgram } from '../test/servers/pooler.ts';
import type { Program } from '../test/servers/programs.ts';
import { redisProgram, startRedis } from '../test/servers/redis.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs the delivery tests with their nodes on the parts of a cluster: statements through a pooler in transaction mode,
 * live messages over Redis, files in a bucket. Returns whether all passed.
 */
export const deliveryTests = async (): Promise<boolean> => {
  const running: Program[] = [];
  const missing = (what: string, how: string): void => console.log(`${what} MISSING, the tests run without it: ${how}`);
  const env: Record<string, string> = {};
  try {
    if (redisProgram()) {
      const redis = await startRedis();
      running.push(redis);
      env['REDIS_URL'] = redis.url;
    } else missing('Redis', 'apt install redis-server');
    if (bucketProgram()) {
      const bucket = await startBucket();
      running.push(bucket);
      Object.assign(env, bucket.env);
    } else missing('S3', 'apt install swift-proxy swift-account swift-container swift-object');
    // One pooler for each database server that the tests start.
    if (poolerProgram()) env['DELIVERY_POOLER'] = '1';
    else missing('the pooler', 'apt install pgbouncer');
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const config = ['--config', 'scripts/test/vitest.config.ts', '--maxWorkers=1'];
    const child = spawn(process.execPath, [vitest, 'run', ...config, 'scripts/test/delivery'], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  } finally {
    for (const program of running) await program.stop();
  }
};
