import { useCallback, useRef } from 'react';

/** What the page's head says about the last change. */
export type Saved =
  | { state: 'idle' }
  | { state: 'saving' }
  | { state: 'saved'; at: Date; undo?: () => void }
  | { state: 'undone'; at: Date };

/** Runs changes one after the other, so that two quick ones arrive in the order they were made. */
export function useSaveQueue(): (work: () => Promise<void>) => Promise<void> {
  const last = useRef<Promise<void>>(Promise.resolve());
  return useCallback((work) => {
    const next = last.current.then(work);
    last.current = next.catch(() => undefined);
    return next;
  }, []);
}
