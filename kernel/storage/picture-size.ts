import { openPictures } from './picture-head.ts';

export interface PictureSize {
  width: number;
  height: number;
}

const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Returns the size at which a picture is shown, rotated as its camera was held. Undefined: no picture, or its header
 * does not tell.
 */
export async function pictureSize(file: string, mime: string): Promise<PictureSize | undefined> {
  if (!shown.has(mime)) return undefined;
  const readHead = await openPictures();
  try {
    const { width, height, orientation = 1 } = await readHead(file);
    if (!(width > 0 && height > 0)) return undefined;
    // In EXIF, orientations from 5 on are rotated by 90 degrees.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    // A truncated header: the file is stored, and shown like any picture without a known size.
    return undefined;
  }
}
