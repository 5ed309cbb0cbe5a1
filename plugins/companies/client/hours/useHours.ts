import { useQuery, useQueryClient } from '@tanstack/react-query';
import { atom } from 'jotai';
import { api, useSession } from '@balcao/sdk/client';
import type { HoursDay } from '@balcao/sdk/ui';
import type { Holiday } from '../../contract.ts';
import type { Draft } from './use-draft-form.ts';

const hoursKey = ['companies', 'hours'] as const;
const holidaysKey = ['companies', 'holidays'] as const;

export const hoursDraft = atom<Draft<HoursDay[]> | undefined>();
export const holidaysDraft = atom<Draft<Holiday[]> | undefined>();

interface StoredValue<T> {
  /** The stored value; undefined while it is loading. */
  stored: T | undefined;
  error: Error | null;
  refetch(): void;
  /** Returns the value as it is stored. `known`: the stored value when the changes began. */
  save(wanted: T, known: T): Promise<T>;
}

/** Loads and saves the opening hours of the company itself. */
export function useHours(): StoredValue<HoursDay[]> {
  const { company } = useSession();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: hoursKey,
    queryFn: ({ signal }) => api.get<{ schedules: HoursDay[] }>(`/companies/${company.id}`, {}, { signal }),
  });
  return {
    stored: query.data?.schedules,
    error: query.error,
    refetch: () => void query.refetch(),
    save: async (schedules, known) => {
      const saved = await api.put<{ schedules: HoursDay[] }>(`/companies/${company.id}/schedules`, {
        schedules,
        known: { schedules: known },
      });
      queries.setQueryData(hoursKey, saved);
      return saved.schedules;
    },
  };
}

/** Loads and saves the holidays. */
export function useHolidays(): StoredValue<Holiday[]> {
  const { company } = useSession();
  const queries = useQueryClient();
  const path = `/companies/${company.id}/holidays`;
  const query = useQuery({
    queryKey: holidaysKey,
    queryFn: ({ signal }) => api.get<{ holidays: Holiday[] }>(path, {}, { signal }),
  });
  return {
    stored: query.data?.holidays,
    error: query.error,
    refetch: () => void query.refetch(),
    save: async (holidays, known) => {
      const saved = await api.put<{ holidays: Holiday[] }>(path, { holidays, known: { holidays: known } });
      queries.setQueryData(holidaysKey, saved);
      return saved.holidays;
    },
  };
}
