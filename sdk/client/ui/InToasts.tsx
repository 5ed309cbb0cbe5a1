import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Id of the element in which the shell shows toasts. */
export const toastsId = 'toasts';

/** Renders floating content above the toasts, so that they never cover each other. */
export function InToasts({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(toastsId)), []);
  return place && createPortal(children, place);
}
