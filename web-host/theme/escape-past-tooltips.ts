import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useTooltipVisibility } from '@fluentui/react-components';

/**
 * Fluent lets a visible tooltip consume an Escape, so a dialog whose button is focused or hovered would stay open at
 * the first press. This hook hides the tooltip before Fluent's listener runs, and Escape goes on to the dialog.
 */
export function useEscapePastTooltips(): void {
  const tooltips = useTooltipVisibility();
  useEffect(() => {
    const hide = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') flushSync(() => tooltips.visibleTooltip?.hide());
    };
    // Fluent listens on the document in the capture phase; the window's capture listeners run before.
    window.addEventListener('keydown', hide, true);
    return () => window.removeEventListener('keydown', hide, true);
  }, [tooltips]);
}
