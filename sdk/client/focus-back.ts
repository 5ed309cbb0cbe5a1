import { useLayoutEffect, useState } from 'react';

/** Elements that had the focus, newest last. References are weak, so that removed elements can be collected. */
let trail: WeakRef<HTMLElement>[] = [];
const longestTrail = 12;

/** Delays that cover the time in which the component library still moves the focus, in milliseconds. */
const settling = [0, 60, 300];

/** The pending restoration, with the element that had the focus when it began. */
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
      // The focus left for nowhere, as Esc does in a field: the person wants the page's keys and not the field again.
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
    // The focus was moved on purpose meanwhile.
    if (now && now !== document.body && now !== leaving) return;
    const last = before.findLast((each) => isThere(each.deref()))?.deref();
    if (last !== now) last?.focus();
  };
  // Restores the focus in the moment the element is removed, so that no key press is lost.
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
 * Restores the focus when an element that took it closes: to the element that had it before or, if that is gone, to the
 * last earlier one that still exists, such as a menu's button whose entry opened a dialog, or the row of a removed
 * button. The kit's dialogs and sheets do it by themselves. `open` is for components that stay mounted while they are
 * closed.
 */
export function useFocusBack(open = true): void {
  // Read during render, because fields with autofocus take the focus before effects run.
  const [before, setBefore] = useState(open ? trail : undefined);
  if (open && before === undefined) setBefore(trail);
  if (!open && before !== undefined) setBefore(undefined);
  useLayoutEffect(() => {
    return before && (() => giveBack(before));
  }, [before]);
}
