/** Colours by which people distinguish the items of a company: queues, tags, columns. Safe on both ends. */
const shades: readonly (readonly string[])[] = [
  ['#963730', '#8d4302', '#795300', '#596101', '#0e6d2c', '#016a5e', '#046480', '#2759a2', '#5e499d', '#8e3665'],
  ['#bc4a41', '#b45700', '#996a03', '#737c03', '#1d8b3d', '#028779', '#0081a3', '#3673cb', '#7860c4', '#b24981'],
  ['#d86258', '#d16d23', '#b78006', '#8a9504', '#3da454', '#05a291', '#089ac3', '#4e8ce6', '#8f78df', '#cd6199'],
  ['#eb8278', '#e48b53', '#d19936', '#a2ae44', '#67bb75', '#09beab', '#22b5e1', '#70a6f5', '#a795ef', '#e181b0'],
  ['#f8a59b', '#f2ac81', '#e1b671', '#bbc679', '#91d099', '#6bd3c2', '#70ccee', '#96c0fe', '#bfb2f9', '#efa3c7'],
];

/** Fifty colours, ten hues in five shades, darkest first: neighbours differ on light and dark backgrounds. */
export const itemColors: readonly string[] = shades.flat();

/** The thirty of them, ten hues in the three middle shades, that are visible as a dot on every background. */
export const dotColors: readonly string[] = shades.slice(1, 4).flat();

/** The middle shade, where hues differ most; every third hue in turn, so that the first items look different. */
const firstColors = [7, 1, 4, 8, 0, 5, 2, 9, 6, 3].flatMap((hue) => shades[2]?.[hue] ?? []);

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

/**
 * Returns the colour for a new item: one whose hue no other item has, or else one of the least used.
 * @example
 * const color = nextColor(tags.map((tag) => tag.color), dotColors);
 */
export function nextColor(inUse: readonly string[], colors: readonly string[]): string {
  const order = [...firstColors.filter((color) => colors.includes(color)), ...colors];
  const hues = inUse.map(hueOf);
  const free = order.find((color) => !hues.some((hue) => areAlike(hue, hueOf(color))));
  if (free) return free;
  const uses = new Map<string, number>();
  for (const color of inUse) uses.set(color.toLowerCase(), (uses.get(color.toLowerCase()) ?? 0) + 1);
  const minUses = Math.min(...colors.map((color) => uses.get(color) ?? 0));
  return order.find((color) => (uses.get(color) ?? 0) === minUses) ?? '';
}

/** Returns the colours to choose from, preceded by the item's present colour if it is another one. */
export const colorChoices = (colors: readonly string[], current: string): readonly string[] =>
  current === '' || colors.includes(current.toLowerCase()) ? colors : [current, ...colors];
