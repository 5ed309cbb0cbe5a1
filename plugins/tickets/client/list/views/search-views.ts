import { Bookmark20Regular } from '@fluentui/react-icons';
import type { SearchHit } from '@balcao/sdk/client';
import { knownViews } from './useSavedViews.ts';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds saved views by name, for the palette. */
export async function searchViews(term: string): Promise<SearchHit[]> {
  const views = await knownViews();
  return views
    .filter(({ name }) => plain(name).includes(plain(term)))
    .map(({ id, name, filters }) => ({
      id: String(id),
      title: name,
      icon: Bookmark20Regular,
      path: `/tickets?${new URLSearchParams(filters).toString()}`,
    }));
}
