/** The host's own texts, loaded per language. */
import { hostSide, type Language, type Texts } from '@balcao/sdk/client';

type HostTexts = Record<'shell' | 'errors', Texts>;
const files: Record<Language, () => Promise<{ default: HostTexts }>> = {
  pt: () => import('../locales/pt.json', { with: { type: 'json' } }),
  en: () => import('../locales/en.json', { with: { type: 'json' } }),
  es: () => import('../locales/es.json', { with: { type: 'json' } }),
};

/** Files that could not be loaded: their address and the number of failures. Browsers remember a failed import; see `lazyPart`. */
const failed = new Map<Language, { address: string; times: number }>();

async function load(language: Language): Promise<HostTexts> {
  const { address, times = 0 } = failed.get(language) ?? {};
  try {
    const file = address === undefined ? files[language]() : import(/* @vite-ignore */ `${address}#${times}`);
    return ((await file) as { default: HostTexts }).default;
  } catch (error) {
    const known = hostSide.addressIn(error) ?? address;
    if (known !== undefined) failed.set(language, { address: known, times: times + 1 });
    throw error;
  }
}

const part = (language: Language, namespace: keyof HostTexts) => async () => ({
  default: (await load(language))[namespace],
});
const loaders = (namespace: keyof HostTexts) => ({
  pt: part('pt', namespace),
  en: part('en', namespace),
  es: part('es', namespace),
});

/** Returns the language chosen in this browser, else Portuguese, the language the product is written in. */
const firstLanguage = (): Language => hostSide.preferredLanguage() ?? 'pt';

export async function startTexts(): Promise<void> {
  await hostSide.startLanguage(firstLanguage());
  await Promise.all([hostSide.addTexts('shell', loaders('shell')), hostSide.addTexts('errors', loaders('errors'))]);
}

/** Applies the language of the signed-in person, unless another was chosen in this browser. */
export async function applyPersonLanguage(language: Language | null | undefined): Promise<void> {
  if (language && !hostSide.preferredLanguage()) await hostSide.startLanguage(language);
}
