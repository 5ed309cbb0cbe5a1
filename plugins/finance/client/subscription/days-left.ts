/** Whole days from now, begun ones counted: 86,400,000 ms each. */
export const daysLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / 86_400_000));
