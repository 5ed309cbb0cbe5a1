import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, useRoom, useSession } from '@balcao/sdk/client';
import { agendaRoom, type CalendarEvent } from '../../contract.ts';

export interface Range {
  from: string;
  to: string;
}
export interface Colleague {
  id: number;
  name: string;
}

const key = ['agenda'] as const;

/** Everything on the calendars of these people in a range; own changes show at once, those of others within a minute. */
export const useAgenda = (range: Range | undefined, userIds: readonly number[]) => {
  const queries = useQueryClient();
  const { user } = useSession();
  const renew = () => queries.invalidateQueries({ queryKey: key });
  useRoom(
    agendaRoom,
    { userId: user.id },
    { update: () => void renew(), delete: () => void renew() },
    { queryKeys: [key] },
  );
  const query = useQuery({
    queryKey: [...key, 'events', range, userIds],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ schedules: CalendarEvent[] }>(
          '/scheduleforms',
          { ...range, userIds: userIds.join(',') },
          { signal },
        )
      ).schedules,
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: userIds.length > 1 ? 60_000 : false,
  });
  return { events: query.data ?? [], error: query.error, renew };
};

/** Colleagues whose calendars may be laid over one's own. */
export const useColleagues = (isAllowed: boolean, withSelf = false): Colleague[] => {
  const { user } = useSession();
  const query = useQuery({
    queryKey: [...key, 'colleagues'],
    queryFn: ({ signal }) => api.get<Colleague[]>('/agenda/people', {}, { signal }),
    enabled: isAllowed,
    staleTime: 300_000,
  });
  return (query.data ?? []).filter(({ id }) => withSelf || id !== user.id);
};

/** The calendars outside that the person has connected, or from which entries are here. */
export const useSources = (isAsked: boolean): string[] => {
  const query = useQuery({
    queryKey: [...key, 'sources'],
    queryFn: ({ signal }) => api.get<{ source: string }[]>('/agenda/sources', {}, { signal }),
    enabled: isAsked,
  });
  return (query.data ?? []).map(({ source }) => source);
};

/** A choice that stays in this browser. */
export const useStored = <T>(name: string, initial: T): [T, (value: T) => void] => {
  const place = `balcao.agenda.${name}`;
  const [value, setValue] = useState<T>(() => {
    try {
      return JSON.parse(localStorage.getItem(place) ?? '') as T;
    } catch {
      return initial;
    }
  });
  useEffect(() => localStorage.setItem(place, JSON.stringify(value)), [place, value]);
  return [value, setValue];
};
