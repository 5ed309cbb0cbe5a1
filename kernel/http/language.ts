import type { Language } from '@balcao/sdk/server';

/** Returns one of the three interface languages, Portuguese for any other name. */
export const languageNamed = (name: string): Language => (name === 'en' || name === 'es' ? name : 'pt');
