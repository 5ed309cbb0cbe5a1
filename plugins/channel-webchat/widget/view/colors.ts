type Rgb = readonly [number, number, number];

const parse = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const linear = (value: number): number => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const contrast = (one: Rgb, other: Rgb): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const readable = 4.5;
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The lightest and the darkest background of accents, in light and dark mode. */
const lightGround: Rgb = [243, 240, 243];
const darkGround: Rgb = [42, 38, 42];

/** Returns the colour, moved towards black or white only as far as readability on the background requires. */
const towards = (color: Rgb, end: Rgb, ground: Rgb): string => {
  let mixed = color;
  for (let step = 0; step <= 20 && contrast(mixed, ground) < readable; step += 1) {
    const [red, green, blue] = color.map((value, index) =>
      Math.round(value + ((end[index] ?? 0) - value) * (step / 20)),
    );
    mixed = [red ?? 0, green ?? 0, blue ?? 0];
  }
  return `rgb(${mixed.join(' ')})`;
};

/** Derives colours from the company’s colour: text on it (white if readable), and links in it on both backgrounds. */
export const colorsOn = (brand: string): Record<string, string> => {
  const color = parse(brand);
  const isLight = contrast(color, white) < readable;
  return {
    '--brand': brand,
    '--on-brand': isLight ? '#171417' : '#ffffff',
    '--away': isLight ? '#ffffff' : '#000000',
    '--accent-light': towards(color, black, lightGround),
    '--accent-dark': towards(color, white, darkGround),
  };
};
