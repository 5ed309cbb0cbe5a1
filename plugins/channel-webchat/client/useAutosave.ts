import { api, ApiError } from '@balcao/sdk/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ShownSite, SiteOptions } from '../contract.ts';
import { siteKey } from './useSite.ts';

const pauseMs = 600;

export interface Autosave {
  state: 'idle' | 'saving' | 'saved' | 'failed';
  /** The server’s faults by field. */
  errors: Readonly<Record<string, string>>;
  error: unknown;
  save(change: Partial<SiteOptions>): void;
  retry(): void;
}

/** Saves changes after a pause in typing, one call at a time; nothing is lost when the form closes early. */
export const useAutosave = (connectionId: number): Autosave => {
  const client = useQueryClient();
  const [state, setState] = useState<Autosave['state']>('idle');
  const [error, setError] = useState<unknown>();
  const waiting = useRef<Partial<SiteOptions>>({});
  const isBusy = useRef(false);
  const timer = useRef(0);

  const send = useCallback(async (): Promise<void> => {
    window.clearTimeout(timer.current);
    if (isBusy.current) return;
    isBusy.current = true;
    while (Object.keys(waiting.current).length > 0) {
      const change = waiting.current;
      waiting.current = {};
      try {
        const site = await api.put<ShownSite>(`/webchat-sites/${connectionId}`, change);
        client.setQueryData(siteKey(connectionId), site);
        setError(undefined);
        setState('saved');
      } catch (failure) {
        waiting.current = { ...change, ...waiting.current };
        setError(failure);
        setState('failed');
        break;
      }
    }
    isBusy.current = false;
  }, [client, connectionId]);

  const save = useCallback(
    (change: Partial<SiteOptions>) => {
      waiting.current = { ...waiting.current, ...change };
      setState('saving');
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void send(), pauseMs);
    },
    [send],
  );

  useEffect(() => () => void send(), [send]);

  const errors = error instanceof ApiError ? (error.fields ?? {}) : {};
  return { state, errors, error, save, retry: () => void send() };
};
