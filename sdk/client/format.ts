import { useLanguage } from './i18n.ts';
import type { Language } from './language.ts';
import { useOptionalSession } from './session/session.ts';

type DateLike = Date | string | number;
export interface Format {
  /** `agora`, `5 min`, `3 h`, `ontem`, `seg.`, `12/03`: short, for lists. Later today: `14:35`. */
  relative(date: DateLike): string;
  /** Time since then in the largest whole unit: `agora`, `5 min`, `3 h`, `2 d`. */
  elapsed(date: DateLike): string;
  /** `14:35` */
  clock(date: DateLike): string;
  /** `Hoje`, `Ontem`, `segunda-feira`, `12 de março de 2026`: a heading over one day. */
  day(date: DateLike): string;
  /** `12/03/2026` */
  date(date: DateLike): string;
  /** `12/03/2026 14:35` */
  dateTime(date: DateLike): string;
  /** Cents in the company's currency: 1990 → `R$ 19,90`. */
  money(cents: number): string;
  number(n: number): string;
  /** `5511987654321` → `+55 (11) 98765-4321`; masked or unknown numbers are returned as they are. */
  phone(text: string): string;
}

const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };
const minute = 60_000;
const dayLength = 24 * 60 * minute;

function phone(text: string): string {
  const brazil = text.match(/^\+?55(\d{2})(\d{4,5})(\d{4})$/);
  return brazil ? `+55 (${brazil[1]}) ${brazil[2]}-${brazil[3]}` : /^\d{8,15}$/.test(text) ? `+${text}` : text;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const made = new Map<string, Format>();

/**
 * Returns the formats of one language and time zone. They are cached, because every row uses them and each is expensive
 * to create.
 */
export function formatsFor(language: Language, timeZone: string): Format {
  const name = `${language} ${timeZone}`;
  const known = made.get(name) ?? makeFormats(language, timeZone);
  made.set(name, known);
  return known;
}

function makeFormats(language: Language, timeZone: string): Format {
  const locale = locales[language];
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const clock = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = dates({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const shortDate = dates({ day: '2-digit', month: '2-digit' });
  const shortWeekday = dates({ weekday: 'short' });
  const weekday = dates({ weekday: 'long' });
  const longDate = dates({ day: 'numeric', month: 'long', year: 'numeric' });
  const civil = new Intl.DateTimeFormat('en-CA', { timeZone });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' });
  const whole = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const numbers = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });

  /** Returns the number of days between two instants in the calendar of the time zone. */
  const daysAgo = (then: Date) =>
    Math.round((Date.parse(civil.format(Date.now())) - Date.parse(civil.format(then))) / dayLength);
  const shown = (value: DateLike, show: (then: Date) => string): string => {
    const then = new Date(value);
    return Number.isNaN(then.getTime()) ? '' : show(then);
  };

  return {
    relative: (value) =>
      shown(value, (then) => {
        const passed = Date.now() - then.getTime();
        const days = daysAgo(then);
        if (Math.abs(passed) < minute) return whole.format(0, 'second');
        if (passed > 0 && passed < 60 * minute) return `${Math.floor(passed / minute)} min`;
        if (days === 0) return passed > 0 ? `${Math.floor(passed / (60 * minute))} h` : clock.format(then);
        if (days === 1 || days === -1) return ago.format(-days, 'day');
        if (days > 1 && days < 7) return shortWeekday.format(then);
        return days > 0 && days < 300 ? shortDate.format(then) : date.format(then);
      }),
    elapsed: (value) =>
      shown(value, (then) => {
        const passed = Date.now() - then.getTime();
        if (passed < minute) return whole.format(0, 'second');
        if (passed < 60 * minute) return `${Math.floor(passed / minute)} min`;
        if (passed < dayLength) return `${Math.floor(passed / (60 * minute))} h`;
        return `${Math.floor(passed / dayLength)} d`;
      }),
    clock: (value) => shown(value, (then) => clock.format(then)),
    day: (value) =>
      shown(value, (then) => {
        const days = daysAgo(then);
        if (days === 0 || days === 1) return capital(whole.format(-days, 'day'));
        return days > 1 && days < 7 ? capital(weekday.format(then)) : longDate.format(then);
      }),
    date: (value) => shown(value, (then) => date.format(then)),
    dateTime: (value) => shown(value, (then) => `${date.format(then)} ${clock.format(then)}`),
    money: (cents) => money.format(cents / 100),
    number: (n) => numbers.format(n),
    phone,
  };
}

/** Formats dates, money and numbers in the interface's language and the company's time zone. */
export function useFormat(): Format {
  const language = useLanguage();
  const timeZone = useOptionalSession()?.company.timeZone ?? 'America/Sao_Paulo';
  return formatsFor(language, timeZone);
}
