import { useCallback, useMemo, useRef, useState } from 'react';
import type { TicketView } from '../../../contract.ts';
import { allOf, nothingSelected, rangedTo, stillThere, toggled } from '../../model/selection.ts';
import type { Selection } from '../../model/selection.ts';

/** The selected rows of this list. Another list starts with an empty selection. */
export function useSelection(rows: readonly TicketView[], list: string) {
  const [state, setState] = useState({ list, selection: nothingSelected });
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useMemo(
    () => (state.list === list ? stillThere(state.selection, ids) : nothingSelected),
    [ids, list, state],
  );
  const tickets = useMemo(
    () => (selection.ids.size === 0 ? [] : rows.filter(({ id }) => selection.ids.has(id))),
    [rows, selection],
  );
  const there = useRef(ids);
  there.current = ids;
  const change = useCallback(
    (step: (known: Selection, ids: readonly number[]) => Selection) =>
      setState((known) => {
        const before = known.list === list ? stillThere(known.selection, there.current) : nothingSelected;
        return { list, selection: step(before, there.current) };
      }),
    [list],
  );
  const actions = useMemo(
    () => ({
      toggle: (id: number) => change((known) => toggled(known, id)),
      rangeTo: (id: number) => change((known, there) => rangedTo(known, there, id)),
      all: () => change((_, there) => allOf(there)),
      clear: () => change(() => nothingSelected),
      /** Failed tickets stay selected, to show which they were. */
      select: (ids: readonly number[]) => change(() => ({ ids: new Set(ids), anchor: undefined })),
    }),
    [change],
  );
  return useMemo(
    () => ({ ids: selection.ids, tickets, isOn: selection.ids.size > 0, ...actions }),
    [actions, selection, tickets],
  );
}
export type ListSelection = ReturnType<typeof useSelection>;
