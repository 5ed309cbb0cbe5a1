import type { SignalKeyStoreWithTransaction } from 'baileys';

/**
 * The client library lets an outgoing and an incoming message change one person’s keys at the same time, each based on
 * what it read before: one change is lost, and nobody can decipher what follows. Here the changes are serialised.
 */
export const oneAtATime = (keys: SignalKeyStoreWithTransaction): void => {
  const { transaction } = keys;
  // One queue for all: the library’s own queues are per name. A transaction within another is part of it, and does not
  // wait.
  keys.transaction = (work) => transaction(work, 'connection');
};

const queues = new Map<string, Promise<unknown>>();

/**
 * The encryption library has one queue per address, shared by all connections of this thread, and queued work runs in
 * the async context of another connection, with that connection’s keys. This queue is in front of it, so that nothing
 * ever waits there.
 */
export const inQueueOf = <T>(address: string, work: () => Promise<T>): Promise<T> => {
  const done = (queues.get(address) ?? Promise.resolve()).then(work);
  const queue = done.catch(() => undefined);
  queues.set(address, queue);
  void queue.then(() => queues.get(address) === queue && queues.delete(address));
  return done;
};
