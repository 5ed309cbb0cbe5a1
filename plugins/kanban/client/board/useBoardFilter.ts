import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { filterNames, readBoard, readFilter, type BoardFilter } from './board-filter.ts';

export interface BoardPlace {
  kanbanId: number | undefined;
  filter: BoardFilter;
  /** Number of filters that are set, beside the view and the search. */
  count: number;
  /** The open conversation. */
  uuid: string | undefined;
  setFilter(change: Partial<BoardFilter>): void;
  setBoard(kanbanId: number): void;
  setUuid(uuid: string | undefined): void;
}

/** Reads the board, the filters and the open conversation from the address, and writes them there. */
export const useBoardPlace = (): BoardPlace => {
  const [search, setSearch] = useSearchParams();
  // The same object as long as its values are: the address also names the board and the open conversation.
  const values = JSON.stringify(readFilter(search));
  const filter = useMemo(() => JSON.parse(values) as BoardFilter, [values]);
  const change = useCallback(
    (entries: Readonly<Record<string, string | undefined>>, replace: boolean) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(entries))
            if (value === undefined || value === '') after.delete(name);
            else after.set(name, value);
          return after;
        },
        { replace },
      ),
    [setSearch],
  );
  return {
    kanbanId: readBoard(search),
    filter,
    count: filterNames.filter((name) => name !== 'view' && name !== 'search' && filter[name] !== '').length,
    uuid: search.get('conversa') ?? undefined,
    setFilter: useCallback((given) => change({ ...given }, true), [change]),
    setBoard: useCallback((id) => change({ quadro: String(id) }, false), [change]),
    setUuid: useCallback((uuid) => change({ conversa: uuid }, uuid === undefined), [change]),
  };
};
