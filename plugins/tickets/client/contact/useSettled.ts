import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Milliseconds without a first reading under way that count as rest. */
const rest = 100;
/** Milliseconds after which what came so far is shown. */
const longest = 2_000;
let wasShown = false;

/**
 * False while the page is opened with the contact in it and what its sections hold is still being read: one after the
 * other they would push each other down. A contact that is shown later has its sections at once.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(wasShown);
  const reading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' });
  useEffect(() => {
    wasShown ||= isSettled;
    if (isSettled) return;
    const timer = setTimeout(() => setSettled(true), longest);
    return () => clearTimeout(timer);
  }, [isSettled]);
  useEffect(() => {
    if (isSettled || reading > 0) return;
    const timer = setTimeout(() => setSettled(true), rest);
    return () => clearTimeout(timer);
  }, [isSettled, reading]);
  return isSettled;
}
