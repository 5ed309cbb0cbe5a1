import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Milliseconds without a pending first load after which the panel is settled. */
const quietMs = 100;
/** Milliseconds after which it is shown anyway. */
const maxWaitMs = 2_000;
let wasShown = false;

/**
 * False while the page loads with the contact panel open and its sections are still loading: one after the other they
 * would push each other down. A panel opened later shows its sections at once.
 */
export function useSectionsLoaded(): boolean {
  const [isSettled, setSettled] = useState(wasShown);
  const reading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  useEffect(() => {
    wasShown ||= isSettled;
    if (isSettled) return;
    const timer = setTimeout(() => setSettled(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isSettled]);
  useEffect(() => {
    if (isSettled || reading > 0) return;
    const timer = setTimeout(() => setSettled(true), quietMs);
    return () => clearTimeout(timer);
  }, [isSettled, reading]);
  return isSettled;
}
