/** Calendar days as `2026-12-31`: without an hour there is no time zone to get wrong. */
export const recurrences = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const;
export type Recurrence = (typeof recurrences)[number];

const months: Record<Recurrence, number> = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 };
export const monthsOf = (recurrence: Recurrence): number => months[recurrence];

const written = (time: number): string => new Date(time).toISOString().slice(0, 10);
const parts = (date: string): [year: number, month: number, day: number] => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month, day];
};

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  written(Date.parse(`${text}T00:00:00Z`)) === text;

export const dayOfMonth = (date: string): number => parts(date)[2];

/**
 * Adds months to a day. `anchor` is the intended day of the month: a month that is too short ends on its last day, and
 * later months return to the anchor.
 */
export const addMonths = (date: string, count: number, anchor = dayOfMonth(date)): string => {
  const [year, month] = parts(date);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return written(Date.UTC(year, month - 1 + count, Math.min(anchor, last)));
};

export const addDays = (date: string, count: number): string =>
  written(Date.parse(`${date}T00:00:00Z`) + count * 86_400_000);

/** Returns the days from one date to another: positive when `to` is later. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

interface Renewal {
  /** The current end of the licence; null if there was none. */
  dueDate: string | null;
  anchor: number;
  recurrence: Recurrence;
  today: string;
}
/**
 * Returns the end of the licence after a payment: one recurrence later. If that is already in the past, the company was
 * blocked in between, and the recurrence starts on the day of the payment.
 */
export const renewed = ({ dueDate, anchor, recurrence, today }: Renewal): { dueDate: string; anchor: number } => {
  const count = monthsOf(recurrence);
  const next = dueDate === null ? null : addMonths(dueDate, count, anchor);
  if (next !== null && next > today) return { dueDate: next, anchor };
  return { dueDate: addMonths(today, count), anchor: dayOfMonth(today) };
};
