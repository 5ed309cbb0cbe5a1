import type pg from 'pg';

/** SQLSTATE of the message by which the outbox reports that a transaction wrote events; see the event routines. */
export const emittedCode = 'BE001';

/**
 * Calls `run` whenever a connection returns to the pool on which events were emitted, by whatever statement, function
 * or trigger. By then they are committed, or rolled back, in which case reading the outbox costs one statement.
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
