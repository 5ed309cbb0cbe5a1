import { useMemo } from 'react';
import type { TicketView } from '../../contract.ts';
import { searchTerm } from '../model/list-filters.ts';
import type { ListFilters } from '../model/list-filters.ts';
import { useMarks } from './marks.ts';
import { useTicketList } from './useTicketList.ts';

/** The rows with pinned ones on top, and above them those whose snooze is over. */
export function useTopRows(filters: ListFilters, rows: readonly TicketView[]): readonly TicketView[] {
  const marks = useMarks();
  const ids = useMemo(() => {
    if (!marks || searchTerm(filters) !== '') return [];
    const back = marks.snoozed.filter(({ isBack }) => isBack).map(({ ticketId }) => ticketId);
    return [...new Set([...back, ...marks.pinned])];
  }, [filters, marks]);
  const sorted = useMemo(() => [...ids].sort((one, other) => one - other), [ids]);
  const top = useTicketList({ ...filters, ids: sorted }, ids.length > 0);
  return useMemo(() => {
    if (ids.length === 0) return rows;
    // Until they are loaded, those among the loaded rows.
    const known = new Map([...rows, ...top.rows].map((ticket) => [ticket.id, ticket]));
    const first = ids.flatMap((id) => known.get(id) ?? []);
    const isFirst = new Set(ids);
    return [...first, ...rows.filter(({ id }) => !isFirst.has(id))];
  }, [ids, rows, top.rows]);
}
