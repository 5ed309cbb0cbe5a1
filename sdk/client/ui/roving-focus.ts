import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';

const stops = 'a[href], button:not(:disabled)';
const preferred = '[aria-selected="true"], [aria-current="page"]';
const steps = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
  both: { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 },
} as const;

export interface RovingFocus<E extends HTMLElement> {
  ref: RefObject<E | null>;
  onKeyDown(event: KeyboardEvent<E>): void;
  onFocus(event: FocusEvent<E>): void;
  onBlur(event: FocusEvent<E>): void;
}

/**
 * Makes the links and buttons inside one element a single stop of the Tab key (roving tabindex), with arrows, Home and
 * End to move. The Tab key enters at the selected one (`aria-selected`, `aria-current`), else at the first.
 */
export function useRovingFocus<E extends HTMLElement>(
  axis: keyof typeof steps,
  { circular = false } = {},
): RovingFocus<E> {
  const ref = useRef<E>(null);
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>(stops) ?? [])];
  const stopAt = (wanted?: Element | null) => {
    const all = items();
    const stop = all.find((item) => item === wanted) ?? all.find((item) => item.matches(preferred)) ?? all[0];
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
  };
  // After every render: the content and the selected item may have changed.
  useEffect(() => stopAt(document.activeElement));

  return {
    ref,
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const all = items();
      const at = all.findIndex((item) => item === document.activeElement);
      const step = (steps[axis] as Readonly<Record<string, number>>)[event.key];
      const last = all.length - 1;
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? last : step && at + step;
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      all[circular ? (to + all.length) % all.length : Math.min(last, Math.max(0, to))]?.focus();
    },
    onFocus: (event) => stopAt(event.target),
    onBlur: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) stopAt();
    },
  };
}
