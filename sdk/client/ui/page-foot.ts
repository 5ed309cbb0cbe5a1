import { useCallback, type RefCallback } from 'react';

const property = '--page-foot';

/** Height of what must stay free at the foot of the page, as a CSS length: 0 without any. */
export const pageFoot = `var(${property}, 0px)`;

/**
 * Returns the ref of a bar at the foot of the page that must remain usable, such as a composer: windows that float over
 * the page stay above it, at a distance of `pageFoot`. With `applies` false the bar does not count, for example because
 * it is shown in a dialog.
 */
export function usePageFoot(applies = true): RefCallback<HTMLElement> {
  return useCallback(
    (bar: HTMLElement | null) => {
      if (!bar || !applies || typeof ResizeObserver === 'undefined') return;
      const { style } = document.documentElement;
      const watch = new ResizeObserver(() => style.setProperty(property, `${Math.ceil(bar.offsetHeight)}px`));
      watch.observe(bar);
      return () => {
        watch.disconnect();
        style.removeProperty(property);
      };
    },
    [applies],
  );
}
