import { useEffect } from 'react';

/** Longer than the component library takes to clean up after a dialog, in milliseconds. */
const settleMs = 400;

/** False for a dialog of a page that is hidden behind the login, which keeps it. */
const isShown = (dialog: Element): boolean => dialog.checkVisibility?.() ?? true;

function showPage(): void {
  if ([...document.querySelectorAll('[aria-modal="true"]')].some(isShown)) return;
  for (const part of document.body.children) if (part.querySelector('main')) part.removeAttribute('aria-hidden');
}

/**
 * Makes the page visible to screen readers again after a dialog. While a dialog is open the component library hides the
 * page behind it; if a dialog closes in the moment in which its work is done, the library sometimes misses the end and
 * the page would stay hidden.
 */
export function useUnhidePage(): void {
  useEffect(
    () => () => {
      setTimeout(showPage, settleMs);
    },
    [],
  );
}
