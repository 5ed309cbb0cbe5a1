import type { Language } from '@balcao/sdk/server';

/** One of the three interface languages; Portuguese for anything else. */
export const languageNamed = (name: string): Language => (name === 'en' || name === 'es' ? name : 'pt');
