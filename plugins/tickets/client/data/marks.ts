import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queryClient } from '@balcao/sdk/client';
import { reloadTickets, ticketKeys } from './ticket-cache.ts';

export interface Snoozed {
  ticketId: number;
  until: string;
  /** Milliseconds until then, by the server's clock. */
  inMs: number;
  /** The time is over or the customer wrote, and it was not opened since. */
  isBack: boolean;
}
interface Marks {
  pinned: number[];
  snoozed: Snoozed[];
}

export const marksQuery = queryOptions({
  queryKey: ticketKeys.marks,
  queryFn: ({ signal }) => api.get<Marks>('/tickets/marks', {}, { signal }),
  staleTime: 60_000,
});

/** Pins and snoozes of this person. */
export const useMarks = (): Marks | undefined => useQuery(marksQuery).data;

/** True when its snooze is over and it was not opened since. */
export const isBack = (ticketId: number): boolean =>
  queryClient
    .getQueryData<Marks>(ticketKeys.marks)
    ?.snoozed.some((each) => each.ticketId === ticketId && each.isBack) === true;

/** Below the maximum delay of a browser timer, 2^31 - 1 ms: a longer one would fire at once. */
const maxTimerMs = 2_000_000_000;

/** Loads the marks again when the next snooze ends. */
export function useSnoozeTimer(): void {
  const marks = useMarks();
  useEffect(() => {
    const next = marks?.snoozed.filter(({ isBack }) => !isBack).map(({ inMs }) => inMs);
    if (!next || next.length === 0) return undefined;
    const timer = setTimeout(reloadTickets, Math.min(Math.min(...next) + 250, maxTimerMs));
    return () => clearTimeout(timer);
  }, [marks]);
}

const changed = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } finally {
    await queryClient.invalidateQueries({ queryKey: ticketKeys.marks });
    reloadTickets();
  }
};

export const pinTicket = (id: number): Promise<void> => changed(api.put(`/tickets/${id}/pin`, {}));
export const unpinTicket = (id: number): Promise<void> => changed(api.delete(`/tickets/${id}/pin`));
export const snoozeTicket = (id: number, until: Date): Promise<void> =>
  changed(api.put(`/tickets/${id}/snooze`, { until: until.toISOString() }));
export const unsnoozeTicket = (id: number): Promise<void> => changed(api.delete(`/tickets/${id}/snooze`));
