import { foldText } from '@balcao/sdk/client';
import type { Tag } from '../contract.ts';

/** Normalises a name as the server does: case, accents and repeated blanks are ignored. */
export const normaliseName = (text: string): string => foldText(text).trim().replace(/\s+/g, ' ');

export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Returns the tags that match a term, those that start with it first. An empty term matches all. */
export function matching(tags: readonly Tag[], term: string): Tag[] {
  const wanted = normaliseName(term);
  if (wanted === '') return [...tags];
  const found = tags.filter(({ name }) => normaliseName(name).includes(wanted));
  const begins = ({ name }: Tag): boolean => normaliseName(name).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((tag) => !begins(tag))];
}

export const findByName = (tags: readonly Tag[], name: string): Tag | undefined =>
  tags.find((tag) => normaliseName(tag.name) === normaliseName(name));
