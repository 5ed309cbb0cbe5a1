import type { Language } from '@balcao/sdk/server';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };
import type { Lane } from '../contract.ts';

const titles: Record<Language, Record<string, string>> = { pt: pt.first, en: en.first, es: es.first };

/**
 * Returns the lanes that a company starts with, in its own language: they are the company's data, not interface texts.
 */
export const firstLanes = (language: Language): Lane[] =>
  Object.entries(titles[language]).map(([id, title]) => ({ id, title }));
