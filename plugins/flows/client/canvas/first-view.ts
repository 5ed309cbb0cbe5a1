/** Which part of a drawing the canvas shows when it is opened. */
import type { Viewport } from '@xyflow/react';

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Texts of nodes can be read from this zoom on. */
const legible = 0.6;
const zoom = 0.75;
const left = 56;
/** Free space around a drawing that is shown whole, as a part of it. */
const padding = 0.12;

/**
 * Returns where a drawing is opened that would be too small to read if all of it were shown: at its start. Undefined if
 * all of it can be shown. `room`: about the size of the canvas in pixels.
 */
export const firstView = (
  boxes: readonly Area[],
  start: Area | undefined,
  room: Readonly<{ width: number; height: number }>,
): Viewport | undefined => {
  const first = start ?? boxes.toSorted((one, other) => one.x - other.x)[0];
  if (!first) return undefined;
  const extent = (from: 'x' | 'y', size: 'width' | 'height'): number =>
    Math.max(...boxes.map((box) => box[from] + box[size])) - Math.min(...boxes.map((box) => box[from]));
  const fit = Math.min(room.width / extent('x', 'width'), room.height / extent('y', 'height')) / (1 + 2 * padding);
  if (fit >= legible) return undefined;
  return { zoom, x: left - first.x * zoom, y: room.height / 2 - (first.y + first.height / 2) * zoom };
};
