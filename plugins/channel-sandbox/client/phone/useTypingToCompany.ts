import { useCallback, useEffect, useRef } from 'react';
import { api } from '@balcao/sdk/client';

const againMs = 4000;
const restMs = 3000;

/** Sends the person’s typing indicator to the attendant, and its end after a pause. */
export function useTypingToCompany(connectionId: number, number: string): { typed(): void; stopped(): void } {
  const last = useRef(0);
  const rest = useRef<number>(undefined);
  const send = useCallback(
    (state: 'composing' | 'paused') =>
      // A lost typing indicator does no harm.
      void api.post(`/sandbox/${connectionId}/presence`, { from: number, state }).catch(() => undefined),
    [connectionId, number],
  );
  const stopped = useCallback(() => {
    window.clearTimeout(rest.current);
    if (last.current === 0) return;
    last.current = 0;
    send('paused');
  }, [send]);
  const typed = useCallback(() => {
    const now = Date.now();
    if (now - last.current > againMs) {
      last.current = now;
      send('composing');
    }
    window.clearTimeout(rest.current);
    rest.current = window.setTimeout(stopped, restMs);
  }, [stopped, send]);
  useEffect(() => stopped, [stopped]);
  return { typed, stopped };
}
