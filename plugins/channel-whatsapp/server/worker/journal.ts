import {
  cleanMessage,
  decryptMessageNode,
  DEFAULT_CONNECTION_CONFIG,
  type BinaryNode,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
  type WAMessage,
} from 'baileys';
import { decoded } from './auth-state.ts';
import { orderly } from './store-keys-first.ts';
import { silent } from './silent-logger.ts';

/** A received message with its deciphered contents: `plain` by the index among the node’s children. */
interface Entry {
  node: BinaryNode;
  plain: Record<number, Uint8Array>;
}

/** Key kind of messages that are deciphered and not yet delivered. */
export const inboundKind = 'inbound';

const childrenOf = ({ content }: BinaryNode): readonly BinaryNode[] =>
  Array.isArray(content) ? (content as readonly BinaryNode[]) : [];

/**
 * WhatsApp is told that a message arrived before it is stored, and a message can be deciphered only once. So each
 * message is stored together with its advanced keys, until it is delivered: if the node is killed in between, the next
 * one finds it.
 */
export class Journal {
  /** By the ciphertext’s identity. */
  readonly #seen = new WeakMap<object, { entry: Entry; index: number }>();

  see(node: BinaryNode): void {
    const entry: Entry = { node, plain: {} };
    for (const [index, { content }] of childrenOf(node).entries())
      if (content instanceof Uint8Array) this.#seen.set(content, { entry, index });
  }

  /** The client library’s repository, which also records what it deciphers. */
  readonly repository: SocketConfig['makeSignalRepository'] = (auth, logger, pnToLid) => {
    const keys = auth.keys as SignalKeyStoreWithTransaction;
    const inner = orderly(DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, pnToLid), keys);
    const noting = (bytes: Uint8Array, decipher: () => Promise<Uint8Array>, of: string): Promise<Uint8Array> =>
      keys.transaction(async () => {
        const plain = await decipher();
        await this.#note(bytes, plain, keys);
        return plain;
      }, of);
    return {
      ...inner,
      decryptMessage: (given) => noting(given.ciphertext, () => inner.decryptMessage(given), given.jid),
      decryptGroupMessage: (given) => noting(given.msg, () => inner.decryptGroupMessage(given), given.group),
    };
  };

  async #note(bytes: Uint8Array, plain: Uint8Array, keys: SignalKeyStoreWithTransaction): Promise<void> {
    const seen = this.#seen.get(bytes);
    const id = seen?.entry.node.attrs['id'];
    if (!seen || id === undefined) return;
    seen.entry.plain[seen.index] = plain;
    await keys.set({ [inboundKind]: { [id]: seen.entry } } as SignalDataSet);
  }
}

/** Restores a message that an earlier session left. */
export const fromJournal = async (text: string, me: { id: string; lid?: string }): Promise<WAMessage> => {
  const { node, plain } = decoded(text) as Entry;
  const byBytes = new Map(childrenOf(node).map(({ content }, index) => [content, plain[index]]));
  const stored = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const found = byBytes.get(bytes);
    if (!found) throw new Error('the message was never deciphered');
    return found;
  };
  const nothing = async (): Promise<undefined> => undefined;
  const repository = {
    decryptMessage: ({ ciphertext }: { ciphertext: Uint8Array }) => stored(ciphertext),
    decryptGroupMessage: ({ msg }: { msg: Uint8Array }) => stored(msg),
    processSenderKeyDistributionMessage: nothing,
    migrateSession: nothing,
    lidMapping: { getLIDForPN: nothing, storeLIDPNMappings: nothing },
  } as unknown as SignalRepositoryWithLIDStore;
  const { fullMessage, decrypt } = decryptMessageNode(node, me.id, me.lid ?? '', repository, silent);
  await decrypt();
  cleanMessage(fullMessage, me.id, me.lid ?? '');
  return fullMessage;
};
