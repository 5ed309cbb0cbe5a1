import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, useRoom } from '@balcao/sdk/client';
import { dashboardRoom } from '../../contract.ts';
import { listOf } from '../parts/useAddress.ts';

export interface PeriodCounters {
  supportFinished: number;
  leads: number;
  avgSupportTime: number | null;
  avgWaitTime: number | null;
  avgReplyTime: number | null;
  attendances: number;
  unattended: number;
  avgOpenWaitTime: number | null;
  rating: number | null;
  ratings: number;
}
export interface Counters extends PeriodCounters {
  supportPending: number;
  supportHappening: number;
}
export interface Attendant {
  id: number;
  name: string;
  rating: number | null;
  ratingMean: number | null;
  ratings: number;
  avgSupportTime: number | null;
  avgWaitTime: number | null;
  finished: number;
  happening: number;
  online: boolean;
  lastOnline: string | null;
  queues: string[];
}
export interface QueueNow {
  id: number;
  name: string;
  color: string | null;
  pending: number;
  happening: number;
  waitingSince: string | null;
}
export interface Dashboard {
  counters: Counters;
  attendants: Attendant[];
  queues: QueueNow[];
  period: { from: string; to: string };
  updatedAt: string;
}
export interface Hours {
  date: string;
  hour: number;
  today: number[];
  usual: number[];
}

const everyMinute = 60_000;
/** Live changes are gathered, because a busy company has several in a second. */
const soon = 2000;

/** The parameters of the calls in the page's address. */
export const dashboardParams = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    ['days', 'date_from', 'date_to', 'queueIds', 'users'].flatMap((name) => {
      const value = params[name];
      return value ? [[name, value]] : [];
    }),
  );

export const useDashboard = (address: Readonly<Record<string, string>>) => {
  const params = dashboardParams(address);
  const { queueIds = '', users = '' } = params;
  const keys = { ...(queueIds && { queueIds }), ...(users && { users }) };
  const read = <T>(path: string, sent: Record<string, string>) => ({
    queryKey: ['reports', path, sent],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(path, sent, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMinute,
  });
  const dashboard = useQuery(read<Dashboard>('/dashboard', params));
  const previous = useQuery(read<PeriodCounters>('/dashboard/previous', params));
  const hours = useQuery(read<Hours>('/dashboard/hours', keys));
  const timer = useRef<number>(undefined);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const { refetch } = dashboard;
  const { refetch: refetchHours } = hours;
  useRoom(
    dashboardRoom,
    {},
    {
      changed: () => {
        // A timer that runs is not restarted, or a busy company would see nothing new.
        timer.current ??= window.setTimeout(() => {
          timer.current = undefined;
          void refetch();
          void refetchHours();
        }, soon);
      },
    },
    {
      queryKeys: [
        ['reports', '/dashboard'],
        ['reports', '/dashboard/hours'],
      ],
    },
  );
  return {
    dashboard,
    previous,
    hours,
    params,
    filter: { queueIds: listOf(queueIds).map(Number), userIds: listOf(users).map(Number) },
  };
};

/** The address of the report with the same people and queues; `by` adds what the number stands for. */
export const reportLink = (
  period: Dashboard['period'],
  keys: Readonly<Record<string, string>>,
  by: Readonly<Record<string, string>>,
): string => {
  const { queueIds = '', users = '' } = keys;
  const search = new URLSearchParams({ dateFrom: period.from, dateTo: period.to });
  for (const [name, value] of Object.entries({ queueIds, users, ...by }))
    if (value === '') search.delete(name);
    else search.set(name, value);
  return `/reports?${search.toString()}`;
};
