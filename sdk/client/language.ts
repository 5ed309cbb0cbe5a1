/** A language of the interface. */
export type Language = 'pt' | 'en' | 'es';
