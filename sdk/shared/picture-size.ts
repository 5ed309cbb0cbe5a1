/**
 * Returns the size of a stored picture in pixels, in its displayed orientation; undefined if it is unknown. The size is
 * read from the path or address alone, so that space can be reserved before the picture is loaded.
 * @example
 * const size = pictureSize(message.mediaUrl); // { width: 1200, height: 800 }
 */
export function pictureSize(path: string | null): { width: number; height: number } | undefined {
  const [, width, height] = /\/[\w-]{24}-(\d{1,5})x(\d{1,5})\.[a-z0-9]+(?:\?|$)/.exec(path ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
