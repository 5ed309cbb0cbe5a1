/** Returns a file's extension in lower case and without the dot; empty if it has none. */
export const extensionOf = (name: string): string =>
  (name.includes('.') ? (name.split('.').at(-1) ?? '') : '').toLowerCase();

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** Formats a size: `348 kB`, `1,2 MB`, with at most three digits. */
export function sizeText(bytes: number, formatNumber: (value: number) => string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${formatNumber(value < 10 && unit > 1 ? Math.round(value * 10) / 10 : Math.round(value))} ${units[unit]}`;
}
