const widest = 320;
const highest = 340;
const narrowest = 140;
const lowest = 96;
/** Under a picture narrower than this its words could not be read. */
const narrowestWithWords = 240;

export interface Shape {
  width: number;
  height: number;
}

/** Of a picture whose size nobody knows: what most photographs come near to. */
export const usualShape: Shape = { width: 264, height: 176 };

/** The room of a picture in a conversation: its own shape, within what leaves the words round it readable. */
export function pictureShape(size: Shape | undefined, hasWords = false): Shape {
  if (!size) return usualShape;
  const scale = Math.min(widest / size.width, highest / size.height, 1);
  return {
    width: Math.max(hasWords ? narrowestWithWords : narrowest, Math.round(size.width * scale)),
    height: Math.max(lowest, Math.round(size.height * scale)),
  };
}
