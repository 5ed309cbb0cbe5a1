import { createRequire } from 'node:module';

/** A session as the encryption library holds it, as far as it is needed here. */
interface Session {
  serialize(): object;
  constructor: { deserialize(data: object): object };
}
interface SessionCipher {
  prototype: { doDecryptWhisperMessage(message: Buffer, session: Session | undefined): Promise<Buffer> };
}

// The very one that the client library uses.
const { SessionCipher } = createRequire(import.meta.resolve('baileys'))('libsignal') as {
  SessionCipher: SessionCipher;
};
const { doDecryptWhisperMessage } = SessionCipher.prototype;

/**
 * With several sessions for one person the encryption library tries a message with each. A try moves the session's keys
 * on before it is known whether the message is meant for it, and the library keeps that: a session just begun is spoilt by
 * a message still on its way over the former one, and from then on the other side can decipher nothing. Here what failed
 * leaves no trace.
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
