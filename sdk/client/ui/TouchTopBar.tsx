import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useViewport } from '../index.ts';

/** Where the shell leaves room for a page's own switch on a phone. */
export const touchTopBarId = 'top-bar-centre';

/** Puts a page's own switch into the middle of the phone's top bar; draws nothing on wider screens. */
export function TouchTopBar({ children }: { children: ReactNode }) {
  const { touch } = useViewport();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(touch ? document.getElementById(touchTopBarId) : null), [touch]);
  return place && createPortal(children, place);
}
