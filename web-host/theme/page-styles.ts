import { makeStaticStyles } from '@fluentui/react-components';

/** Styles outside of components: the page's frame, and reduced motion. */
export const usePageStyles = makeStaticStyles([
  {
    'html, body, #root': { margin: 0, padding: 0, height: '100%' },
    '*, *::before, *::after': { boxSizing: 'border-box' },
    body: {
      overflow: 'hidden',
      overscrollBehavior: 'none',
      WebkitFontSmoothing: 'antialiased',
      MozOsxFontSmoothing: 'grayscale',
      textRendering: 'optimizeLegibility',
    },
    'button, input, textarea, select': { fontFamily: 'inherit' },
    // Floating surfaces use the raised background: in the dark theme, higher is lighter. Doubled class names outweigh
    // Fluent's own.
    '.fui-MenuPopover.fui-MenuPopover, .fui-PopoverSurface.fui-PopoverSurface, .fui-Listbox.fui-Listbox': {
      backgroundColor: 'var(--raised)',
      borderRadius: '8px',
    },
  },
  // A short duration instead of none would give a transition to everything: an inherited colour would then pass from
  // parent to child, one level of the page per frame.
  `@media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }`,
]);
