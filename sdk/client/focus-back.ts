import { useLayoutEffect, useState } from 'react';

/** Where the focus was, newest last. Weak, so that what left the page can be forgotten. */
let trail: WeakRef<HTMLElement>[] = [];
const longestTrail = 12;

/** Longer than the component library takes to let go of the focus, in milliseconds. */
const settling = [0, 60, 300];

/** What still waits to give the focus back, and the element that had it when that began. */
let giving: { leaving: Element | null; stop(): void } | undefined;

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
      if (!target.isConnected || !target.matches('input, textarea')) return;
      trail = trail.filter((each) => each.deref() !== target);
      if (target !== giving?.leaving) giving?.stop();
    },
    true,
  );
}

const isThere = (element: HTMLElement | undefined): element is HTMLElement =>
  element !== undefined && element.isConnected && (element.checkVisibility?.() ?? true);

function giveBack(before: readonly WeakRef<HTMLElement>[]): void {
  giving?.stop();
  const leaving = document.activeElement;
  const give = (): void => {
    const now = document.activeElement;
    // Whoever has moved the focus on purpose meanwhile knows better.
    if (now && now !== document.body && now !== leaving) return;
    const last = before.findLast((each) => isThere(each.deref()))?.deref();
    if (last !== now) last?.focus();
  };
  // At once when it leaves the page, so that no key falls in between.
  const observer = new MutationObserver(give);
  observer.observe(document.body, { childList: true });
  const timers = settling.map((wait) => setTimeout(give, wait));
  const stop = (): void => {
    observer.disconnect();
    timers.forEach(clearTimeout);
  };
  timers.push(setTimeout(stop, Math.max(...settling)));
  giving = { leaving, stop };
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
