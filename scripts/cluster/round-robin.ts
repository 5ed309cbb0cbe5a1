/** Returns the element of a turn, round-robin. */
export const roundRobin = <T>(all: readonly T[], turn: number): T => {
  const one = all[turn % all.length];
  if (one === undefined) throw new RangeError('round-robin over an empty list');
  return one;
};
