/** The host's own texts, loaded per language. */
import { hostSide, type Language, type Texts } from '@balcao/sdk/client';

type HostTexts = Record<'shell' | 'errors', Texts>;
const files: Record<Language, () => Promise<{ default: HostTexts }>> = {
  pt: () => import('../locales/pt.json', { with: { type: 'json' } }),
  en: () => import('../locales/en.json', { with: { type: 'json' } }),
  es: () => import('../locales/es.json', { with: { type: 'json' } }),
};

const part = (language: Language, namespace: keyof HostTexts) => async () => ({
  default: (await files[language]()).default[namespace],
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
