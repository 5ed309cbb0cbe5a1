type Probe<T> = () => T | undefined | false | Promise<T | undefined | false>;

/** Asks until the answer is neither undefined nor false, and returns it; undefined if it takes longer. */
export const poll = async <T>(probe: Probe<T>, withinMs = 10_000): Promise<T | undefined> => {
  const began = Date.now();
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    const elapsed = Date.now() - began;
    if (elapsed > withinMs) return undefined;
    // Asked more and more seldom: what lasts need not be slowed by the questions.
    await new Promise((resolve) => setTimeout(resolve, Math.min(250, Math.max(25, elapsed / 10))));
  }
};

/**
 * Waits for an effect that follows a response, such as that of an event or a job: asks until the answer is neither
 * undefined nor false, and returns it. Fails after `withinMs`, a minute if absent: other tests may keep the machine
 * busy, so this is no measure of speed.
 */
export const eventually = async <T>(probe: Probe<T>, withinMs = 60_000): Promise<T> => {
  const found = await poll(probe, withinMs);
  if (found === undefined) throw new Error(`the expected effect did not occur within ${withinMs / 1000} seconds`);
  return found;
};
