const side = 320;
const maxPixels = 40_000_000;
/** No SVG: it is a document that may name others. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif']);

/** A picture made anew from its pixels, so that nothing else of it is kept or shown. Throws when it is none. */
export const smallPicture = async (bytes: Buffer): Promise<Buffer> => {
  // Read with the first preview: a start needs none of it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
  const { format, width = 0, height = 0 } = await picture.metadata();
  if (!formats.has(format ?? '') || width < 16 || height < 16) throw new Error('no picture to show');
  return picture
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: 5 })
    .toBuffer();
};
