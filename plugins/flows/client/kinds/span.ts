/** A span of time in its largest whole unit. */
export type SpanUnit = 'seconds' | 'minutes' | 'hours' | 'days';
export const spanUnits: readonly SpanUnit[] = ['seconds', 'minutes', 'hours', 'days'];
export const secondsIn: Readonly<Record<SpanUnit, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

export const spanOf = (seconds: number): { count: number; unit: SpanUnit } => {
  const unit = spanUnits.findLast((one) => seconds >= secondsIn[one] && seconds % secondsIn[one] === 0) ?? 'seconds';
  return { count: seconds / secondsIn[unit], unit };
};

/** The same in letters, for counters: `41 s`, `2 min`. */
export const shortSpan = (seconds: number): string => {
  if (seconds < 100) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
};

type T = (key: string, values?: Record<string, unknown>) => string;
export const spanText = (seconds: number, t: T): string => {
  const { count, unit } = spanOf(seconds);
  return t(`span.${unit}`, { count });
};
