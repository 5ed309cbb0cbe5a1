const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Instagram shows a story for a day. A mention is sent when the story is posted. */
const lifeMs = 24 * hourMs;

/** The time until a mentioned story ends, in whole hours, in minutes below one hour. */
export interface TimeLeft {
  unit: 'hours' | 'minutes';
  count: number;
  /** Milliseconds until the text changes. */
  nextMs: number;
}

/** Returns undefined once a day is over: a story that is still shown then is a highlight without an end. */
export const timeLeft = (sentAt: string, now: number): TimeLeft | undefined => {
  const left = Date.parse(sentAt) + lifeMs - now;
  if (!(left > 0)) return undefined;
  if (left >= hourMs) return { unit: 'hours', count: Math.floor(left / hourMs), nextMs: (left % hourMs) + 1 };
  return { unit: 'minutes', count: Math.ceil(left / minuteMs), nextMs: (left % minuteMs) + 1 };
};
