import type { createAdapter } from '@socket.io/redis-adapter';
import type { Log } from '@balcao/sdk/server';

interface RedisNodes {
  adapter: ReturnType<typeof createAdapter>;
  closers: (() => Promise<unknown>)[];
}

/** What happens to a node's connections to Redis. */
export interface RedisListening {
  /** The other nodes are heard once more, without what they said meanwhile. */
  again(): void;
  /** Messages of this node did not reach the others, the last one so many milliseconds ago; now they would. */
  unsaid(ago: number): void;
}

/** After so long without an answer a connection is asked whether it still is one. */
const pingInterval = 10_000;

/**
 * Nodes that hear one another over Redis. `name`: of the installation, because several may share one Redis, whichever
 * of its databases they name: what is published is heard in all of them.
 */
export async function connectRedis(url: string, name: string, log: Log, hearing: RedisListening): Promise<RedisNodes> {
  // Read only where they are used: they would be a tenth of every start.
  const [{ createAdapter: redisAdapter }, { createClient }] = await Promise.all([
    import('@socket.io/redis-adapter'),
    import('redis'),
  ]);
  // Kept back until Redis is there again, messages would be late, and take more and more memory.
  const publisher = createClient({ url, pingInterval, disableOfflineQueue: true });
  const subscriber = createClient({ url, pingInterval });
  for (const client of [publisher, subscriber])
    client.on('error', (err: unknown) => log.warn({ err }, 'redis is out of reach'));
  await Promise.all([publisher.connect(), subscriber.connect()]);
  subscriber.on('ready', () => hearing.again());
  let lastUnsaid: number | undefined;
  publisher.on('ready', () => {
    if (lastUnsaid !== undefined) hearing.unsaid(performance.now() - lastUnsaid);
    lastUnsaid = undefined;
  });
  // The adapter waits for no answer, so a refusal would be a promise that nobody looks at.
  const publish = publisher.publish.bind(publisher);
  const publishing = (channel: string, message: string | Buffer): Promise<number> =>
    publish(channel, message).catch(() => {
      lastUnsaid = performance.now();
      return 0;
    });
  Object.assign(publisher, { publish: publishing });
  return {
    adapter: redisAdapter(publisher, subscriber, { key: `balcao-${name}` }),
    closers: [() => publisher.close(), () => subscriber.close()],
  };
}
