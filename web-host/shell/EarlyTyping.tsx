import { useEffect } from 'react';
import { useSetAtom } from 'jotai';
import { earlyTermAtom, paletteAtom } from './shell-state.ts';

/** Stands in while the palette's code is on its way: what is typed meanwhile is its term, and no shortcut of the page. */
export function EarlyTyping() {
  const setTerm = useSetAtom(earlyTermAtom);
  const setPalette = useSetAtom(paletteAtom);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') setPalette(false);
      else if (event.key === 'Backspace') setTerm((term) => term.slice(0, -1));
      else if (event.key.length === 1) setTerm((term) => term + event.key);
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    setTerm('');
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [setPalette, setTerm]);
  return null;
}
