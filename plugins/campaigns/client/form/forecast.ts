import type { CampaignPreview } from '../../contract.ts';
import { timeIn } from './zone.ts';

export interface ForecastDay {
  /** Midnight in UTC. */
  date: Date;
  count: number;
  /** `09:00` */
  from: string;
  until: string;
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`;

const maxDays = 366;

/** Spreads the people over the days on which messages leave: what fits into the hours, up to the daily limit. */
export function forecast(
  preview: Pick<CampaignPreview, 'remaining' | 'interval' | 'dailyCap' | 'hours' | 'startsAt'>,
  timeZone: string,
): ForecastDay[] {
  const { interval, dailyCap, hours } = preview;
  const [opens, closes] = [minutesOf(hours.from), minutesOf(hours.until)];
  const days: ForecastDay[] = [];
  let left = preview.remaining;
  const start = timeIn(new Date(preview.startsAt), timeZone);
  for (let at = 0; left > 0 && at < maxDays; at += 1) {
    const date = new Date(Date.UTC(start.year, start.month - 1, start.day + at));
    if (!hours.days.includes(date.getUTCDay())) continue;
    const first = at === 0 ? Math.max(opens, start.hour * 60 + start.minute) : opens;
    const room = interval > 0 ? Math.floor(((closes - first) * 60) / interval) : Number.POSITIVE_INFINITY;
    const count = Math.min(left, dailyCap ?? Number.POSITIVE_INFINITY, room);
    if (count <= 0) continue;
    left -= count;
    days.push({ date, count, from: timeOf(first), until: timeOf(Math.min(closes, first + (count * interval) / 60)) });
  }
  return days;
}
