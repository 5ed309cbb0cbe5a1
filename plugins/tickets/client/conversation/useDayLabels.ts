import { useMemo } from 'react';
import { useFormat, useLanguage, useSession } from '@balcao/sdk/client';

const locales = { pt: 'pt-BR', en: 'en-GB', es: 'es' } as const;

const made = new Map<string, { civil: Intl.DateTimeFormat; long: Intl.DateTimeFormat }>();

/** Cached per locale: creating the formats is expensive, and every opened conversation needs them. */
const datesIn = (locale: string, timeZone: string) => {
  const name = `${locale} ${timeZone}`;
  const known = made.get(name) ?? {
    civil: new Intl.DateTimeFormat('en-CA', { timeZone }),
    long: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' }),
  };
  made.set(name, known);
  return known;
};

/** Days in the company's time zone, and the label of a day's line: `Hoje, quinta-feira, 19 de novembro`. */
export function useDayLabels(): { dayOf(date: string): string; label(date: string): string } {
  const language = useLanguage();
  const format = useFormat();
  const { timeZone } = useSession().company;
  return useMemo(() => {
    const { civil, long } = datesIn(locales[language], timeZone);
    const dayOf = (date: string): string => civil.format(new Date(date));
    const isNear = (date: string): boolean =>
      Date.parse(dayOf(new Date().toISOString())) - Date.parse(dayOf(date)) < 1.5 * 86_400_000;
    return {
      dayOf,
      label: (date) => {
        if (isNear(date)) return `${format.day(date)}, ${long.format(new Date(date))}`;
        const thisYear = dayOf(new Date().toISOString()).slice(0, 4) === dayOf(date).slice(0, 4);
        const text = thisYear ? long.format(new Date(date)) : format.day(date);
        return text.charAt(0).toUpperCase() + text.slice(1);
      },
    };
  }, [format, language, timeZone]);
}
