import type { Tag } from '../contract.ts';

/** As the server compares names: case, accents and doubled blanks do not count. */
export const spelled = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');

export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Tags that a term finds: those that begin with it first. An empty term finds all. */
export function matching(tags: readonly Tag[], term: string): Tag[] {
  const wanted = spelled(term);
  if (wanted === '') return [...tags];
  const found = tags.filter(({ name }) => spelled(name).includes(wanted));
  const begins = ({ name }: Tag): boolean => spelled(name).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((tag) => !begins(tag))];
}

export const named = (tags: readonly Tag[], name: string): Tag | undefined =>
  tags.find((tag) => spelled(tag.name) === spelled(name));
