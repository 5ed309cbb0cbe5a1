// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Tooltip } from './Tooltip.tsx';

// Fluent's timers must not outlive the document.
afterEach(cleanup);

const show = (children: ReactNode) => render(<FluentProvider theme={webLightTheme}>{children}</FluentProvider>);
/** Waits for the code that the first activation loads. */
const point = (at: HTMLElement) =>
  act(async () => {
    fireEvent.pointerEnter(at);
  });
const later = () => act(() => new Promise((resolve) => setTimeout(resolve, 600)));

test('A tooltip names its button, and renders nothing more until somebody points at it', async () => {
  show(
    <Tooltip relationship="label" content="Fixar">
      <button />
    </Tooltip>,
  );
  const button = screen.getByRole('button', { name: 'Fixar' });
  expect(button.parentElement?.childElementCount).toBe(1);
  await point(button);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Fixar');
  expect(screen.getByRole('button')).toBe(button);
  fireEvent.pointerLeave(button);
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  await point(button);
  await screen.findByRole('tooltip');
});

test('A pointer that only passes over an element shows no tooltip', async () => {
  show(
    <Tooltip relationship="label" content="Fixar">
      <button />
    </Tooltip>,
  );
  fireEvent.pointerEnter(screen.getByRole('button'));
  fireEvent.pointerLeave(screen.getByRole('button'));
  await later();
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('The focus of the keyboard shows a tooltip, that of a click does not, and Escape hides it', async () => {
  show(
    <Tooltip relationship="inaccessible" content="Resolver">
      <button aria-label="Resolver" />
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  const byKeyboard = vi.spyOn(button, 'matches').mockReturnValue(false);
  act(() => button.focus());
  await later();
  expect(screen.queryByRole('tooltip')).toBeNull();
  act(() => button.blur());
  byKeyboard.mockReturnValue(true);
  await act(async () => button.focus());
  await screen.findByRole('tooltip');
  expect(document.activeElement).toBe(button);
  fireEvent.keyDown(button, { key: 'Escape' });
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('A menu that an element opened is not covered by its tooltip, neither when it closes', async () => {
  function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <Tooltip relationship="label" content="Mais ações">
        <button aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} />
      </Tooltip>
    );
  }
  show(<Opener />);
  const button = screen.getByRole('button');
  await point(button);
  await screen.findByRole('tooltip');
  fireEvent.click(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.click(button);
  await later();
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('The handlers of the explained element still run', async () => {
  const onPointerEnter = vi.fn<() => void>();
  const onBlur = vi.fn<() => void>();
  show(
    <Tooltip relationship="label" content="Fixar">
      <button onPointerEnter={onPointerEnter} onBlur={onBlur} />
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  await point(button);
  await screen.findByRole('tooltip');
  fireEvent.pointerEnter(button);
  fireEvent.blur(button);
  expect(onPointerEnter).toHaveBeenCalledTimes(2);
  expect(onBlur).toHaveBeenCalledOnce();
});
