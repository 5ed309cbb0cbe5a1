/** Spans of days for the numbers, as dates of the company's calendar. */
interface Range {
  readonly from: string;
  readonly to: string;
}
export const spans = [1, 7, 30, 90] as const;

const day = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);

/** Some last days until today, or days between two dates, both included. */
export type Span = { readonly days: number } | Range;

/** The last days, today included. */
const lastDays = (count: number, timeZone: string, now = Date.now()): Range => ({
  from: day(now - (count - 1) * 86_400_000, timeZone),
  to: day(now, timeZone),
});

/** The dates of a span as the calls take them. */
export const datesOf = (span: Span, timeZone: string): Range => ('days' in span ? lastDays(span.days, timeZone) : span);
