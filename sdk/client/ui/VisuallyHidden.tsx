import type { ReactNode } from 'react';

/** `display: none` would hide the text from screen readers, too. */
const visuallyHidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/**
 * Text for screen readers only. With `live` they read its changes, `polite` after what they are reading; the component
 * must be on the page before its text changes.
 */
export function VisuallyHidden({ children, live }: { children: ReactNode; live?: 'polite' | 'assertive' }) {
  return (
    <span style={visuallyHidden} {...(live ? { 'aria-live': live, 'aria-atomic': true } : {})}>
      {children}
    </span>
  );
}
