/** Minutes as people say them: `42` and `min`, `3,2` and `h`, `2` and `d`. */
export const durationParts = (
  minutes: number,
  number: (n: number) => string,
): { value: string; unit: 'min' | 'h' | 'd' } => {
  if (minutes < 60)
    return { value: number(minutes < 10 ? Math.round(minutes * 10) / 10 : Math.round(minutes)), unit: 'min' };
  if (minutes < 48 * 60) return { value: number(Math.round(minutes / 6) / 10), unit: 'h' };
  return { value: number(Math.round(minutes / 144) / 10), unit: 'd' };
};

export const duration = (minutes: number | null, number: (n: number) => string): string => {
  if (minutes === null) return '—';
  const { value, unit } = durationParts(minutes, number);
  return `${value} ${unit}`;
};
