// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Button, Dialog, DialogSurface, FluentProvider, Tooltip, webLightTheme } from '@fluentui/react-components';
import { afterEach, expect, test, vi } from 'vitest';
import { useEscapePastTooltips } from './escape-past-tooltips.ts';

// The library's timers must not outlive the document.
afterEach(cleanup);

function Page({ onClose }: { onClose(): void }) {
  useEscapePastTooltips();
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface>
        <Tooltip content="Fechar" relationship="label" showDelay={0}>
          <Button />
        </Tooltip>
      </DialogSurface>
    </Dialog>
  );
}

test('Escape closes the dialog at once although a tooltip of one of its buttons is shown', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <FluentProvider theme={webLightTheme}>
      <Page onClose={onClose} />
    </FluentProvider>,
  );
  const button = screen.getByRole('button', { name: 'Fechar' });
  fireEvent.pointerEnter(button);
  await screen.findByRole('tooltip');
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole('tooltip')).toBeNull();
});
