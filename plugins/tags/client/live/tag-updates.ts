import { useMemo, useSyncExternalStore } from 'react';
import type { TicketView } from '@balcao/tickets/contract';
import type { Tag, TagsExtra } from '../../contract.ts';

type TagUpdates = ReadonlyMap<number, Tag | null>;

/**
 * Changes of tags since this page was opened; null: deleted. Rows of conversations were fetched before and contain the
 * former tag: one tag may be on a hundred thousand, and none of them is sent again for a new name.
 */
let updates: TagUpdates = new Map();
const listeners = new Set<() => void>();

const setUpdates = (next: TagUpdates): void => {
  updates = next;
  for (const listener of listeners) listener();
};
export const publishTag = (id: number, tag: Tag | null): void => setUpdates(new Map([...updates, [id, tag]]));
/** Clears the changes after a reconnect: data fetched from now on is newer. */
export const clearTagUpdates = (): void => setUpdates(new Map());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const byName = (one: Tag, other: Tag): number => one.name.localeCompare(other.name);

/** Applies the changes to a list of tags and removes deleted ones. */
export function applyTagUpdates(tags: readonly Tag[], updated: TagUpdates): Tag[] {
  if (!tags.some(({ id }) => updated.has(id))) return [...tags];
  return tags.flatMap((tag) => (updated.has(tag.id) ? (updated.get(tag.id) ?? []) : [tag])).toSorted(byName);
}

export function useNewest(tags: readonly Tag[]): Tag[] {
  const updated = useSyncExternalStore(subscribe, () => updates);
  return useMemo(() => applyTagUpdates(tags, updated), [tags, updated]);
}

const none: Tag[] = [];
/** Returns the tags of a conversation's row. */
export const tagsOfRow = (ticket: TicketView): Tag[] => (ticket.extra['tags'] as TagsExtra | undefined) ?? none;
