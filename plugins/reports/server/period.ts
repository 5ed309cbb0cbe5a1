import { addDays, AppError, localDate, localTime, z } from '@balcao/sdk/server';

const date = z.iso.date('Invalid date');
/** The longest period of a dashboard or of satisfaction. */
const maxDays = 400;

export interface Period {
  /** The first and the last day, in the company's time zone. */
  first: string;
  last: string;
  /** The same as moments; `to` is the end of the last day. */
  from: Date;
  to: Date;
}

export const periodOf = (first: string, last: string, timeZone: string): Period => ({
  first,
  last,
  from: localTime(first, 0, timeZone),
  to: localTime(addDays(last, 1), 0, timeZone),
});

export const daysOf = ({ first, last }: Pick<Period, 'first' | 'last'>): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;

/** The period of equal length just before. */
export const periodBefore = (period: Period, timeZone: string): Period =>
  periodOf(addDays(period.first, -daysOf(period)), addDays(period.first, -1), timeZone);

export const periodQuery = {
  days: z.coerce.number().int().min(1).max(maxDays).optional(),
  date_from: date.optional(),
  date_to: date.optional(),
};

/** The requested period; without one from the first of the month to today. */
export const requestedPeriod = (
  asked: { days?: number | undefined; date_from?: string | undefined; date_to?: string | undefined },
  timeZone: string,
): Period => {
  const today = localDate(new Date(), timeZone);
  if (asked.days !== undefined) return periodOf(addDays(today, 1 - asked.days), today, timeZone);
  const first = asked.date_from ?? `${(asked.date_to ?? today).slice(0, 7)}-01`;
  const last = asked.date_to ?? (first > today ? first : today);
  if (first > last) throw new AppError(400, 'ERR_VALIDATION', { fields: { date_to: 'ERR_REPORT_PERIOD' } });
  if (daysOf({ first, last }) > maxDays)
    throw new AppError(400, 'ERR_REPORT_PERIOD_TOO_LONG', { context: { days: maxDays } });
  return periodOf(first, last, timeZone);
};
