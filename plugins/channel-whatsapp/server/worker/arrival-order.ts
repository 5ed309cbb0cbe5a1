import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  AuthenticationState,
  SignalDataSet,
  SignalKeyStoreWithTransaction,
  SignalRepositoryWithLIDStore,
} from 'baileys';
import { inTurnOf } from './one-at-a-time.ts';

const enciphering = new AsyncLocalStorage<true>();

/**
 * The client library stores the keys of what it sends only after it left: a line that is killed in between would use one
 * of them for two messages, and the second could not be read. Here they are stored before anything can leave.
 */
export const inArrivalOrder = (keys: SignalKeyStoreWithTransaction, stored: AuthenticationState['keys']): void => {
  const { set } = keys;
  keys.set = async (data: SignalDataSet) => {
    await set(data);
    if (enciphering.getStore()) await stored.set(data);
  };
};

/** What changes keys of others, in turn; what enciphers, with its keys stored first. */
export const orderly = (
  inner: SignalRepositoryWithLIDStore,
  keys: SignalKeyStoreWithTransaction,
): SignalRepositoryWithLIDStore => {
  const { jidToSignalProtocolAddress: addressOf } = inner;
  const inTurn = <T>(jid: string, work: () => Promise<T>): Promise<T> =>
    keys.transaction(() => inTurnOf(addressOf(jid), work), jid);
  return {
    ...inner,
    decryptMessage: (given) => inTurn(given.jid, () => inner.decryptMessage(given)),
    injectE2ESession: (given) => inTurn(given.jid, () => inner.injectE2ESession(given)),
    encryptMessage: (given) => inTurn(given.jid, () => enciphering.run(true, () => inner.encryptMessage(given))),
    encryptGroupMessage: (given) => enciphering.run(true, () => inner.encryptGroupMessage(given)),
  };
};
