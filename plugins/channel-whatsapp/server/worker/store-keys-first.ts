import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  AuthenticationState,
  SignalDataSet,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
} from 'baileys';
import { runInQueueOf } from './serialise-keys.ts';

const enciphering = new AsyncLocalStorage<true>();

/**
 * The client library stores the keys of a message only after sending it: if the process is killed in between, one key
 * would be used for two messages, and the second could not be deciphered. Here keys are stored before anything is sent.
 */
export const inArrivalOrder = (keys: SignalKeyStoreWithTransaction, stored: AuthenticationState['keys']): void => {
  const { set } = keys;
  keys.set = async (data: SignalDataSet) => {
    await set(data);
    if (enciphering.getStore()) await stored.set(data);
  };
};

/** Serialises changes of the other side’s keys, and stores encryption keys before they are used. */
export const orderly = (
  inner: SignalRepositoryWithLIDStore,
  keys: SignalKeyStoreWithTransaction,
): SignalRepositoryWithLIDStore => {
  const { jidToSignalProtocolAddress: addressOf } = inner;
  const serialised = <T>(jid: string, work: () => Promise<T>): Promise<T> =>
    keys.transaction(() => runInQueueOf(addressOf(jid), work), jid);
  return {
    ...inner,
    decryptMessage: (given) => serialised(given.jid, () => inner.decryptMessage(given)),
    injectE2ESession: (given) => serialised(given.jid, () => inner.injectE2ESession(given)),
    encryptMessage: (given) => serialised(given.jid, () => enciphering.run(true, () => inner.encryptMessage(given))),
    encryptGroupMessage: (given) => enciphering.run(true, () => inner.encryptGroupMessage(given)),
  };
};
