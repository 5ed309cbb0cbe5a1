import type pg from 'pg';

/** The SQLSTATE of the message by which the outbox says that this transaction wrote events: see `events` migrations. */
export const emittedCode = 'BE001';

/**
 * Calls `run` whenever a connection comes back to the pool on which events were emitted, by whatever statement, function
 * or trigger. By then they are committed, or undone, in which case looking for them costs one statement.
 */
export const onEmitted = (pool: pg.Pool, run: () => void): void => {
  const emitted = new WeakSet<object>();
  pool.on('connect', (client) => {
    client.on('notice', ({ code }) => {
      if (code === emittedCode) emitted.add(client);
    });
  });
  pool.on('release', (_error, client) => {
    if (emitted.delete(client)) run();
  });
};
