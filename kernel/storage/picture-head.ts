import type { Metadata } from 'sharp';
import { maxPixels } from './limits.ts';

/** Tells what the head of a picture's file says; throws when it is no picture, or unpacks into more than is allowed. */
export type ReadHead = (file: string) => Promise<Metadata>;

/** Read with the first picture that comes: at rest the library would be 20 MB of memory for nothing. */
export const openPictures = async (): Promise<ReadHead> => {
  const { default: sharp } = await import('sharp');
  return (file) => sharp(file, { limitInputPixels: maxPixels }).metadata();
};
