import type { Metadata } from 'sharp';
import { maxPixels } from './limits.ts';

/** Reads the header of a picture's file; throws when it is no picture, or unpacks into more than is allowed. */
export type ReadHead = (file: string) => Promise<Metadata>;

/** Imported with the first picture, because the library takes 20 MB of memory. */
export const openPictures = async (): Promise<ReadHead> => {
  const { default: sharp } = await import('sharp');
  return (file) => sharp(file, { limitInputPixels: maxPixels }).metadata();
};
