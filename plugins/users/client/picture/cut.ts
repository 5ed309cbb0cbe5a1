export interface PictureSize {
  width: number;
  height: number;
}

/** How a picture becomes a square: a part of it fills the square, or the whole of it stands inside. */
export interface Cut {
  fit: 'crop' | 'whole';
  /** 1: as large a part as there is. */
  zoom: number;
  /** Where that part lies: 0 left or top, 1 right or bottom. */
  x: number;
  y: number;
}

export interface Drawn {
  from: PictureSize & { x: number; y: number };
  to: PictureSize & { x: number; y: number };
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Which part of the picture is drawn where on a square of that side. */
export function drawn(picture: PictureSize, { fit, zoom, x, y }: Cut, side: number): Drawn {
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

/** The cut after the picture was pushed by so many pixels of a square of that side. */
export function moved(picture: PictureSize, cut: Cut, by: { x: number; y: number }, side: number): Cut {
  const part = Math.min(picture.width, picture.height) / Math.max(1, cut.zoom);
  const along = (at: number, length: number, pushed: number): number =>
    length > part ? within(at - (pushed * part) / side / (length - part)) : at;
  return { ...cut, x: along(cut.x, picture.width, by.x), y: along(cut.y, picture.height, by.y) };
}
