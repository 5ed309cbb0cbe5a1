import type { SignalKeyStoreWithTransaction } from 'baileys';

/**
 * Replaces `keys.transaction`, so that all transactions of a connection run one after another. Baileys lets an outgoing
 * and an incoming message change one person’s keys at the same time, each based on what it read before: one change is
 * lost, and nobody can decrypt what follows.
 */
export const serialiseTransactions = (keys: SignalKeyStoreWithTransaction): void => {
  const { transaction } = keys;
  // Any fixed name will do: Baileys has a queue for each name. It runs a transaction within another as part of it, which
  // therefore does not wait.
  keys.transaction = (work) => transaction(work, 'connection');
};

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work after all earlier work of the same Signal address (a person’s device), also after a failure. libsignal has a
 * queue of its own for each address, shared by all connections of this worker thread, and what waits there runs in the
 * async context of the connection before it, with that connection’s keys. Behind this queue nothing ever waits there.
 */
export const runInQueueOf = <T>(address: string, work: () => Promise<T>): Promise<T> => {
  const result = (queues.get(address) ?? Promise.resolve()).then(work);
  const queue = result.catch(() => undefined);
  queues.set(address, queue);
  void queue.then(() => queues.get(address) === queue && queues.delete(address));
  return result;
};
