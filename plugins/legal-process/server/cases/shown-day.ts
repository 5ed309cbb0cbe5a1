import type { Language } from '@balcao/sdk/server';
import { courtZone } from '../../court-zone.ts';

/** Returns the day of a step as the court dates it, for people: `22/06/2026`. */
export const shownDay = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat({ pt: 'pt-BR', en: 'en', es: 'es' }[language], {
    timeZone: courtZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(at);
