/** Thirty colours, ten hues in three depths that show as a dot on light and dark ground. */
export const palette: readonly string[] = [
  ['#bc4a41', '#b45700', '#996a03', '#737c03', '#1d8b3d', '#028779', '#0081a3', '#3673cb', '#7860c4', '#b24981'],
  ['#d86258', '#d16d23', '#b78006', '#8a9504', '#3da454', '#05a291', '#089ac3', '#4e8ce6', '#8f78df', '#cd6199'],
  ['#eb8278', '#e48b53', '#d19936', '#a2ae44', '#67bb75', '#09beab', '#22b5e1', '#70a6f5', '#a795ef', '#e181b0'],
].flat();

/** The middle depth first, every third hue in turn, so that the first tags of a company look unlike each other. */
const order = [17, 11, 14, 18, 10, 15, 12, 19, 16, 13, ...palette.keys()].flatMap((at) => palette[at] ?? []);

/** The colour that the fewest tags have. */
export function leastUsedColor(inUse: readonly string[]): string {
  const uses = new Map<string, number>();
  for (const color of inUse) uses.set(color.toLowerCase(), (uses.get(color.toLowerCase()) ?? 0) + 1);
  const least = Math.min(...palette.map((color) => uses.get(color) ?? 0));
  return order.find((color) => (uses.get(color) ?? 0) === least) ?? '';
}

/** The colours to choose from, and before them one from elsewhere that a tag has already. */
export const colorsWith = (current: string): readonly string[] =>
  current === '' || palette.includes(current.toLowerCase()) ? palette : [current, ...palette];
