const maxWidth = 320;
const maxHeight = 340;
const minWidth = 140;
const minHeight = 96;
/** Width below which a caption could not be read. */
const minWidthWithWords = 240;

export interface Shape {
  width: number;
  height: number;
}

/** The shape of a picture of unknown size, close to most photographs. */
export const defaultShape: Shape = { width: 264, height: 176 };

/**
 * Returns the displayed size of a picture in a conversation: its own proportions, within limits that keep the
 * surrounding text readable.
 */
export function pictureShape(size: Shape | undefined, hasWords = false): Shape {
  if (!size) return defaultShape;
  const scale = Math.min(maxWidth / size.width, maxHeight / size.height, 1);
  return {
    width: Math.max(hasWords ? minWidthWithWords : minWidth, Math.round(size.width * scale)),
    height: Math.max(minHeight, Math.round(size.height * scale)),
  };
}
