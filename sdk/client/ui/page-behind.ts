import { useEffect } from 'react';

/** Longer than the component library takes to end what a dialog began, in milliseconds. */
const settled = 400;

function showPage(): void {
  if (document.querySelector('[aria-modal="true"]')) return;
  for (const part of document.body.children) if (part.querySelector('main')) part.removeAttribute('aria-hidden');
}

/**
 * While a dialog is open the component library hides the page behind it from those who listen. Of a dialog that leaves
 * in the moment in which its work is done it sometimes misses the end, and the page would stay hidden.
 */
export function usePageBehind(): void {
  useEffect(
    () => () => {
      setTimeout(showPage, settled);
    },
    [],
  );
}
