/** The one whose turn it is. */
export const at = <T>(all: readonly T[], turn: number): T => {
  const one = all[turn % all.length];
  if (one === undefined) throw new RangeError('nobody takes turns');
  return one;
};
