import { useEffect, useLayoutEffect, useRef } from 'react';

/** Gives the focus back to where it was when something that had taken it is closed. */
export function useFocusBack(open: boolean): void {
  const before = useRef<HTMLElement | null>(null);
  // Before the effects by which a sheet takes the focus.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }, [open]);
  useEffect(() => {
    if (!open) before.current?.focus();
  }, [open]);
}
