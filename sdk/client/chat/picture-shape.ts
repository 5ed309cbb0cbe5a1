const widest = 320;
const highest = 340;
const narrowest = 140;
const lowest = 96;
/** Width below which a caption could not be read. */
const narrowestWithWords = 240;

export interface Shape {
  width: number;
  height: number;
}

/** The shape of a picture of unknown size, close to most photographs. */
export const usualShape: Shape = { width: 264, height: 176 };

/**
 * Returns the displayed size of a picture in a conversation: its own proportions, within limits that keep the
 * surrounding text readable.
 */
export function pictureShape(size: Shape | undefined, hasWords = false): Shape {
  if (!size) return usualShape;
  const scale = Math.min(widest / size.width, highest / size.height, 1);
  return {
    width: Math.max(hasWords ? narrowestWithWords : narrowest, Math.round(size.width * scale)),
    height: Math.max(lowest, Math.round(size.height * scale)),
  };
}
