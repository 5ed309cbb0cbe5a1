import i18next from 'i18next';
import { useCallback, useSyncExternalStore } from 'react';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import type { Language, Texts, TextsSource } from './plugin.ts';
import { usePluginId } from './plugin-context.ts';

export const languages: readonly Language[] = ['pt', 'en', 'es'];
const kept = 'preferredLanguage';

/** A function of this shape answers the text of a key; `plugin:key` reaches another namespace. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

const sources = new Map<string, Record<Language, TextsSource>>();
const listeners = new Set<() => void>();
/** Grows with every change of language or texts: what hooks watch. */
let version = 0;
/** Texts without values as they were last found, by namespace and key: a screen asks for the same ones hundreds of times. */
const found = new Map<string, string>();
const changed = () => {
  version += 1;
  found.clear();
  for (const listener of listeners) listener();
};

void i18next.init({
  lng: 'pt',
  fallbackLng: 'pt',
  supportedLngs: [...languages],
  resources: { pt: { sdk: pt }, en: { sdk: en }, es: { sdk: es } },
  defaultNS: 'shell',
  // React escapes; escaping here too would show `&amp;` to people.
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
});

const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'pt');

async function load(namespace: string, language: Language): Promise<void> {
  const source = sources.get(namespace)?.[language];
  if (!source || i18next.hasResourceBundle(language, namespace)) return;
  let texts: Texts | TextsSource = source;
  // The development server cannot tell an import that is a loader already from one that it must make a loader of.
  while (typeof texts === 'function') texts = (await (texts as () => Promise<{ default: TextsSource }>)()).default;
  i18next.addResourceBundle(language, namespace, texts);
}

/** Makes a namespace's texts known; resolves when those of the present language are there. */
export async function addTexts(namespace: string, texts: Record<Language, TextsSource>): Promise<void> {
  // Those it had are replaced: they may be another version's.
  if (sources.has(namespace)) for (const language of languages) i18next.removeResourceBundle(language, namespace);
  sources.set(namespace, texts);
  await load(namespace, currentLanguage());
  changed();
}

export function removeTexts(namespace: string): void {
  sources.delete(namespace);
  for (const language of languages) i18next.removeResourceBundle(language, namespace);
  changed();
}

/** Changes the interface's language for now; texts of every plugin come along first. */
export async function startLanguage(language: Language): Promise<void> {
  await Promise.allSettled([...sources.keys()].map((namespace) => load(namespace, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'pt' ? 'pt-BR' : language;
  changed();
}

/** Changes the interface's language and keeps the choice in this browser. */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(kept, language);
  await startLanguage(language);
}

/** What the person chose in this browser, or undefined. */
export const preferredLanguage = (): Language | undefined => {
  const choice = localStorage.getItem(kept);
  return isLanguage(choice) ? choice : undefined;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const useVersion = () =>
  useSyncExternalStore(
    subscribe,
    () => version,
    () => version,
  );

export const useLanguage = (): Language => {
  useVersion();
  return currentLanguage();
};

/** Text outside React. */
export const translate = (namespace: string, key: string, values?: Record<string, unknown>): string => {
  if (values) return i18next.t(key, { ...values, ns: namespace });
  const name = `${namespace} ${key}`;
  const known = found.get(name) ?? i18next.t(key, { ns: namespace });
  found.set(name, known);
  return known;
};

export const hasText = (namespace: string, key: string): boolean => i18next.exists(key, { ns: namespace });

/**
 * Texts in the namespace of the plugin whose part this is (the shell's own outside of plugins), or of the one named.
 * The function changes when language or texts change, so it may stand in dependency lists.
 */
export function useT(namespace?: string): Translate {
  const own = usePluginId();
  const seen = useVersion();
  const wanted = namespace ?? own ?? 'shell';
  return useCallback((key, values) => (seen >= 0 ? translate(wanted, key, values) : key), [wanted, seen]);
}
