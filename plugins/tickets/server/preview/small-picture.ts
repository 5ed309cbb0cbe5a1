const side = 320;
const maxPixels = 40_000_000;
/** Without SVG, which is a document that may refer to others. */
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif']);

/**
 * Encodes a picture again from its pixels, so that nothing else of the file is stored or shown. Throws when it is no
 * picture.
 */
export const smallPicture = async (bytes: Buffer): Promise<Buffer> => {
  // Loaded with the first preview: the start of the server does not need it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' });
  const { format, width = 0, height = 0 } = await picture.metadata();
  if (!formats.has(format ?? '') || width < 16 || height < 16) throw new Error('the file is not a supported picture');
  return picture
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .timeout({ seconds: 5 })
    .toBuffer();
};
