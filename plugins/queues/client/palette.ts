/** Fifty colours, ten hues in five shades: neighbours are distinguishable on light and dark backgrounds. */
export const palette: readonly string[] = [
  ['#963730', '#8d4302', '#795300', '#596101', '#0e6d2c', '#016a5e', '#046480', '#2759a2', '#5e499d', '#8e3665'],
  ['#bc4a41', '#b45700', '#996a03', '#737c03', '#1d8b3d', '#028779', '#0081a3', '#3673cb', '#7860c4', '#b24981'],
  ['#d86258', '#d16d23', '#b78006', '#8a9504', '#3da454', '#05a291', '#089ac3', '#4e8ce6', '#8f78df', '#cd6199'],
  ['#eb8278', '#e48b53', '#d19936', '#a2ae44', '#67bb75', '#09beab', '#22b5e1', '#70a6f5', '#a795ef', '#e181b0'],
  ['#f8a59b', '#f2ac81', '#e1b671', '#bbc679', '#91d099', '#6bd3c2', '#70ccee', '#96c0fe', '#bfb2f9', '#efa3c7'],
].flat();

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns the colours to choose from: the fifty, preceded by the queue's present colour if it is another one. */
export const colorsWith = (current: string): readonly string[] =>
  current === '' || palette.some((color) => same(color, current)) ? palette : [current, ...palette];

/** Returns an unused colour, from the middle shade first, where hues differ most. */
export function freeColor(taken: readonly string[]): string {
  const order = [...palette.slice(20, 30), ...palette];
  // Widely spaced hues first, so that the first queues of a company look different.
  const spread = [7, 1, 4, 8, 0, 5, 2, 9, 6, 3].map((at) => order[at] ?? '');
  return [...spread, ...order].find((color) => !taken.some((other) => same(other, color))) ?? '';
}
