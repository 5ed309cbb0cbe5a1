/** Cuts the page's typeface to what the product writes: the letters of its languages, its weights, its figures. */
import { createHash } from 'node:crypto';
import subset from 'subset-font';

const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Latin-1 whole, for names of half of Europe, and the typographer's marks. Anything else falls to the system's font. */
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœˆ˚˜–—‘’‚“”„†‡•…‰‹›⁄€™←↑→↓−∕`;
/** Regular to bold: nothing is set thinner or heavier. */
const weights = { min: 400, max: 700 };
/** Kerning, accents that are put together, figures of one width. */
const features = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

/** A WOFF2 with `letters` alone, and the name it goes by. */
export async function cutFont(whole: Buffer): Promise<{ name: string; bytes: Buffer }> {
  const bytes = await subset(whole, letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
  });
  return { name: `inter-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.woff2`, bytes };
}
