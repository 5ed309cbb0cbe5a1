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
/** Returns the preferences outside of components: fetched once and cached. */
export const preferencesNow = (): Promise<PreferencesAnswer> => queryClient.ensureQueryData(preferencesQuery);

/** Number of choices without a response, and whether to refetch once all have one. */
let unanswered = 0;
let isStale = false;
let lastSent: Promise<unknown> = Promise.resolve();

/** Refetches the preferences. Not while choices are in flight: an older response would revert them on screen. */
export function preferencesChanged(): void {
  isStale = unanswered > 0;
  if (!isStale) void queryClient.invalidateQueries({ queryKey: key });
}

/**
 * Shows a choice at once and sends choices one after another: two requests in parallel may arrive in the other order.
 */
export async function choose(chosen: Partial<Preferences>): Promise<void> {
  unanswered += 1;
  const sent = lastSent.then(() => api.put(path, chosen));
  lastSent = sent.catch(() => undefined);
  try {
    await queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData<PreferencesAnswer>(key, (before) => before && { ...before, ...chosen });
    await sent;
  } catch (error) {
    // A refused choice is reverted by refetching.
    isStale = true;
    throw error;
  } finally {
    unanswered -= 1;
    if (unanswered === 0 && isStale) preferencesChanged();
  }
}
