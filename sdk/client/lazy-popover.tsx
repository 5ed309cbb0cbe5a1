import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import type { ComponentRef } from '../shared/contract.ts';
import { preloadExposed } from './exposed.tsx';
import type { LazyPart } from './lazy-part.ts';
import { preloadWhenIdle } from './page-idle.ts';

/**
 * Loads components once the page is idle, also those that other plugins expose: code that people may need next. A
 * browser that saves data loads them when they are opened. A failure shows when the component is opened; a
 * `LazyPopover` loads it again with each press instead.
 */
export function usePreload(...parts: readonly (Pick<LazyPart<object>, 'preload'> | ComponentRef<object>)[]): void {
  const wanted = useRef(parts);
  useEffect(
    () =>
      preloadWhenIdle(() => {
        for (const part of wanted.current) void ('kind' in part ? preloadExposed(part) : part.preload());
      }),
    [],
  );
}

export interface LazyPopoverProps {
  /** The component that `children` renders, loaded when the page is idle, unless the browser saves data. */
  part: Pick<LazyPart<object>, 'preload' | 'arrived'>;
  /** The button without its menu; it calls `open` when pressed. */
  placeholder(open: () => void): ReactElement;
  /** The same button with the menu or popover that it opens, opened at once if `startOpen`. */
  children(startOpen: boolean): ReactElement;
}

/**
 * A button whose menu or popover is loaded later: when the page is idle, or on the first press, which then opens it. If
 * loading fails nothing is shown, and the next press tries again.
 */
export function LazyPopover({ part, placeholder, children }: LazyPopoverProps) {
  const [here, setHere] = useState(part.arrived);
  const [pressed, setPressed] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const fetch = useCallback(() => void part.preload().then((isLoaded) => isLoaded && setHere(true)), [part]);
  useEffect(() => (here ? undefined : preloadWhenIdle(fetch)), [here, fetch]);
  // The button is now another element; restore the focus if the former one had it.
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
      {here ? children(pressed) : placeholder(open)}
    </span>
  );
}
