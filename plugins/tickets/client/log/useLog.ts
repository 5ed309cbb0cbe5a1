import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, usePoint, useRoom } from '@balcao/sdk/client';
import { ticketRoom } from '../../contract.ts';
import type { TicketView } from '../../contract.ts';
import { ticketKeys } from '../data/ticket-cache.ts';
import { logEntryPoint } from '../parts.ts';
import { readLog, type LogEntry } from './read-log.ts';

/** The log of a ticket as steps, oldest first, kept current. Entries of a plugin that is off are left out. */
export function useLog(ticket: TicketView) {
  const plugins = usePoint(logEntryPoint);
  const { data, error, refetch } = useQuery({
    // A change of status, attendant or queue adds a log entry.
    queryKey: [...ticketKeys.log(ticket.id), ticket.status, ticket.userId, ticket.queueId],
    queryFn: ({ signal }) => api.get<LogEntry[]>(`/tickets-log/${ticket.id}`, {}, { signal }),
    staleTime: 60_000,
  });
  useRoom(ticketRoom, { uuid: ticket.uuid }, { log: () => void refetch() }, { queryKeys: [ticketKeys.log(ticket.id)] });
  const read = useMemo(() => {
    if (!data) return undefined;
    const known = data.filter(({ type }) => !type.includes('.') || plugins.some(({ id }) => id === type));
    return readLog(known);
  }, [data, plugins]);
  return { read, error, refetch };
}
