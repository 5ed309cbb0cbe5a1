import type { createAdapter } from '@socket.io/redis-adapter';
import type { Log } from '@balcao/sdk/server';

interface RedisNodes {
  adapter: ReturnType<typeof createAdapter>;
  closers: (() => Promise<unknown>)[];
}

/** Callbacks of a node's connections to Redis. */
export interface RedisListening {
  /** Messages of the other nodes are received again, without those published in the meantime. */
  again(): void;
  /** Messages of this node did not reach the others, the last one so many milliseconds ago; from now on they do. */
  unsaid(ago: number): void;
}

/** Idle milliseconds after which a connection is checked. */
const pingInterval = 10_000;

/**
 * Connects nodes over Redis. `name` is that of the installation, because several may share one Redis: a published
 * message is received in all of its databases.
 */
export async function connectRedis(url: string, name: string, log: Log, hearing: RedisListening): Promise<RedisNodes> {
  // Imported only when they are used, because they would be a tenth of every start.
  const [{ createAdapter: redisAdapter }, { createClient }] = await Promise.all([
    import('@socket.io/redis-adapter'),
    import('redis'),
  ]);
  // Without the queue messages fail while Redis is away; queued ones would be late and use ever more memory.
  const publisher = createClient({ url, pingInterval, disableOfflineQueue: true });
  const subscriber = createClient({ url, pingInterval });
  for (const client of [publisher, subscriber])
    client.on('error', (err: unknown) => log.warn({ err }, 'redis is unreachable'));
  await Promise.all([publisher.connect(), subscriber.connect()]);
  subscriber.on('ready', () => hearing.again());
  let lastUnsaid: number | undefined;
  publisher.on('ready', () => {
    if (lastUnsaid !== undefined) hearing.unsaid(performance.now() - lastUnsaid);
    lastUnsaid = undefined;
  });
  // The adapter awaits no answer, so a failure would be an unhandled rejection.
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
