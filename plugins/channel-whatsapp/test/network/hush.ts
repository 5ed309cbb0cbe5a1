/** Lines that the encryption library prints when it closes sessions, with keys of simulated people. */
const chatter =
  /^(Closing|Opening|Removing|Session already|Decrypted message with closed|Failed to decrypt|Session error)/;

/** Mutes these lines. Returns a function that restores the console. */
export const hush = (): (() => void) => {
  const { info, warn, error } = console;
  const quiet =
    (say: typeof info): typeof info =>
    (...words: unknown[]) => {
      if (!chatter.test(String(words[0]))) say(...words);
    };
  Object.assign(console, { info: quiet(info), warn: quiet(warn), error: quiet(error) });
  return () => Object.assign(console, { info, warn, error });
};
