import { createStore } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ViewScope } from '../view/scope.ts';

interface Surroundings {
  /** What is shown. */
  uuid: string;
  open(uuid: string): void;
  leave(): void;
}

/** A view on the page of another plugin: nothing of it is in the address, and nothing is shared with another view. */
export function useOwnScope(surroundings: Surroundings, shortcuts: boolean): ViewScope {
  const [store] = useState(createStore);
  const latest = useRef(surroundings);
  latest.current = surroundings;
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useMemo(() => {
    // What ends late, or is undone once the dialog is closed, opens nothing any more.
    const whileHere = (run: (now: Surroundings) => void): void => {
      if (isHere.current) run(latest.current);
    };
    return {
      store,
      shortcuts,
      hasList: false,
      place: () => (isHere.current ? latest.current.uuid : ''),
      shows: ({ uuid }) => isHere.current && latest.current.uuid === uuid,
      open: ({ uuid }) => whileHere((now) => uuid !== now.uuid && now.open(uuid)),
      leave: () => whileHere((now) => now.leave()),
    };
  }, [shortcuts, store]);
}
