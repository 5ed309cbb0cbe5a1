/** Two units of a time span at most: `3 dias e 4 h`, `1 h 52 min`, `40 s`. */
export function durationParts(seconds: number): {
  key: 'days' | 'hours' | 'minutes' | 'seconds';
  values: Record<string, number>;
} {
  const whole = Math.max(0, Math.round(seconds));
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor((whole % 86_400) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (days > 0) return { key: 'days', values: { count: days, hours } };
  if (hours > 0) return { key: 'hours', values: { hours, minutes } };
  if (minutes > 0) return { key: 'minutes', values: { minutes } };
  return { key: 'seconds', values: { seconds: whole } };
}

/** Returns the words for a time span. */
export const durationText = (t: (key: string, values?: Record<string, unknown>) => string, seconds: number): string => {
  const { key, values } = durationParts(seconds);
  return t(key === 'days' && values['hours'] === 0 ? 'duration.wholeDays' : `duration.${key}`, values);
};

/** A moment of the next hours by its time alone, which is all that fits beside a status; a later one with its date. */
export const momentText = (
  format: { clock(at: string): string; dateTime(at: string): string },
  at: string,
  now = Date.now(),
): string => (Date.parse(at) - now < 12 * 3_600_000 ? format.clock(at) : format.dateTime(at));
