import { useLayoutEffect, useState } from 'react';

/** Where the focus was, newest last. Weak, so that what left the page can be forgotten. */
let trail: WeakRef<HTMLElement>[] = [];
const longestTrail = 12;

/** Longer than the component library takes to let go of the focus, in milliseconds. */
const settling = [0, 60, 300];

if (typeof document !== 'undefined') {
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      trail = [...trail.filter((each) => each.deref() !== target), new WeakRef(target)].slice(-longestTrail);
    },
    true,
  );
  document.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      // Left for nowhere, as Esc leaves a field: whoever left it wants the keys of the page, and not to type into it again.
      if (relatedTarget !== null || !document.hasFocus() || !(target instanceof HTMLElement)) return;
      if (target.matches('input, textarea')) trail = trail.filter((each) => each.deref() !== target);
    },
    true,
  );
}

const isThere = (element: HTMLElement | undefined): element is HTMLElement =>
  element !== undefined && element.isConnected && (element.checkVisibility?.() ?? true);

function giveBack(before: readonly WeakRef<HTMLElement>[]): void {
  const leaving = document.activeElement;
  for (const wait of settling) {
    setTimeout(() => {
      const now = document.activeElement;
      // Whoever has moved the focus on purpose meanwhile knows better.
      if (now && now !== document.body && now !== leaving) return;
      const last = before.findLast((each) => isThere(each.deref()))?.deref();
      if (last !== now) last?.focus();
    }, wait);
  }
}

/**
 * Gives the focus back when something that took it closes: to what had it before, or, where that is gone, to the last
 * that had it and still stands: a menu's button when its entry opened a dialog, a row when the button in it is no more.
 * The kit's dialogs and sheets do it by themselves. `open` is for what stays mounted while it is closed.
 */
export function useFocusBack(open = true): void {
  // While it renders, because fields that want the focus take it before effects run.
  const [before, setBefore] = useState(open ? trail : undefined);
  if (open && before === undefined) setBefore(trail);
  if (!open && before !== undefined) setBefore(undefined);
  useLayoutEffect(() => {
    return before && (() => giveBack(before));
  }, [before]);
}
