import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useViewport } from '../index.ts';

/** Id of the element of the phone's top bar that is reserved for a page's switch. */
export const touchTopBarId = 'top-bar-centre';

/** Renders a page's switch in the middle of the phone's top bar; renders nothing on wider screens. */
export function TouchTopBar({ children }: { children: ReactNode }) {
  const { touch } = useViewport();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(touch ? document.getElementById(touchTopBarId) : null), [touch]);
  return place && createPortal(children, place);
}
