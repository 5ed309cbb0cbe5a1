import { overlappingDays } from '../../shared/hours-overlap.ts';

/** A day of a week's hours in the server's form: one span of time, or two with a pause between them. */
export interface HoursDay {
  weekday?: string | undefined;
  /** `monday`, …, `sunday`. */
  weekdayEn: string;
  startTime?: string | undefined;
  endTime?: string | undefined;
  startTimeA?: string | undefined;
  endTimeA?: string | undefined;
  startTimeB?: string | undefined;
  endTimeB?: string | undefined;
}
export type TimeKey = Exclude<keyof HoursDay, 'weekday' | 'weekdayEn'>;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const spansOf = {
  1: [['startTime', 'endTime']],
  2: [
    ['startTimeA', 'endTimeA'],
    ['startTimeB', 'endTimeB'],
  ],
} as const;
export const spanKeys = (spans: 1 | 2): readonly (readonly [TimeKey, TimeKey])[] => spansOf[spans];

/** Formats a time while it is typed: digits only, the colon is inserted. */
export const maskTime = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits;
};

const isTime = (text: string): boolean => text === '' || /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text);

/** Returns the invalid times of a day: incomplete, or a start without its end. */
export const hoursFaults = (day: HoursDay, spans: 1 | 2): TimeKey[] =>
  spanKeys(spans).flatMap(([from, to]) => {
    const [start, end] = [day[from] ?? '', day[to] ?? ''];
    return [
      ...(!isTime(start) || (start === '' && end !== '') ? [from] : []),
      ...(!isTime(end) || (end === '' && start !== '') ? [to] : []),
    ];
  });

/** Returns true if every time is complete and no spans overlap. */
export const areHours = (week: readonly HoursDay[], spans: 1 | 2): boolean =>
  week.every((day) => hoursFaults(day, spans).length === 0) && overlappingDays(week).length === 0;

/** Returns the ends of a day that lie on the next day. */
export const nightEnds = (day: HoursDay, spans: 1 | 2): string[] =>
  spanKeys(spans).flatMap(([from, to]) => {
    const [start, end] = [day[from] ?? '', day[to] ?? ''];
    return start.length === 5 && end.length === 5 && isTime(start) && isTime(end) && end < start ? [end] : [];
  });

export const dayAfter = (weekdayEn: string): (typeof weekdays)[number] =>
  weekdays[(weekdays.findIndex((day) => day === weekdayEn) + 1) % weekdays.length] ?? 'monday';

/** Returns seven days from Monday, with the number of spans of this form; missing days are closed. */
export const wholeWeek = (week: readonly HoursDay[], spans: 1 | 2, nameOf: (weekdayEn: string) => string): HoursDay[] =>
  weekdays.map((weekdayEn) => {
    const known = week.find((day) => day.weekdayEn.toLowerCase() === weekdayEn);
    const day: HoursDay = { weekday: known?.weekday ?? nameOf(weekdayEn), weekdayEn };
    const written = spanKeys(spans).map(([from, to]) => [known?.[from] ?? '', known?.[to] ?? ''] as const);
    // Stored with the other number of spans: the first span is used.
    const other = spanKeys(spans === 1 ? 2 : 1)[0];
    const isEmpty = written.every(([from, to]) => from === '' && to === '');
    spanKeys(spans).forEach(([from, to], index) => {
      const [start, end] = written[index] ?? ['', ''];
      day[from] = isEmpty && index === 0 && other ? (known?.[other[0]] ?? '') : start;
      day[to] = isEmpty && index === 0 && other ? (known?.[other[1]] ?? '') : end;
    });
    return day;
  });

/** Returns one line per day: `Segunda-feira: 08:00–12:00, 13:00–18:00`. */
export const weekText = (week: readonly HoursDay[], nameOf: (weekdayEn: string) => string, closed: string): string =>
  week
    .map((day) => {
      const spans = [...spanKeys(1), ...spanKeys(2)]
        .map(([from, to]) => [day[from] ?? '', day[to] ?? ''] as const)
        .filter(([from, to]) => from !== to);
      const times = spans.map(([from, to]) => `${from}–${to}`).join(', ');
      return `${nameOf(day.weekdayEn.toLowerCase())}: ${times || closed}`;
    })
    .join('\n');
