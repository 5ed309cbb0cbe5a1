export interface PictureSize {
  width: number;
  height: number;
}

/** The crop of a picture to a square: a part of it fills the square, or the whole fits inside. */
export interface Cut {
  fit: 'crop' | 'whole';
  /** 1: the largest possible part. */
  zoom: number;
  /** Position of that part: 0 left or top, 1 right or bottom. */
  x: number;
  y: number;
}

export interface Drawn {
  from: PictureSize & { x: number; y: number };
  to: PictureSize & { x: number; y: number };
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Returns the source and target areas for drawing on a square of that side. */
export function drawnAreas(picture: PictureSize, { fit, zoom, x, y }: Cut, side: number): Drawn {
  if (fit === 'whole') {
    const scale = side / Math.max(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    return {
      from: { ...picture, x: 0, y: 0 },
      to: { width, height, x: (side - width) / 2, y: (side - height) / 2 },
    };
  }
  const part = Math.min(picture.width, picture.height) / Math.max(1, zoom);
  return {
    from: { width: part, height: part, x: (picture.width - part) * within(x), y: (picture.height - part) * within(y) },
    to: { width: side, height: side, x: 0, y: 0 },
  };
}

/** Returns the crop after moving the picture by these pixels of a square of that side. */
export function moveCut(picture: PictureSize, cut: Cut, by: { x: number; y: number }, side: number): Cut {
  const part = Math.min(picture.width, picture.height) / Math.max(1, cut.zoom);
  const along = (at: number, length: number, pushed: number): number =>
    length > part ? within(at - (pushed * part) / side / (length - part)) : at;
  return { ...cut, x: along(cut.x, picture.width, by.x), y: along(cut.y, picture.height, by.y) };
}
