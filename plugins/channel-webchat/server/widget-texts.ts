import type { Language } from '@balcao/sdk/server';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };
import type { WidgetTexts } from '../contract.ts';

/** The page’s script requests its language by name, so the texts do not depend on the request’s headers. */
export const widgetTexts: Readonly<Record<Language, WidgetTexts>> = { pt: pt.widget, en: en.widget, es: es.widget };
