import { Bookmark20Regular } from '@fluentui/react-icons';
import type { SearchHit } from '@balcao/sdk/client';
import { foldText } from '@balcao/sdk/client';
import { knownViews } from './useSavedViews.ts';

/** Finds saved views by name, for the palette. */
export async function searchViews(term: string): Promise<SearchHit[]> {
  const views = await knownViews();
  return views
    .filter(({ name }) => foldText(name).includes(foldText(term)))
    .map(({ id, name, filters }) => ({
      id: String(id),
      title: name,
      icon: Bookmark20Regular,
      path: `/tickets?${new URLSearchParams(filters).toString()}`,
    }));
}
