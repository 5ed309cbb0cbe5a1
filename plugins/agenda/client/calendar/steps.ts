import type { CalendarView } from './view.ts';

/** Minutes that Alt and an arrow up or down move; with Shift twice as many. */
const quarter = 15;

/**
 * Returns how far Alt and an arrow move an entry: left and right by a day; up and down by a week where weeks are rows,
 * elsewhere by a quarter of an hour, with Shift by half an hour. Undefined: another key.
 */
export const stepOf = (
  { key, shiftKey }: { key: string; shiftKey: boolean },
  view: CalendarView,
): { days?: number; minutes?: number } | undefined => {
  if (key === 'ArrowLeft') return { days: -1 };
  if (key === 'ArrowRight') return { days: 1 };
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const direction = key === 'ArrowUp' ? -1 : 1;
  return view === 'dayGridMonth' ? { days: 7 * direction } : { minutes: direction * (shiftKey ? 2 : 1) * quarter };
};
