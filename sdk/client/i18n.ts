import i18next from 'i18next';
import { useCallback, useSyncExternalStore } from 'react';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import type { Language } from './language.ts';
import type { Texts, TextsSource } from './plugin.ts';
import { addressIn, PartLoadError } from './lazy-part.ts';
import { usePluginId } from './plugin-context.ts';
import { whenIdle } from './page-idle.ts';

export const languages: readonly Language[] = ['pt', 'en', 'es'];
const storageKey = 'preferredLanguage';

/** Returns the text of a key; `plugin:key` reads another namespace. */
export type Translate = (key: string, values?: Record<string, unknown>) => string;

const sources = new Map<string, Record<Language, TextsSource>>();
const listeners = new Set<() => void>();
/** Increases with every change of language or texts, which makes hooks render again. */
let version = 0;
/** Cached texts without values, by namespace and key: a screen reads the same ones hundreds of times. */
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
  // React escapes texts; escaping them here too would display `&amp;`.
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
});

const isLanguage = (text: unknown): text is Language => languages.includes(text as Language);
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'pt');

/** Languages of namespaces that are loaded completely; of others the first texts may be loaded. */
const complete = new Set<string>();
const loading = new Map<string, Promise<void>>();
const nameOf = (namespace: string, language: Language): string => `${language} ${namespace}`;

type TextsLoader = () => Promise<{ default: TextsSource }>;
/** Failed text modules: their address and the number of failures. Browsers remember a failed import; see `lazyPart`. */
const failed = new Map<string, { address: string; times: number }>();

async function fetchOnce(name: string, load: TextsLoader): Promise<TextsSource> {
  const before = failed.get(name);
  try {
    const texts = await (before ? import(/* @vite-ignore */ `${before.address}#${before.times}`) : load());
    failed.delete(name);
    return (texts as { default: TextsSource }).default;
  } catch (error) {
    const address = addressIn(error) ?? before?.address;
    if (address?.includes('/plugins/')) failed.set(name, { address, times: (before?.times ?? 0) + 1 });
    throw error;
  }
}

async function fetchTexts(namespace: string, language: Language): Promise<void> {
  const of = sources.get(namespace);
  let texts: Texts | TextsSource | undefined = of?.[language];
  // The development server may wrap a loader in another one.
  while (typeof texts === 'function') texts = await fetchOnce(nameOf(namespace, language), texts as TextsLoader);
  // The texts were registered again or removed meanwhile.
  if (!texts || sources.get(namespace) !== of) return;
  i18next.addResourceBundle(language, namespace, texts, true, true);
  complete.add(nameOf(namespace, language));
}

/** Failed loads that nothing has repeated yet: a component that waits for one shows the failure. */
const refused = new Map<string, Promise<void>>();

function load(namespace: string, language: Language): Promise<void> {
  const name = nameOf(namespace, language);
  if (complete.has(name)) return Promise.resolve();
  const known = loading.get(name);
  if (known) return known;
  refused.delete(name);
  const begun: Promise<void> = fetchTexts(namespace, language)
    .finally(() => loading.delete(name))
    .catch((error: unknown) => {
      refused.set(name, begun);
      retryLater();
      const retry = () =>
        load(namespace, language).then(
          () => (changed(), true),
          () => false,
        );
      throw new PartLoadError(error, { reset: () => void refused.delete(name), retry });
    });
  loading.set(name, begun);
  return begun;
}

/** Milliseconds until texts that could not be loaded are requested again: at first, and at most. */
const firstRetry = 3_000;
const slowestRetry = 60_000;
let retryAfter = firstRetry;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
/** Most components that show texts do not wait for them, so that nothing else would request them again. */
function retryLater(): void {
  retryTimer ??= setTimeout(() => {
    retryTimer = undefined;
    retryAfter = Math.min(2 * retryAfter, slowestRetry);
    loadRest();
  }, retryAfter);
}

/** Returns true if some texts of a namespace are not loaded yet, in the current language. */
export const lacksTexts = (namespace: string): boolean =>
  sources.has(namespace) && !complete.has(nameOf(namespace, currentLanguage()));

