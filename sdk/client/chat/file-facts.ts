/** What a file's name ends with, in small letters and without the dot; empty: nothing. */
export const extensionOf = (name: string): string =>
  (name.includes('.') ? (name.split('.').at(-1) ?? '') : '').toLowerCase();

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** `348 kB`, `1,2 MB`: three digits at most say enough. */
export function sizeText(bytes: number, formatNumber: (value: number) => string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatNumber(value < 10 && unit > 1 ? Math.round(value * 10) / 10 : Math.round(value))} ${units[unit]}`;
}
