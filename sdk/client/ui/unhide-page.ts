import { useEffect } from 'react';

/** Longer than the component library takes to clean up after a dialog, in milliseconds. */
const settleMs = 400;

function showPage(): void {
  if (document.querySelector('[aria-modal="true"]')) return;
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
