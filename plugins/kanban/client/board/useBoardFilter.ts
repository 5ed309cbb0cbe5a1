import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The filters of a board, as they are in the address; '' for none. */
export interface BoardFilter {
  /** '' for one's own, `all`, or the id of an attendant. */
  view: string;
  search: string;
  status: string;
  queueIds: string;
  users: string;
  whatsappId: string;
  tags: string;
  /** In cents. */
  min: string;
  max: string;
  idleDays: string;
  followUp: string;
}
const names = [
  'view',
  'search',
  'status',
  'queueIds',
  'users',
  'whatsappId',
  'tags',
  'min',
  'max',
  'idleDays',
  'followUp',
] as const satisfies readonly (keyof BoardFilter)[];

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
  const values = JSON.stringify(names.map((name) => [name, search.get(name) ?? '']));
  const filter = useMemo(
    () => Object.fromEntries(JSON.parse(values) as [string, string][]) as unknown as BoardFilter,
    [values],
  );
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
  const board = Number(search.get('quadro'));
  return {
    kanbanId: board > 0 ? board : undefined,
    filter,
    count: names.filter((name) => name !== 'view' && name !== 'search' && filter[name] !== '').length,
    uuid: search.get('conversa') ?? undefined,
    setFilter: useCallback((given) => change({ ...given }, true), [change]),
    setBoard: useCallback((id) => change({ quadro: String(id) }, false), [change]),
    setUuid: useCallback((uuid) => change({ conversa: uuid }, uuid === undefined), [change]),
  };
};
