import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Where the shell shows what just happened. */
export const toastsId = 'toasts';

/** Puts what comes and goes by itself above the toasts, so that they never cover each other. */
export function InToasts({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(toastsId)), []);
  return place && createPortal(children, place);
}
