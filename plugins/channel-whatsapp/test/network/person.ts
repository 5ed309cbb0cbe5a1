import {
  addTransactionCapability,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  generateRegistrationId,
  proto,
  signedKeyPair,
  unpadRandomMax16,
  writeRandomPadMax16,
  type KeyPair,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalRepositoryWithLIDStore,
} from 'baileys';
// Phones do not have this fault.
import '../../server/worker/restore-failed-sessions.ts';
import { silent } from './silent-logger.ts';

export const host = 's.whatsapp.net';

/** The keys that others need to write to a device for the first time. */
export interface Bundle {
  registrationId: number;
  identityKey: Uint8Array;
  signedPreKey: { keyId: number; publicKey: Uint8Array; signature: Uint8Array };
  preKey?: { keyId: number; publicKey: Uint8Array };
}

const memory = () => {
  const stored = new Map<string, unknown>();
  return {
    get<T extends keyof SignalDataTypeMap>(kind: T, ids: string[]) {
      const found = ids.flatMap((id) => {
        const value = stored.get(`${kind}/${id}`);
        return value === undefined ? [] : [[id, value as SignalDataTypeMap[T]] as const];
      });
      return Object.fromEntries(found);
    },
    set(data: SignalDataSet) {
      for (const [kind, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values ?? {}))
          if (value === null) stored.delete(`${kind}/${id}`);
          else stored.set(`${kind}/${id}`, value);
    },
  };
};

/** A customer with a phone: a real identity, real sessions, real sender keys. */
export class Person {
  readonly number: string;
  /** Their id where numbers are hidden. */
  readonly lid: string;
  name: string;
  /** Writes by the id alone: the company does not learn the number. */
  hidesNumber = false;
  /** The number has no WhatsApp. */
  isAbsent = false;
  /** The visible picture; undefined for none. */
  picture: { id: string; path: string } | undefined;
  readonly #identity: KeyPair = Curve.generateKeyPair();
  readonly #signedPreKey = signedKeyPair(this.#identity, 1);
  readonly #registrationId = generateRegistrationId();
  readonly #keys = addTransactionCapability(memory(), silent, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
  readonly #signal: SignalRepositoryWithLIDStore;
  #nextPreKey = 1;
  /** Shared by all people: the library’s queues do not separate people who write to the same address. */
  static #turn: Promise<unknown> = Promise.resolve();

  constructor(number: string, name = 'Cliente') {
    this.number = number;
    this.lid = `9${number}`;
    this.name = name;
    const creds = {
      signedIdentityKey: this.#identity,
      signedPreKey: this.#signedPreKey,
      registrationId: this.#registrationId,
    };
    this.#signal = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys: this.#keys }, silent);
  }

  get jid(): string {
    return this.hidesNumber ? `${this.lid}@lid` : `${this.number}@${host}`;
  }

  /** Returns the keys for somebody who writes to this person for the first time. */
  async bundle(): Promise<Required<Bundle>> {
    const keyId = this.#nextPreKey;
    this.#nextPreKey += 1;
    const pair = Curve.generateKeyPair();
    await this.#keys.set({ 'pre-key': { [String(keyId)]: pair } });
    return {
      registrationId: this.#registrationId,
      identityKey: this.#identity.public,
      signedPreKey: {
        keyId: 1,
        publicKey: this.#signedPreKey.keyPair.public,
        signature: this.#signedPreKey.signature,
      },
      preKey: { keyId, publicKey: pair.public },
    };
  }

  encrypt(to: string, bundle: () => Bundle, message: proto.IMessage) {
    return this.#serially(async () => {
      if (!(await this.#signal.validateSession(to)).exists)
        await this.#signal.injectE2ESession({ jid: to, session: bundle() as Required<Bundle> });
      return this.#signal.encryptMessage({ jid: to, data: padded(message) });
    });
  }

  decrypt(from: string, type: string, ciphertext: Uint8Array): Promise<proto.Message> {
    return this.#serially(async () =>
      unpadded(await this.#signal.decryptMessage({ jid: from, type: type as 'pkmsg' | 'msg', ciphertext })),
    );
  }

  async encryptForGroup(group: string, message: proto.IMessage) {
    return this.#signal.encryptGroupMessage({ group, meId: this.jid, data: padded(message) });
  }

  async learnSenderKey(from: string, item: proto.Message.ISenderKeyDistributionMessage): Promise<void> {
    await this.#signal.processSenderKeyDistributionMessage({ authorJid: from, item: item as never });
  }
  async decryptFromGroup(group: string, from: string, msg: Uint8Array): Promise<proto.Message> {
    return unpadded(await this.#signal.decryptGroupMessage({ group, authorJid: from, msg }));
  }

  /** A phone runs one operation after another: two at once would change the same keys. */
  #serially<T>(work: () => Promise<T>): Promise<T> {
    const done = Person.#turn.then(work);
    Person.#turn = done.catch(() => undefined);
    return done;
  }

  close(): void {
    this.#signal.close?.();
  }
}

const padded = (message: proto.IMessage): Buffer => writeRandomPadMax16(proto.Message.encode(message).finish());
const unpadded = (bytes: Uint8Array): proto.Message => proto.Message.decode(unpadRandomMax16(bytes));
