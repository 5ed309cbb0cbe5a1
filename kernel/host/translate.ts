import type { Language } from '@balcao/sdk/server';
import type { Source } from './discover.ts';

type Table = Readonly<Record<string, unknown>>;

const lookup = (table: Table | undefined, key: string): string | undefined => {
  const flat = table?.[key];
  if (typeof flat === 'string') return flat;
  const found = key
    .split('.')
    .reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? (at as Table)[part] : undefined), table);
  return typeof found === 'string' ? found : undefined;
};

const plural = (language: Language, values: Record<string, string | number> | undefined): string | undefined =>
  typeof values?.count === 'number'
    ? new Intl.PluralRules(language === 'pt' ? 'pt-BR' : language).select(values.count)
    : undefined;

/** Texts of plugins on the server, from the tables that the browser uses; Portuguese where a language lacks one. */
export const createTranslate = (present: () => readonly Source[]) => {
  let of: readonly Source[] = [];
  let tables = new Map<string, Source['locales']>();
  return (plugin: string, language: Language, key: string, values?: Record<string, string | number>): string => {
    const sources = present();
    if (sources !== of) {
      of = sources;
      tables = new Map(sources.map(({ manifest, locales }) => [manifest.id, locales]));
    }
    const locales = tables.get(plugin);
    const form = plural(language, values);
    const keys = form === undefined ? [key] : [`${key}_${form}`, `${key}_other`, key];
    const text = [language, 'pt']
      .flatMap((name) => keys.map((one) => lookup(locales?.[name], one)))
      .find((found) => found !== undefined);
    return (text ?? key).replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(values?.[name] ?? whole));
  };
};
