import type { ReactNode } from 'react';

/** Invisible, but read by screen readers. */
const hidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Text for screen readers only. */
export function VisuallyHidden({ children, live }: { children: ReactNode; live?: 'polite' | 'assertive' }) {
  return (
    <span style={hidden} {...(live ? { 'aria-live': live, 'aria-atomic': true } : {})}>
      {children}
    </span>
  );
}
