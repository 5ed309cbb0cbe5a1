import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { superUser } from '../test/delivery/nodes.ts';
import { bucketProgram, startBucket } from '../test/servers/bucket.ts';
import { poolerProgram, startPooler } from '../test/servers/pooler.ts';
import { freePort, type Program } from '../test/servers/programs.ts';
import { proxyProgram, startProxy } from '../test/servers/proxy.ts';
import { redisProgram, startRedis, type Redis } from '../test/servers/redis.ts';
import { ClusterNode } from './nodes.ts';
import { eventually } from '@balcao/testing';

export interface Cluster {
  /** Addresses for browsers and providers: the proxy, or the nodes themselves without one. */
  addresses: string[];
  nodes: ClusterNode[];
  postgres: EmbeddedPostgres;
  redis: Redis | undefined;
  hasBucket: boolean;
  close(): Promise<void>;
}

/** Connections of the pooler to PostgreSQL for each of the two logins. */
const poolSize = 12;

const part = async <T extends Program>(
  what: string,
  program: string | undefined,
  how: string,
  start: () => Promise<T>,
): Promise<T | undefined> => {
  if (program === undefined) {
    console.log(`${what.padEnd(18)} MISSING, the run continues without it: ${how}`);
    return undefined;
  }
  const started = await start();
  console.log(`  ${what.padEnd(18)} ${program}, port ${started.port}`);
  return started;
};

/** Starts nodes on one database, with every surrounding part whose program is installed. */
export const openCluster = async (nodeCount: number): Promise<Cluster> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-cluster-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const closer of closers.toReversed()) await closer().catch(console.error);
  };
  const tracked = <T extends Program | undefined>(program: T): T => {
    if (program) closers.push(() => program.stop());
    return program;
  };
  try {
    console.log('Parts:');
    const postgres = await startEmbeddedPostgres({ dataDir, password: databasePassword });
    closers.push(() => postgres.stop());
    console.log(`  ${'database'.padEnd(18)} PostgreSQL from npm, port ${new URL(postgres.url).port}`);
    const start = { pooler: () => startPooler(postgres.url, poolSize), redis: startRedis, bucket: startBucket };
    const pooler = tracked(await part('pooler', poolerProgram(), 'apt install pgbouncer', start.pooler));
    const redis = tracked(await part('sockets', redisProgram(), 'apt install redis-server', start.redis));
    const bucket = tracked(
      await part(
        'media',
        bucketProgram(),
        'apt install swift-proxy swift-account swift-container swift-object',
        start.bucket,
      ),
    );
    const ports = await Promise.all(Array.from({ length: nodeCount }, freePort));
    const startCaddy = () => startProxy(ports);
    const proxy = tracked(await part('proxy', proxyProgram(), 'apt install caddy', startCaddy));
    const env: Record<string, string> = {
      NODE_ENV: 'test',
      SANDBOX: '1',
      HOST: '127.0.0.1',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
      TRUST_PROXY: '1',
      DATA_DIR: dataDir,
      SESSION_SECRET: randomBytes(48).toString('base64'),
      DATABASE_URL: postgres.url,
      ADMIN_EMAIL: superUser.email,
      ADMIN_PASSWORD: superUser.password,
      ...(proxy && { PUBLIC_URL: proxy.url }),
      ...(pooler && { DATABASE_POOLER_URL: pooler.urlOf(postgres.url) }),
      ...(redis && { REDIS_URL: redis.url }),
      ...bucket?.env,
    };
    const nodes = ports.map((port, index) => new ClusterNode(`node ${index + 1}`, port, env));
    closers.push(() => Promise.all(nodes.map((node) => node.stop())));
    await Promise.all(nodes.map((node) => node.start()));
    console.log(`  ${'nodes'.padEnd(18)} ${nodeCount}, ports ${ports.join(', ')}\n`);
    const addresses = proxy ? [proxy.url] : nodes.map(({ url }) => url);
    // The proxy needs a moment to detect the nodes.
    await eventually(async () => (await fetch(`${addresses[0]}/readyz`)).status === 200);
    return { addresses, nodes, postgres, redis, hasBucket: bucket !== undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
};
