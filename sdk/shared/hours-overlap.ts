const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const minutesOfDay = 1440;

interface Day {
  weekdayEn: string;
  startTime?: string | undefined;
  endTime?: string | undefined;
  startTimeA?: string | undefined;
  endTimeA?: string | undefined;
  startTimeB?: string | undefined;
  endTimeB?: string | undefined;
}
interface Span {
  day: string;
  from: number;
  to: number;
}

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Returns the spans of a day in minutes from Monday. A half-typed span is omitted. */
const spansOf = (day: Day): Span[] => {
  const weekday = day.weekdayEn.toLowerCase();
  const start = days.indexOf(weekday) * minutesOfDay;
  return [
    [day.startTime, day.endTime],
    [day.startTimeA, day.endTimeA],
    [day.startTimeB, day.endTimeB],
  ].flatMap(([from = '', to = '']) => {
    if (from === to || !/^\d\d:\d\d$/.test(from) || !/^\d\d:\d\d$/.test(to)) return [];
    const [begins, ends] = [minutes(from), minutes(to)];
    return [{ day: weekday, from: start + begins, to: start + (ends < begins ? ends + minutesOfDay : ends) }];
  });
};

/**
 * Returns the days (`monday`) with a span that overlaps another one: of the same day, or of the day before if that ends
 * after midnight. The night from Sunday to Monday counts too.
 */
export function overlappingDays(week: readonly Day[]): string[] {
  const spans = week.flatMap(spansOf);
  const turn = days.length * minutesOfDay;
  const meets = (one: Span, other: Span): boolean =>
    [-turn, 0, turn].some((shift) => one.from < other.to + shift && other.from + shift < one.to);
  return [
    ...new Set(spans.filter((one) => spans.some((other) => other !== one && meets(one, other))).map(({ day }) => day)),
  ];
}
