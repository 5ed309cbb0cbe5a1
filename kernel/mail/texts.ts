import type { Language } from '@balcao/sdk/server';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

export type MailText = keyof typeof pt;

const texts: Record<Language, Record<MailText, string>> = { pt, en, es };

export const mailText = (language: Language, key: MailText, values: Record<string, string | number> = {}): string =>
  texts[language][key].replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