/**
 * Returns the promise of a namespace's pending texts in the current language; undefined if all are loaded. Rejects with
 * a `PartLoadError`.
 */
export function awaitedTexts(namespace: string): Promise<void> | undefined {
  const name = nameOf(namespace, currentLanguage());
  if (!lacksTexts(namespace)) return undefined;
  const known = loading.get(name) ?? refused.get(name);
  if (known) return known;
  void load(namespace, currentLanguage()).then(changed, () => undefined);
  return loading.get(name);
}

let isRestScheduled = false;
/** Loads the texts that nothing requested, once the page is idle. */
function loadRest(): void {
  if (isRestScheduled) return;
  isRestScheduled = true;
  whenIdle(() => {
    isRestScheduled = false;
    const all = [...sources.keys()].filter(lacksTexts).map((namespace) => load(namespace, currentLanguage()));
    void Promise.allSettled(all).then((loads) => {
      if (loads.every(({ status }) => status === 'fulfilled')) retryAfter = firstRetry;
      if (loads.some(({ status }) => status === 'fulfilled')) changed();
    });
  });
}

/**
 * Registers the texts of a namespace; resolves when those of the current language are loaded. `first` are the texts
 * that an entry names itself; the others are loaded when a component of the plugin is shown or the page is idle.
 */
export async function addTexts(
  namespace: string,
  texts: Record<Language, TextsSource>,
  first?: Readonly<Partial<Record<Language, Texts>>>,
): Promise<void> {
  // The former texts are replaced: they may belong to another version.
  if (sources.has(namespace)) dropTexts(namespace);
  sources.set(namespace, texts);
  if (first) {
    for (const [language, few] of Object.entries(first))
      i18next.addResourceBundle(language, namespace, few, true, true);
    loadRest();
  } else await load(namespace, currentLanguage());
  changed();
}

function dropTexts(namespace: string): void {
  sources.delete(namespace);
  for (const language of languages) {
    i18next.removeResourceBundle(language, namespace);
    complete.delete(nameOf(namespace, language));
    loading.delete(nameOf(namespace, language));
    refused.delete(nameOf(namespace, language));
    failed.delete(nameOf(namespace, language));
  }
}

export function removeTexts(namespace: string): void {
  dropTexts(namespace);
  changed();
}

/** Changes the interface's language for this page, after loading the texts of every plugin. */
export async function startLanguage(language: Language): Promise<void> {
  await Promise.allSettled([...sources.keys()].map((namespace) => load(namespace, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'pt' ? 'pt-BR' : language;
  changed();
}

/** Changes the interface's language and stores the choice in this browser. */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await startLanguage(language);
}

/** Returns the language chosen in this browser, or undefined. */
export const preferredLanguage = (): Language | undefined => {
  const choice = localStorage.getItem(storageKey);
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

/** Returns a text outside React. */
export const translate = (namespace: string, key: string, values?: Record<string, unknown>): string => {
  const name = `${namespace} ${key}`;
  const known = values ? undefined : found.get(name);
  if (known !== undefined) return known;
  const text = i18next.t(key, { ...values, ns: namespace });
  // The text may still be loading: an empty text is better than a key.
  if (text === key && awaitedTexts(namespace)) return '';
  if (!values) found.set(name, text);
  return text;
};

/** Returns true if a plugin has a text of that name: for names that come from elsewhere, such as codes. */
export function hasText(namespace: string, key: string): boolean {
  if (i18next.exists(key, { ns: namespace })) return true;
  // Callers are rendered again when the texts arrive, as with every text.
  void awaitedTexts(namespace);
  return false;
}

/**
 * Returns the texts of the plugin whose component calls it (outside of plugins those of the shell), or of the given
 * namespace. The function changes with the language and the texts, so it may be a dependency of hooks.
 */
export function useT(namespace?: string): Translate {
  const own = usePluginId();
  const seen = useVersion();
  const wanted = namespace ?? own ?? 'shell';
  return useCallback((key, values) => (seen >= 0 ? translate(wanted, key, values) : key), [wanted, seen]);
}
