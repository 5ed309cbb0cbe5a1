import type { SignalKeyStoreWithTransaction } from 'baileys';

/**
 * The client library lets what is sent and what arrives change the keys of one person at the same time, each from what it
 * read before: one of the two is lost, and what follows can be deciphered by nobody. One after another, nothing is.
 */
export const oneAtATime = (keys: SignalKeyStoreWithTransaction): void => {
  const { transaction } = keys;
  // All under one name: the library keeps those of a name apart. One within another is part of it, and does not wait.
  keys.transaction = (work) => transaction(work, 'line');
};

const turns = new Map<string, Promise<unknown>>();

/**
 * The encryption library has one queue for each address, whichever line of this thread asks, and what waits there goes on
 * as part of the other line's work: its keys would be read and written outside of its own. So nothing ever waits there.
 */
export const inTurnOf = <T>(address: string, work: () => Promise<T>): Promise<T> => {
  const done = (turns.get(address) ?? Promise.resolve()).then(work);
  const turn = done.catch(() => undefined);
  turns.set(address, turn);
  void turn.then(() => turns.get(address) === turn && turns.delete(address));
  return done;
};
