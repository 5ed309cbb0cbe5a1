import type { createAdapter } from '@socket.io/redis-adapter';
import type { Log } from '@balcao/sdk/server';

interface RedisNodes {
  adapter: ReturnType<typeof createAdapter>;
  closers: (() => Promise<unknown>)[];
}

/** Nodes that hear one another over Redis. `again`: it is heard once more, without what was said meanwhile. */
export async function connectRedis(url: string, log: Log, again: () => void): Promise<RedisNodes> {
  // Read only where they are used: they would be a tenth of every start.
  const [{ createAdapter: redisAdapter }, { createClient }] = await Promise.all([
    import('@socket.io/redis-adapter'),
    import('redis'),
  ]);
  const publisher = createClient({ url });
  const subscriber = publisher.duplicate();
  for (const client of [publisher, subscriber])
    client.on('error', (err: unknown) => log.warn({ err }, 'redis is out of reach'));
  await Promise.all([publisher.connect(), subscriber.connect()]);
  subscriber.on('ready', again);
  return {
    adapter: redisAdapter(publisher, subscriber),
    closers: [() => publisher.close(), () => subscriber.close()],
  };
}
