/**
 * How large a stored picture is, in pixels, turned as it is shown; undefined where that is not known. From its path or
 * address alone, so that its place is kept before it is there.
 * @example
 * const size = pictureSize(message.mediaUrl); // { width: 1200, height: 800 }
 */
export function pictureSize(path: string | null): { width: number; height: number } | undefined {
  const [, width, height] = /\/[\w-]{24}-(\d{1,5})x(\d{1,5})\.[a-z0-9]+(?:\?|$)/.exec(path ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
