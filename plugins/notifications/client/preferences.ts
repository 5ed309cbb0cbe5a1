import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '@balcao/sdk/client';
import type { SoundName } from './notices/sounds.ts';

export interface Preferences {
  sounds: boolean;
  sound: SoundName;
  volume: number;
  desktop: boolean;
  previews: boolean;
  off: string[];
  quiet: { from: string; to: string } | null;
}
export type PreferencesAnswer = Preferences & { publicKey: string };

const key = ['notifications', 'preferences'] as const;
const path = '/notifications/preferences';

const query = {
  queryKey: key,
  queryFn: () => api.get<PreferencesAnswer>(path),
  staleTime: Number.POSITIVE_INFINITY,
};

export const usePreferences = () => useQuery(query);
/** The same for what is no component: asked for once, and kept. */
export const preferencesNow = (): Promise<PreferencesAnswer> => queryClient.ensureQueryData(query);
export const preferencesChanged = (): void => void queryClient.invalidateQueries({ queryKey: key });

/** Shown at once; taken back when the server does not keep it. */
export async function choose(chosen: Partial<Preferences>): Promise<void> {
  await queryClient.cancelQueries({ queryKey: key });
  const before = queryClient.getQueryData<PreferencesAnswer>(key);
  if (before) queryClient.setQueryData(key, { ...before, ...chosen });
  try {
    await api.put(path, chosen);
  } catch (error) {
    queryClient.setQueryData(key, before);
    preferencesChanged();
    throw error;
  }
}
