import { useLayoutEffect, useState } from 'react';

/** Elements that had the focus, newest last. References are weak, so that removed elements can be collected. */
let focusHistory: WeakRef<HTMLElement>[] = [];
const maxHistory = 12;

/** Delays that cover the time in which the component library still moves the focus, in milliseconds. */
const restoreDelaysMs = [0, 60, 300];

/** The pending restoration, with the element that had the focus when it began. */
let restoring: { leaving: Element | null; stop(): void } | undefined;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      focusHistory = [...focusHistory.filter((each) => each.deref() !== target), new WeakRef(target)].slice(
        -maxHistory,
      );
    },
    true,
  );
  document.addEventListener(
    'focusout',
    ({ target, relatedTarget }) => {
      // The focus left for nowhere, as Esc does in a field: the person wants the page's keys and not the field again.
      if (relatedTarget !== null || !document.hasFocus() || !(target instanceof HTMLElement)) return;
      if (!target.isConnected || !target.matches('input, textarea')) return;
      focusHistory = focusHistory.filter((each) => each.deref() !== target);
      if (target !== restoring?.leaving) restoring?.stop();
    },
    true,
  );
}

const isThere = (element: HTMLElement | undefined): element is HTMLElement =>
  element !== undefined && element.isConnected && (element.checkVisibility?.() ?? true);

function restoreFocus(before: readonly WeakRef<HTMLElement>[]): void {
  restoring?.stop();
  const leaving = document.activeElement;
  const restore = (): void => {
    const now = document.activeElement;
    // The focus was moved on purpose meanwhile.
    if (now && now !== document.body && now !== leaving) return;
    const last = before.findLast((each) => isThere(each.deref()))?.deref();
    if (last !== now) last?.focus();
  };
  // Restores the focus in the moment the element is removed, so that no key press is lost.
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true });
  const timers = restoreDelaysMs.map((wait) => setTimeout(restore, wait));
  const stop = (): void => {
    observer.disconnect();
    timers.forEach(clearTimeout);
  };
  timers.push(setTimeout(stop, Math.max(...restoreDelaysMs)));
  restoring = { leaving, stop };
}

/**
 * Restores the focus when an element that took it closes: to the element that had it before or, if that is gone, to the
 * last earlier one that still exists, such as a menu's button whose entry opened a dialog, or the row of a removed
 * button. The kit's dialogs and sheets do it by themselves. `open` is for components that stay mounted while they are
 * closed.
 */
export function useRestoreFocus(open = true): void {
  // Read during render, because fields with autofocus take the focus before effects run.
  const [before, setBefore] = useState(open ? focusHistory : undefined);
  if (open && before === undefined) setBefore(focusHistory);
  if (!open && before !== undefined) setBefore(undefined);
  useLayoutEffect(() => {
    return before && (() => restoreFocus(before));
  }, [before]);
}
