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

export const preferencesQuery = {
  queryKey: key,
  queryFn: () => api.get<PreferencesAnswer>(path),
  staleTime: Number.POSITIVE_INFINITY,
};

export const usePreferences = () => useQuery(preferencesQuery);
/** The same for what is no component: asked for once, and kept. */
export const preferencesNow = (): Promise<PreferencesAnswer> => queryClient.ensureQueryData(preferencesQuery);

/** Choices that the server has not answered yet, and whether it should be asked again once it has. */
let unanswered = 0;
let isStale = false;
let lastSent: Promise<unknown> = Promise.resolve();

/** Asks again what holds. Not while choices are on their way: an answer from before them would take them back on screen. */
export function preferencesChanged(): void {
  isStale = unanswered > 0;
  if (!isStale) void queryClient.invalidateQueries({ queryKey: key });
}

/** Shown at once, and sent one after another: two on their way together may arrive in the other order. */
export async function choose(chosen: Partial<Preferences>): Promise<void> {
  unanswered += 1;
  const sent = lastSent.then(() => api.put(path, chosen));
  lastSent = sent.catch(() => undefined);
  try {
    await queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData<PreferencesAnswer>(key, (before) => before && { ...before, ...chosen });
    await sent;
  } catch (error) {
    // What was not kept is taken back by what the server has.
    isStale = true;
    throw error;
  } finally {
    unanswered -= 1;
    if (unanswered === 0 && isStale) preferencesChanged();
  }
}
