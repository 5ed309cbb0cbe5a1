import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PluginManifest } from '@balcao/sdk/manifest';
import type { Check } from './check.ts';

const languages = ['pt', 'en', 'es'] as const;

/** Returns texts by their full key, nested or not. */
const flat = (table: object, before = ''): [string, unknown][] =>
  Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? flat(value, `${before}${key}.`) : [[`${before}${key}`, value]],
  );

/** Plural forms of one key count as one text, because languages have different numbers of them. */
const withoutForm = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

const labelsOf = ({ title, description, permissions = {}, settings = {} }: PluginManifest): string[] => [
  title,
  description,
  ...Object.values(permissions).map(({ label }) => label),
  ...Object.values(settings).flatMap(({ label, help, section, labels = [] }) => [
    label,
    ...labels,
    ...[help, section].filter((key) => key !== undefined),
  ]),
];

interface Texts {
  keys: Map<string, { places: Set<string> }>;
  empty: string[];
}

const placesIn = (text: unknown): string[] =>
  typeof text === 'string' ? [...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map(([, name = '']) => name) : [];

const read = async (dir: string, language: string): Promise<Texts> => {
  const text = await readFile(path.join(dir, 'locales', `${language}.json`), 'utf8').catch(() => '{}');
  const entries = flat(JSON.parse(text) as object);
  const keys: Texts['keys'] = new Map();
  for (const [key, value] of entries) {
    const known = keys.get(withoutForm(key)) ?? { places: new Set() };
    for (const place of placesIn(value)) known.places.add(place);
    keys.set(withoutForm(key), known);
  }
  const empty = entries.filter(([, value]) => typeof value !== 'string' || value.trim() === '').map(([key]) => key);
  return { keys, empty };
};

export const texts: Check = {
  title: 'has complete texts in Portuguese, English and Spanish',
  async run({ plugin: { dir, manifest } }) {
    const [pt, ...others] = await Promise.all(languages.map((language) => read(dir, language)));
    if (!pt) return [];
    const breaches = labelsOf(manifest)
      .filter((key) => !pt.keys.has(key))
      .map((key) => `locales/pt.json lacks "${key}", which the manifest names`);
    for (const [index, language] of languages.entries())
      for (const key of [pt, ...others][index]?.empty ?? [])
        breaches.push(`"${key}" of locales/${language}.json is empty`);
    for (const [index, { keys }] of others.entries()) {
      const language = languages[index + 1];
      for (const [key, { places }] of pt.keys) {
        const other = keys.get(key);
        if (!other) breaches.push(`locales/${language}.json lacks "${key}"`);
        else if ([...places].toSorted().join() !== [...other.places].toSorted().join())
          breaches.push(
            `"${key}" has {{${[...places].join('}}, {{')}}} in pt and {{${[...other.places].join('}}, {{')}}} in ${language}`,
          );
      }
      for (const key of keys.keys())
        if (!pt.keys.has(key)) breaches.push(`locales/pt.json lacks "${key}" of ${language}`);
    }
    return breaches;
  },
};
