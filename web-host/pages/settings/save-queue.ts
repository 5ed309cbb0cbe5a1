import { useCallback, useRef } from 'react';

/** State of the last change, shown at the head of the page. */
export type Saved =
  | { state: 'idle' }
  | { state: 'saving' }
  | { state: 'saved'; at: Date; undo?: () => void }
  | { state: 'undone'; at: Date };

/** Runs changes one after the other, so that two quick ones arrive in order. */
export function useSaveQueue(): (work: () => Promise<void>) => Promise<void> {
  const last = useRef<Promise<void>>(Promise.resolve());
  return useCallback((work) => {
    const next = last.current.then(work);
    last.current = next.catch(() => undefined);
    return next;
  }, []);
}
