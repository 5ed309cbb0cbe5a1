/** Cuts the page's typeface down to what the product uses: the letters of its languages, its weights, its figures. */
import { createHash } from 'node:crypto';
import subset from 'subset-font';

const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Signs of Latin-1 that no text of the product has and people hardly type. */
const unused = '¤¦¨¬¯´µ¸\u00ad';
/**
 * The letters of Latin-1, which cover most European names, and typographic marks. Anything else falls back to the system
 * font.
 */
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}Œœ–—‘’“”•…‰‹›€™←↑→↓−∕`.replaceAll(
  new RegExp(`[${unused}]`, 'g'),
  '',
);
/** Regular to bold, the only weights the styles use. */
const weights = { min: 400, max: 700 };
/** Kerning, composed accents, tabular figures. */
const features = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

/** Returns a WOFF2 with `letters` only, and its file name. */
export async function cutFont(whole: Buffer): Promise<{ name: string; bytes: Buffer }> {
  const bytes = await subset(whole, letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
  });
  return { name: `inter-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.woff2`, bytes };
}
