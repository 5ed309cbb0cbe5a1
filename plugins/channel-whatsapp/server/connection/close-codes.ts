/** Reasons why a socket closed, as numbered by WhatsApp and the client library, and the reactions to them. */

const restart = 515;
/**
 * The phone removed the device or was reset, or the network does not know the device any more: its keys are useless.
 */
const unlinked = new Set([401, 403, 406, 411, 419]);
/** The client version is too old or not accepted. Retrying changes nothing, and the device remains linked. */
const outdated = new Set([405, 409, 418]);
/** Another client uses the device’s credentials. */
const replaced = 440;
/** The number is temporarily locked. */
const locked = 402;
/** Nobody scanned the code; on a linked device the same number means that the socket timed out. */
const timedOut = 408;

/** `again`: after a growing pause; `later`: after a long one. */
export type Reaction = 'at once' | 'again' | 'later' | 'stop' | 'wipe' | 'no code read';

export const reactionTo = (code: number, connection: { wasOpen: boolean; isLinked: boolean }): Reaction => {
  if (code === restart) return 'at once';
  if (unlinked.has(code)) return 'wipe';
  if (outdated.has(code) || code === replaced) return 'stop';
  if (code === timedOut && !connection.wasOpen && !connection.isLinked) return 'no code read';
  return code === locked ? 'later' : 'again';
};
