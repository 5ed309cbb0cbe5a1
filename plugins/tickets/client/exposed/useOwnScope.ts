import { createStore } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ViewScope } from '../view/scope.ts';

interface Surroundings {
  /** The `uuid` of the conversation on show. */
  uuid: string;
  open(uuid: string): void;
  leave(): void;
}

/**
 * The scope of a view on the page of another plugin: nothing of it is in the address, and nothing is shared with
 * another view.
 */
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
    // An action that ends late, or is undone after the dialog was closed, opens nothing.
    const whileHere = (run: (now: Surroundings) => void): void => {
      if (isHere.current) run(latest.current);
    };
    return {
      store,
      shortcuts,
      hasList: false,
      current: () => (isHere.current ? latest.current.uuid : ''),
      shows: ({ uuid }) => isHere.current && latest.current.uuid === uuid,
      open: ({ uuid }) => whileHere((now) => uuid !== now.uuid && now.open(uuid)),
      leave: () => whileHere((now) => now.leave()),
    };
  }, [shortcuts, store]);
}
