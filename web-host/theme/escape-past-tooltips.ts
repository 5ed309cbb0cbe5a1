import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useTooltipVisibility } from '@fluentui/react-components';

/**
 * The component library lets a tooltip take an Escape for itself, so a dialog whose button has the focus, or lies under
 * the pointer, would stay open at the first. The tooltip goes before its listener is asked, and Escape goes on.
 */
export function useEscapePastTooltips(): void {
  const tooltips = useTooltipVisibility();
  useEffect(() => {
    const hide = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') flushSync(() => tooltips.visibleTooltip?.hide());
    };
    // The library listens to the document as the event comes down; the window hears it before.
    window.addEventListener('keydown', hide, true);
    return () => window.removeEventListener('keydown', hide, true);
  }, [tooltips]);
}
