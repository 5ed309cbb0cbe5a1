import type { Times } from '../calendar/times.ts';

/** `quinta-feira, 26 de novembro, 14:00 – 15:30`; of whole days the first and the last one. */
export const whenText = (
  { date, dateEnd, allDay, timeZone }: Times,
  zone: string,
  language: string,
  t: (key: string) => string,
): string => {
  const [from, until] = [Date.parse(date), Date.parse(dateEnd)];
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  if (!allDay)
    return new Intl.DateTimeFormat(language, {
      ...day,
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }).formatRange(from, until);
  // The last whole day, not the midnight after it.
  const text = new Intl.DateTimeFormat(language, { ...day, timeZone }).formatRange(from, Math.max(from, until - 1));
  return `${text} · ${t('calendar.allDay')}`;
};
