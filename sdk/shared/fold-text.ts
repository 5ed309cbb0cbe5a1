/**
 * Returns a text in lower case and without accents, for comparing what people type with what is stored. It is the
 * comparison of `kernel.normalise` in SQL, except for white space, which stays.
 * @example
 * foldText('Ação').includes(foldText('ACAO')) // true
 */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
