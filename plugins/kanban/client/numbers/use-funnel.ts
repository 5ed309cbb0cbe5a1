import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { api, useSession } from '@balcao/sdk/client';

export interface Sum {
  count: number;
  cents: number;
}
export interface Outcomes {
  won: Sum;
  lost: Sum;
}
export interface LaneNumbers {
  laneId: string;
  title: string;
  color: string;
  outcome: 'won' | 'lost' | null;
  entered: number;
  movedOn: number;
  days: number | null;
  cents: number;
}
export interface OutcomeGroup extends Outcomes {
  id: number;
  name: string;
  color?: string;
}
export interface Funnel extends Outcomes {
  lanes: LaneNumbers[];
  entered: number;
  daysToWin: number | null;
  weeks: (Outcomes & { week: string })[];
  people: OutcomeGroup[];
  queues: OutcomeGroup[];
}

export const periods = ['7', '30', '90', '365'] as const;
export type Period = (typeof periods)[number];

/** The last days in the company's calendar, today included. */
const lastDays = (count: number, timeZone: string): { from: string; to: string } => {
  const day = (time: number): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
  const now = Date.now();
  return { from: day(now - (count - 1) * 86_400_000), to: day(now) };
};

export interface FunnelFilter {
  period: Period;
  userId: string;
  queueId: string;
}

/** The numbers of a board, and the filter, which is in the address. */
export const useFunnel = (kanbanId: number | undefined) => {
  const { company } = useSession();
  const [address, setAddress] = useSearchParams();
  const text = address.toString();
  const filter = useMemo((): FunnelFilter => {
    const given = new URLSearchParams(text);
    return {
      period: periods.find((one) => one === given.get('dias')) ?? '30',
      userId: given.get('userId') ?? '',
      queueId: given.get('queueId') ?? '',
    };
  }, [text]);
  const change = (entries: Readonly<Record<string, string>>): void =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(entries))
          if (value === '') after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const { userId, queueId, period } = filter;
  const params = {
    kanbanId: kanbanId ?? 0,
    ...lastDays(Number(period), company.timeZone),
    ...(userId && { userId }),
    ...(queueId && { queueId }),
  };
  const query = useQuery({
    queryKey: ['kanban', 'numbers', params],
    queryFn: ({ signal }) => api.get<Funnel>('/kanban-numbers', params, { signal }),
    enabled: kanbanId !== undefined,
    placeholderData: keepPreviousData,
  });
  return { filter, change, params, query };
};
