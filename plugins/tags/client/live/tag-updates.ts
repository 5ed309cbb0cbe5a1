import { useMemo, useSyncExternalStore } from 'react';
import type { TicketView } from '@balcao/tickets/contract';
import type { Tag, TagsExtra } from '../../contract.ts';

type News = ReadonlyMap<number, Tag | null>;

/**
 * What was told about tags since this page was opened; null: deleted. Rows of conversations were read before it and
 * keep the tag as it was: one tag may stand on a hundred thousand, and none of them is sent again for a new name.
 */
let news: News = new Map();
const listeners = new Set<() => void>();

const put = (next: News): void => {
  news = next;
  for (const listener of listeners) listener();
};
export const publishTag = (id: number, tag: Tag | null): void => put(new Map([...news, [id, tag]]));
/** Something may have been missed: what is read from now on is newer than what was told. */
export const forgetTagUpdates = (): void => put(new Map());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const byName = (one: Tag, other: Tag): number => one.name.localeCompare(other.name);

/** Tags as they are called now, without those that are gone. */
export function newest(tags: readonly Tag[], told: News): Tag[] {
  if (!tags.some(({ id }) => told.has(id))) return [...tags];
  return tags.flatMap((tag) => (told.has(tag.id) ? (told.get(tag.id) ?? []) : [tag])).toSorted(byName);
}

export function useNewest(tags: readonly Tag[]): Tag[] {
  const told = useSyncExternalStore(subscribe, () => news);
  return useMemo(() => newest(tags, told), [tags, told]);
}

const none: Tag[] = [];
/** What the list's row says that a conversation wears. */
export const wornBy = (ticket: TicketView): Tag[] => (ticket.extra['tags'] as TagsExtra | undefined) ?? none;
