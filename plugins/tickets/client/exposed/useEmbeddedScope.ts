import { createStore } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ViewScope } from '../view/scope.ts';

/** The page or dialog of another plugin that shows the conversation. */
interface EmbeddingPage {
  /** The `uuid` of the conversation on show. */
  uuid: string;
  open(uuid: string): void;
  leave(): void;
}

/**
 * Returns the scope of a conversation view that another plugin embeds. Unlike the ticket screen it keeps nothing in the
 * page's address, and it shares no state with other views.
 */
export function useEmbeddedScope(page: EmbeddingPage, { shortcuts }: { shortcuts: boolean }): ViewScope {
  const [store] = useState(createStore);
  const latest = useRef(page);
  latest.current = page;
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useMemo(() => {
    // An action that finishes after the view was closed, or is undone then, opens nothing.
    const ifMounted = (run: (now: EmbeddingPage) => void): void => {
      if (isMounted.current) run(latest.current);
    };
    return {
      store,
      shortcuts,
      // No list of tickets stands beside the conversation.
      hasList: false,
      current: () => (isMounted.current ? latest.current.uuid : ''),
      shows: ({ uuid }) => isMounted.current && latest.current.uuid === uuid,
      open: ({ uuid }) => ifMounted((now) => uuid !== now.uuid && now.open(uuid)),
      leave: () => ifMounted((now) => now.leave()),
    };
  }, [shortcuts, store]);
}
