import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useFormat, useSession, type Missed } from '@balcao/sdk/client';
import type { PanelFilters } from './panel-filters.ts';
import { panelQuery, type Reading } from './panel-query.ts';
import { PanelStore } from './panel-store.ts';
import { readings } from './readings.ts';

/** Reads the panel into a store, which live messages then keep current. */
export function usePanel(filters: Pick<PanelFilters, 'queueIds' | 'tagIds'>) {
  const { data, error, refetch } = useQuery(panelQuery(filters));
  const { user } = useSession();
  const format = useFormat();
  const [store] = useState(() => new PanelStore((time) => format.date(time)));
  const loaded = useRef<Reading>(undefined);

  useLayoutEffect(() => {
    if (!data || loaded.current === data) return;
    loaded.current = data;
    readings.live = data;
    const { panel, filters: read } = data;
    const queueIds = panel.people.find(({ id }) => id === user.id)?.queueIds ?? [];
    store.load(panel, { ...read, only: panel.seesAll ? undefined : { userId: user.id, queueIds } }, readings.end());
  }, [data, store, user.id]);
  useEffect(
    () => () => {
      readings.live = undefined;
      store.stop();
    },
    [store],
  );

  const again = useCallback(() => void refetch(), [refetch]);
  /** Reads the panel again when its last reading misses live messages. */
  const onJoined = useCallback(
    (missed: Missed) => {
      const at = readings.since ?? loaded.current?.at;
      if (at !== undefined && missed(at)) again();
    },
    [again],
  );
  const panel = data?.panel;
  return useMemo(() => ({ store, panel, error, again, onJoined }), [again, error, onJoined, panel, store]);
}

/** The page's numbers: rendered again after each change of anything. */
export const usePanelVersion = (store: PanelStore): number => useSyncExternalStore(store.watchAll, store.version);

/** One person's card: rendered again when its conversations or the person change. */
export function useDesk(store: PanelStore, ownerId: number) {
  const watch = useCallback((notify: () => void) => store.watchCard(ownerId, notify), [ownerId, store]);
  return {
    entries: useSyncExternalStore(watch, () => store.entries(ownerId)),
    counts: useSyncExternalStore(watch, () => store.counts(ownerId)),
    person: useSyncExternalStore(watch, () => store.person(ownerId)),
  };
}
