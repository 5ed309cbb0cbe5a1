import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import type { ComponentRef } from '../shared/contract.ts';
import { preloadExposed } from './exposed.tsx';
import type { LazyPart } from './lazy-part.ts';
import { whenQuiet } from './quiet.ts';

/**
 * Fetches parts once the page is quiet, those that other plugins expose too: what people may open next. Answers nothing;
 * failures show when they open it.
 */
export function usePreload(...parts: readonly (Pick<LazyPart<object>, 'preload'> | ComponentRef<object>)[]): void {
  const wanted = useRef(parts);
  useEffect(
    () =>
      whenQuiet(() => {
        for (const part of wanted.current) void ('kind' in part ? preloadExposed(part) : part.preload());
      }),
    [],
  );
}

export interface OpensLaterProps {
  /** What `children` draws with, fetched when the page is quiet. */
  part: Pick<LazyPart<object>, 'preload' | 'arrived'>;
  /** The button alone; it calls `open` when pressed. */
  standIn(open: () => void): ReactElement;
  /** The same button together with the menu or popover it opens, which stands open at once if `startOpen`. */
  children(startOpen: boolean): ReactElement;
}

/**
 * A button whose menu or popover need not be there when the page first shows. The code comes when the page is quiet,
 * or with the first press, which is not lost.
 */
export function OpensLater({ part, standIn, children }: OpensLaterProps) {
  const [here, setHere] = useState(part.arrived);
  const [pressed, setPressed] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const fetch = useCallback(() => void part.preload().then((came) => came && setHere(true)), [part]);
  useEffect(() => (here ? undefined : whenQuiet(fetch)), [here, fetch]);
  // The button is another element now; whoever stood on it still does.
  useLayoutEffect(() => {
    if (here && hadFocus.current && !place.current?.contains(document.activeElement))
      place.current?.querySelector('button')?.focus();
  }, [here]);
  const open = (): void => {
    setPressed(true);
    fetch();
  };
  return (
    <span
      ref={place}
      style={{ display: 'contents' }}
      onFocus={() => (hadFocus.current = true)}
      onBlur={() => (hadFocus.current = false)}
    >
      {here ? children(pressed) : standIn(open)}
    </span>
  );
}
