const prefix = 'test: ';

/** Runs a function and records its duration under the name of a part. */
export const measure = async <T>(part: string, run: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  try {
    return await run();
  } finally {
    performance.measure(prefix + part, { start, end: performance.now() });
  }
};

/** Returns the recorded seconds by part since the last call. */
export const measured = (): Record<string, number> => {
  const seconds: Record<string, number> = {};
  for (const { name, duration } of performance.getEntriesByType('measure')) {
    if (!name.startsWith(prefix)) continue;
    const part = name.slice(prefix.length);
    seconds[part] = (seconds[part] ?? 0) + duration / 1000;
    performance.clearMeasures(name);
  }
  return seconds;
};
