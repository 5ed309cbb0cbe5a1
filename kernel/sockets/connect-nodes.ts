import { createAdapter as postgresAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import type { Server } from 'socket.io';
import type { Log } from '@balcao/sdk/server';
import { NodePool, type Listening } from './node-pool.ts';
import { connectRedis, type RedisListening } from './redis-nodes.ts';

interface NodeOptions {
  databaseUrl: string;
  redisUrl: string | undefined;
  /** Name that distinguishes this installation from others that publish on the same Redis. */
  installation: string;
  log: Log;
}

/**
 * Connects the sockets of this node with those of the others, over Redis where there is one, otherwise over PostgreSQL.
 * `onLost` is called when messages may be missing, before the browsers of this node are disconnected to read everything
 * again. Returns the function that disconnects the node.
 */
export async function connectNodes(
  io: Server,
  { databaseUrl, redisUrl, installation, log }: NodeOptions,
  onLost: () => void,
): Promise<() => Promise<void>> {
  if (redisUrl !== undefined) {
    const { adapter, closers } = await connectRedis(redisUrl, installation, log, redisCallbacks(io, onLost));
    io.adapter(adapter);
    return async () => {
      await Promise.all(closers.map((close) => close().catch(() => undefined)));
    };
  }
  const pool = new NodePool(databaseUrl, log, postgresCallbacks(io, onLost));
  const errorHandler = (err: Error): void => log.warn({ err }, 'live messages between nodes are delayed');
  // The adapter uses only these two methods of a pool.
  io.adapter(postgresAdapter(pool as unknown as pg.Pool, { tableName: 'kernel.socket_attachment', errorHandler }));
  return () => pool.end().catch(() => undefined);
}

/**
 * Handles the connections to Redis, over which a message can be lost on either side: this node did not receive it, or
 * the other could not publish it.
 */
function redisCallbacks(io: Server, onLost: () => void): RedisListening {
  let lastCut = -Infinity;
  const again = (): void => {
    lastCut = performance.now();
    onLost();
    for (const socket of io.of('/').sockets.values()) socket.conn.close();
  };
  io.on('unsaid', (ago: number) => {
    // Clients that reconnected since then have read what was not published.
    if (performance.now() - lastCut >= ago) again();
  });
  return { again, unsaid: (ago) => void io.serverSideEmit('unsaid', ago) };
}

/**
 * Handles the connection to the other nodes. Messages sent while it was lost are missing, so the browsers of this node
 * must fetch everything again.
 */
function postgresCallbacks(io: Server, onLost: () => void): Listening {
  let hadOthers = false;
  const all = io.of('/');
  return {
    lost: () => void all.adapter.serverCount().then((nodes) => (hadOthers ||= nodes > 1)),
    again: () => {
      onLost();
      if (hadOthers) for (const socket of all.sockets.values()) socket.conn.close();
      hadOthers = false;
    },
  };
}
