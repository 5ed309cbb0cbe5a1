/** Lines that the encryption library prints when it closes sessions, with keys of simulated people. */
const chatter =
  /^(Closing|Opening|Removing|Session already|Decrypted message with closed|Failed to decrypt|Session error)/;

/** Mutes these lines. Returns a function that restores the console. */
export const muteEncryptionLibrary = (): (() => void) => {
  const { info, warn, error } = console;
  const muted =
    (print: typeof info): typeof info =>
    (...words: unknown[]) => {
      if (!chatter.test(String(words[0]))) print(...words);
    };
  Object.assign(console, { info: muted(info), warn: muted(warn), error: muted(error) });
  return () => Object.assign(console, { info, warn, error });
};
