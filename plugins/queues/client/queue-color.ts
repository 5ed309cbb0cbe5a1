import { itemColors, nextColor } from '@balcao/sdk/colors';

/** Returns the colour of a new queue; empty when all are in use, because no two queues have the same. */
export function unusedColor(taken: readonly string[]): string {
  const color = nextColor(taken, itemColors);
  return taken.some((other) => other.toLowerCase() === color) ? '' : color;
}
