/** Spans of days for the numbers, as dates of the company's calendar. */
interface Range {
  from: string;
  to: string;
}
export const spans = [1, 7, 30, 90] as const;

const day = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);

/** The last days, today included. */
export const lastDays = (count: number, timeZone: string, now = Date.now()): Range => ({
  from: day(now - (count - 1) * 86_400_000, timeZone),
  to: day(now, timeZone),
});
