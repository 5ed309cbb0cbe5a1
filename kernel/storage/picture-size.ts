import { openPictures } from './picture-head.ts';

export interface PictureSize {
  width: number;
  height: number;
}

const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** How large a picture is shown, turned as its camera was held. Undefined: no picture, or its head does not tell. */
export async function pictureSize(file: string, mime: string): Promise<PictureSize | undefined> {
  if (!shown.has(mime)) return undefined;
  const readHead = await openPictures();
  try {
    const { width, height, orientation = 1 } = await readHead(file);
    if (!(width > 0 && height > 0)) return undefined;
    // As EXIF counts: from 5 on it lies on its side.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    // A head that breaks off: it is kept, and shown as any picture without a known size.
    return undefined;
  }
}
