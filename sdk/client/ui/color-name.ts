import { useT } from '../index.ts';

/** Hue angles of OKLCH where the names of colours lie. */
const hues = [
  ['red', 27],
  ['orange', 52],
  ['amber', 78],
  ['olive', 115],
  ['green', 148],
  ['turquoise', 182],
  ['cyan', 225],
  ['blue', 258],
  ['violet', 292],
  ['magenta', 325],
  ['pink', 350],
] as const;

const depths = [
  [0.515, 'darkest'],
  [0.6, 'dark'],
  [0.68, 'plain'],
  [0.76, 'light'],
  [1, 'lightest'],
] as const;

type Depth = (typeof depths)[number][1];

export interface ColorWords {
  hue: (typeof hues)[number][0] | 'black' | 'grey' | 'white';
  depth: Depth;
}

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Returns the words for a colour '#rrggbb' as perceived; undefined for anything else. */
export function colorWords(color: string): ColorWords | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [linear(value >> 16), linear((value >> 8) & 255), linear(value & 255)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const light = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const depth = depths.find(([maxLight]) => light < maxLight)?.[1] ?? 'lightest';
  if (light < 0.18) return { hue: 'black', depth: 'plain' };
  if (light > 0.97) return { hue: 'white', depth: 'plain' };
  if (Math.hypot(a, b) < 0.03) return { hue: 'grey', depth };
  const angle = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const distance = (hue: number): number => Math.min(Math.abs(angle - hue), 360 - Math.abs(angle - hue));
  const [nearest] = hues.toSorted(([, one], [, other]) => distance(one) - distance(other));
  return { hue: nearest?.[0] ?? 'grey', depth };
}

/**
 * Names a colour '#rrggbb' in the reader's language: 'Azul escuro'. Other texts are returned as they are.
 * @example
 * const nameOf = useColorName();
 * <Dot color={queue.color} /> {nameOf(queue.color)}
 */
export function useColorName(): (color: string) => string {
  const t = useT('shell');
  return (color) => {
    const words = colorWords(color);
    if (!words) return color;
    const name = t(`ui.colors.${words.hue}`);
    const whole = words.depth === 'plain' ? name : t(`ui.colorDepths.${words.depth}`, { color: name });
    return whole.charAt(0).toLocaleUpperCase() + whole.slice(1);
  };
}
