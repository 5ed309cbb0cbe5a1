import { useMemo, useRef } from 'react';
import { nobody } from '../../panel.ts';
import type { PanelFilters } from '../data/panel-filters.ts';
import type { PanelStore } from '../data/panel-store.ts';
import { usePanelVersion } from '../data/usePanel.ts';
import { isColleague } from '../model/colleague.ts';
import { orderedPeople, steadyOrder } from '../model/card-order.ts';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/**
 * The cards in order: those without attendant first. While the pointer or the focus is among the cards none of them
 * moves; the order is applied on leaving.
 */
export function useOwners(store: PanelStore, filters: PanelFilters, isHeld: boolean) {
  const version = usePanelVersion(store);
  const { queueIds, tagIds, name, order } = filters;
  const key = JSON.stringify(filters);
  const drawn = useRef<{ key: string; ids: readonly number[] }>({ key: '', ids: [] });
  const ids = useMemo(() => {
    const term = plain(name);
    const people = store.people().filter((person) => {
      if (term && !plain(person.name).includes(term)) return false;
      const has = store.counts(person.id).total > 0;
      if (has) return true;
      if (!isColleague(person) || tagIds.length > 0) return false;
      return queueIds.length === 0 || person.queueIds.some((id) => queueIds.includes(id));
    });
    return [nobody, ...orderedPeople(people, order, (id) => store.counts(id)).map(({ id }) => id)];
    // The store is not React's: its version tells when it changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [store, version, key]);
  const before = drawn.current;
  const now = isHeld && before.key === key && before.ids.length > 0 ? steadyOrder(before.ids, ids) : ids;
  const same = before.ids.length === now.length && now.every((id, index) => id === before.ids[index]);
  drawn.current = { key, ids: same ? before.ids : now };
  return { owners: drawn.current.ids, version };
}
