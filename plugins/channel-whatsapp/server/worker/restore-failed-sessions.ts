import { createRequire } from 'node:module';

/** The part of the encryption library’s session that is used here. */
interface Session {
  serialize(): object;
  constructor: { deserialize(data: object): object };
}
interface SessionCipher {
  prototype: { doDecryptWhisperMessage(message: Buffer, session: Session | undefined): Promise<Buffer> };
}

// The same module instance that the client library uses.
const { SessionCipher } = createRequire(import.meta.resolve('baileys'))('libsignal') as {
  SessionCipher: SessionCipher;
};
const { doDecryptWhisperMessage } = SessionCipher.prototype;

/**
 * If a person has several sessions the encryption library tries to decipher a message with each. A failed attempt
 * advances the session’s keys all the same: a new session is broken by a message that was sent over the previous one,
 * and the other side cannot decipher anything from then on. Here a failed attempt leaves the session unchanged.
 */
SessionCipher.prototype.doDecryptWhisperMessage = async function decipher(message, session) {
  const before = session?.serialize();
  try {
    return await doDecryptWhisperMessage.call(this, message, session);
  } catch (error) {
    if (session && before) Object.assign(session, session.constructor.deserialize(before));
    throw error;
  }
};
