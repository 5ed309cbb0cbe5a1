import { inOfficeHours, day, hour, minute } from './calendar.ts';
import type { Random } from './random.ts';

/** The planned state of a conversation, before its messages are written. */
export interface Planned {
  status: 'open' | 'pending' | 'closed';
  /** Index of the contact in the list. */
  contact: number;
  /** Time of the last message, in milliseconds since 1970. */
  lastAt: number;
  /** Nobody has answered yet. */
  arrival: boolean;
  /** The customer's last messages are unread. */
  unread: boolean;
  mark?: 'failed' | 'justSent';
}

/** Minutes since the last message of pending conversations; the first one was just written. */
const waiting = [1, 6, 13, 27, 44, 80, 150, 260, 420, 1400];
const talking = [
  2, 4, 9, 16, 21, 33, 52, 75, 95, 130, 170, 210, 250, 300, 350, 440, 900, 1300, 1500, 1900, 2600, 3000, 4100, 5200,
];

const since = (now: number, minutes: number, random: Random): number => {
  const instant = now - minutes * minute + random.between(0, 25) * 1000;
  return minutes * minute < 8 * hour ? instant : inOfficeHours(instant, random);
};

export interface PlanSize {
  /** Number of contacts; each has at most one open conversation. */
  contacts: number;
  closed: number;
}

/** Plans a hundred conversations over six weeks: pending, open and closed ones. */
export const plan = ({ contacts, closed }: PlanSize, now: number, random: Random): Planned[] => {
  const running = waiting.length + talking.length;
  const pending = waiting.map((minutes, index): Planned => ({
    status: 'pending',
    contact: contacts - 1 - index,
    lastAt: since(now, minutes, random),
    arrival: index < 7,
    unread: true,
  }));
  const open = talking.map((minutes, index): Planned => ({
    status: 'open',
    contact: index,
    lastAt: since(now, minutes, random),
    arrival: false,
    unread: random.chance(0.55),
    ...(index === 3 && { mark: 'failed' }),
    ...(index === 1 && { mark: 'justSent' }),
  }));
  const done = Array.from({ length: closed }, (_, index): Planned => {
    const contact = index % contacts;
    const isRunning = contact < talking.length || contact >= contacts - waiting.length;
    const earliest = isRunning ? 8 : 1;
    const round = Math.floor(index / contacts);
    const daysAgo = earliest + round * 18 + random.between(0, 13);
    return {
      status: 'closed',
      contact,
      lastAt: inOfficeHours(now - daysAgo * day + random.between(0, 8) * hour, random),
      arrival: false,
      unread: false,
    };
  });
  if (running > contacts) throw new RangeError('more open conversations than contacts');
  return [...pending, ...open, ...done];
};
