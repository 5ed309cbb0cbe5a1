/** Why a link ended, as WhatsApp and the client library number it, and what follows. */

const restart = 515;
/** The telephone removed the device, is gone itself, or the network knows the device no more: its keys are of no use. */
const unlinked = new Set([401, 403, 406, 411, 419]);
/** The program is too old or looks wrong. Trying again changes nothing, and the device is still linked. */
const outdated = new Set([405, 409, 418]);
/** Another program has taken the device's place. */
const replaced = 440;
/** The number is locked for a while. */
const locked = 402;
/** Nobody scanned the code; later the same number means a link that fell silent. */
const timedOut = 408;

/** `again`: after a pause that grows; `later`: after a long one. */
export type AfterEnd = 'at once' | 'again' | 'later' | 'stop' | 'wipe' | 'no code read';

export const afterEnd = (code: number, line: { wasOpen: boolean; isLinked: boolean }): AfterEnd => {
  if (code === restart) return 'at once';
  if (unlinked.has(code)) return 'wipe';
  if (outdated.has(code) || code === replaced) return 'stop';
  if (code === timedOut && !line.wasOpen && !line.isLinked) return 'no code read';
  return code === locked ? 'later' : 'again';
};
