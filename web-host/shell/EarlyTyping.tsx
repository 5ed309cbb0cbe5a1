import { useEffect, useLayoutEffect } from 'react';
import { useAtom, useSetAtom } from 'jotai';
import { earlyTermAtom, paletteAtom, paletteReadyAtom } from './shell-state.ts';

/**
 * Until the open palette's field has the focus, collects typed keys as its term; they trigger no shortcut of the page.
 */
export function EarlyTyping() {
  const setTerm = useSetAtom(earlyTermAtom);
  const setPalette = useSetAtom(paletteAtom);
  const [isReady, setReady] = useAtom(paletteReadyAtom);
  useEffect(
    () => () => {
      setReady(false);
      setTerm('');
    },
    [setReady, setTerm],
  );
  useLayoutEffect(() => {
    if (isReady) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') setPalette(false);
      else if (event.key === 'Backspace') setTerm((term) => term.slice(0, -1));
      else if (event.key.length === 1) setTerm((term) => term + event.key);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isReady, setPalette, setTerm]);
  return null;
}
