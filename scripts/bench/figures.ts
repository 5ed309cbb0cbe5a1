/** Returns the value below which this share of the values lies. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Results of one way in one round: calls per second, and milliseconds of each call. */
export interface Round {
  perSecond: number;
  times: number[];
}

/** Keeps `atOnce` calls in flight for the given time. */
export const round = async (
  atOnce: number,
  seconds: number,
  call: (worker: number) => Promise<void>,
): Promise<Round> => {
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      for (let at = performance.now(); at < until; at = performance.now()) {
        await call(worker);
        times.push(performance.now() - at);
      }
    }),
  );
  return { perSecond: (times.length * 1000) / (performance.now() - began), times };
};

export interface Rounds {
  perSecond: number;
  p50: number;
  p99: number;
}

const summed = (rounds: readonly Round[]): Rounds => {
  const times = rounds.flatMap((one) => one.times);
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(times),
    p99: quantile(times, 0.99),
  };
};

/**
 * Measures several ways in turn, repeatedly: the machine is busy with other things too, so only interleaved
 * measurements can be compared. The ratios are medians over the rounds, each against the first way in the same round.
 */
export const sideBySide = async <Way extends string>(
  ways: Readonly<Record<Way, (seconds: number) => Promise<Round>>>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Record<Way, Rounds & { ratio: number }>> => {
  const names = Object.keys(ways) as Way[];
  for (const name of names) await ways[name](Math.min(1, seconds));
  const done = new Map<Way, Round[]>(names.map((name) => [name, []]));
  for (let index = 0; index < rounds; index += 1) {
    for (const name of names) done.get(name)?.push(await ways[name](seconds));
  }
  const limits = done.get(names[0] as Way) ?? [];
  const entries = names.map((name) => {
    const own = done.get(name) ?? [];
    const ratio = median(own.map(({ perSecond }, index) => perSecond / (limits[index]?.perSecond ?? Number.NaN)));
    return [name, { ...summed(own), ratio }] as const;
  });
  return Object.fromEntries(entries) as Record<Way, Rounds & { ratio: number }>;
};
