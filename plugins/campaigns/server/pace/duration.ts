import { dayOf, nextOpening, type SendWindow } from './window.ts';

/** Seconds between messages, and the longer pause after some of them. */
export interface Interval {
  messageInterval: number;
  longerIntervalAfter: number;
  greaterInterval: number;
}
export interface Plan {
  /** Messages to send. */
  count: number;
  interval: Interval;
  /** Messages per second that the channel takes; undefined: no limit. */
  perSecond: number | undefined;
  window: SendWindow;
  timeZone: string;
  startsAt: number;
  /** Limit of messages on a day that is this many days after the start; null: none. */
  capOn(dayAhead: number): number | null;
}

/** Messages per second where neither people nor the channel set a limit: what one connection releases in practice. */
const usualRate = 100;

/** Returns the average seconds of one message. */
export const secondsEach = (
  { messageInterval, longerIntervalAfter, greaterInterval }: Interval,
  perSecond?: number,
): number => {
  const least = 1 / (perSecond ?? usualRate);
  const every = longerIntervalAfter > 0 ? longerIntervalAfter : Infinity;
  const between = Math.max(messageInterval, least);
  // Of `every` gaps one is the longer pause.
  return every === Infinity ? between : (between * (every - 1) + Math.max(greaterInterval, between)) / every;
};

const dayMs = 86_400_000;

/** Returns when the first and the last message leave; `endsAt` undefined: not within a year. */
export const scheduleOf = (plan: Plan): { firstAt: number; endsAt: number | undefined } => {
  const each = secondsEach(plan.interval, plan.perSecond) * 1000;
  const firstAt = nextOpening(plan.startsAt, plan.window, plan.timeZone).opensAt;
  let left = plan.count;
  let at = firstAt;
  if (left <= 0) return { firstAt, endsAt: firstAt };
  const used = new Map<string, number>();
  for (let turn = 0; turn < 800 && at < plan.startsAt + 366 * dayMs; turn += 1) {
    const { opensAt, closesAt } = nextOpening(at, plan.window, plan.timeZone);
    const day = dayOf(opensAt, plan.timeZone);
    const cap = plan.capOn(Math.floor((opensAt - plan.startsAt) / dayMs));
    const fits = Math.max(0, Math.floor((closesAt - opensAt) / each) + 1);
    const most = Math.min(fits, cap === null ? Infinity : Math.max(0, cap - (used.get(day) ?? 0)));
    if (left <= most) return { firstAt, endsAt: opensAt + (left - 1) * each };
    left -= most;
    used.set(day, (used.get(day) ?? 0) + most);
    at = closesAt + 1;
  }
  return { firstAt, endsAt: undefined };
};

/** Messages a day that a pairing of this age may send: others report blocked numbers above these. */
const warmUpSteps = [
  [15, 200],
  [8, 100],
  [4, 50],
  [0, 20],
] as const;
/** From this age on there is no cap. */
export const warmUpDays = 30;

export const warmUpCap = (ageInDays: number): number | null =>
  ageInDays >= warmUpDays ? null : (warmUpSteps.find(([day]) => ageInDays >= day)?.[1] ?? 20);
