/** Thirty colours, ten hues in three shades that are visible as a dot on light and dark backgrounds. */
export const palette: readonly string[] = [
  ['#bc4a41', '#b45700', '#996a03', '#737c03', '#1d8b3d', '#028779', '#0081a3', '#3673cb', '#7860c4', '#b24981'],
  ['#d86258', '#d16d23', '#b78006', '#8a9504', '#3da454', '#05a291', '#089ac3', '#4e8ce6', '#8f78df', '#cd6199'],
  ['#eb8278', '#e48b53', '#d19936', '#a2ae44', '#67bb75', '#09beab', '#22b5e1', '#70a6f5', '#a795ef', '#e181b0'],
].flat();

/** The middle shade first, every third hue in turn, so that the first tags of a company look different. */
const order = [17, 11, 14, 18, 10, 15, 12, 19, 16, 13, ...palette.keys()].flatMap((at) => palette[at] ?? []);

/** Two hues within these degrees look the same as dots. */
const alike = 14;

/** Returns the hue of a colour in degrees; undefined for grey and invalid colours. */
function hueOf(color: string): number | undefined {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i
    .exec(color)
    ?.slice(1)
    .map((part) => parseInt(part, 16) / 255);
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts;
  const max = Math.max(red, green, blue);
  const spread = max - Math.min(red, green, blue);
  if (spread < 0.08) return undefined;
  if (max === red) return (60 * ((green - blue) / spread) + 360) % 360;
  return 60 * (max === green ? (blue - red) / spread + 2 : (red - green) / spread + 4);
}

const areAlike = (one: number | undefined, other: number | undefined): boolean => {
  if (one === undefined || other === undefined) return false;
  const apart = Math.abs(one - other);
  return Math.min(apart, 360 - apart) < alike;
};

/** Returns a colour unlike those in use, or else one of the least used. */
export function freeColor(inUse: readonly string[]): string {
  const hues = inUse.map(hueOf);
  const free = order.find((color) => !hues.some((hue) => areAlike(hue, hueOf(color))));
  if (free) return free;
  const uses = new Map<string, number>();
  for (const color of inUse) uses.set(color.toLowerCase(), (uses.get(color.toLowerCase()) ?? 0) + 1);
  const minUses = Math.min(...palette.map((color) => uses.get(color) ?? 0));
  return order.find((color) => (uses.get(color) ?? 0) === minUses) ?? '';
}

/** Returns the colours to choose from, preceded by the tag's present colour if it is another one. */
export const colorsWith = (current: string): readonly string[] =>
  current === '' || palette.includes(current.toLowerCase()) ? palette : [current, ...palette];
