import { stat } from 'node:fs/promises';
import { AppError } from '@balcao/sdk/server';
import { attachmentTypes, maxPixels, maxUploadBytes } from './limits.ts';
import { openPictures } from './picture-head.ts';
import { sniff } from './sniff.ts';
import type { Sniffed } from './sniff.ts';

const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/tiff', 'image/avif']);

/** Returns whether a picture can be opened and does not unpack into all memory; other types are always fine. */
export async function isSoundPicture(file: string, mime: string): Promise<boolean> {
  if (!pictures.has(mime)) return true;
  const readHead = await openPictures();
  try {
    const { width, height, pages = 1 } = await readHead(file);
    return width > 0 && height > 0 && width * height <= maxPixels && pages <= 2_000;
  } catch {
    return false;
  }
}

/**
 * Determines the type of an uploaded file on disk by its bytes. 413 ERR_FILE_TOO_LARGE, 415 ERR_FILE_TYPE for a type
 * that is not accepted or unknown, 400 ERR_FILE_INVALID for a picture that is broken or a decompression bomb.
 */
export async function checkUpload(
  file: string,
  clientName: string,
  rules: { maxBytes?: number; accept?: readonly string[] } = {},
): Promise<Sniffed & { size: number }> {
  const { size } = await stat(file);
  if (size > (rules.maxBytes ?? maxUploadBytes)) throw new AppError(413, 'ERR_FILE_TOO_LARGE');
  const found = await sniff(file, clientName);
  if (!found || !(rules.accept ?? attachmentTypes).some((type) => matches(found.mime, type)))
    throw new AppError(415, 'ERR_FILE_TYPE');
  if (!(await isSoundPicture(file, found.mime))) throw new AppError(400, 'ERR_FILE_INVALID');
  return { ...found, size };
}

/** Matches a type; `image/*` accepts every picture. */
const matches = (mime: string, type: string): boolean =>
  type === mime || (type.endsWith('/*') && mime.startsWith(type.slice(0, -1)));
