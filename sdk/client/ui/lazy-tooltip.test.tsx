// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { LazyTooltip } from './LazyTooltip.tsx';

// Fluent's timers must not outlive the document.
afterEach(cleanup);

const show = (children: ReactNode) => render(<FluentProvider theme={webLightTheme}>{children}</FluentProvider>);
const later = () => act(() => new Promise((resolve) => setTimeout(resolve, 600)));

test('A tooltip names its button, and renders nothing more until somebody points at it', async () => {
  show(
    <LazyTooltip relationship="label" content="Fixar">
      <button />
    </LazyTooltip>,
  );
  const button = screen.getByRole('button', { name: 'Fixar' });
  expect(button.parentElement?.childElementCount).toBe(1);
  fireEvent.pointerEnter(button);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Fixar');
  expect(screen.getByRole('button')).toBe(button);
  fireEvent.pointerLeave(button);
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  fireEvent.pointerEnter(button);
  await screen.findByRole('tooltip');
});

test('A pointer that only passes over an element shows no tooltip', async () => {
  show(
    <LazyTooltip relationship="label" content="Fixar">
      <button />
    </LazyTooltip>,
  );
  fireEvent.pointerEnter(screen.getByRole('button'));
  fireEvent.pointerLeave(screen.getByRole('button'));
  await later();
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('The focus of the keyboard shows a tooltip, that of a click does not, and Escape hides it', async () => {
  show(
    <LazyTooltip relationship="inaccessible" content="Resolver">
      <button aria-label="Resolver" />
    </LazyTooltip>,
  );
  const button = screen.getByRole('button');
  const byKeyboard = vi.spyOn(button, 'matches').mockReturnValue(false);
  act(() => button.focus());
  await later();
  expect(screen.queryByRole('tooltip')).toBeNull();
  act(() => button.blur());
  byKeyboard.mockReturnValue(true);
  act(() => button.focus());
  await screen.findByRole('tooltip');
  expect(document.activeElement).toBe(button);
  fireEvent.keyDown(button, { key: 'Escape' });
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('A menu that an element opened is not covered by its tooltip, neither when it closes', async () => {
  function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <LazyTooltip relationship="label" content="Mais ações">
        <button aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} />
      </LazyTooltip>
    );
  }
  show(<Opener />);
  const button = screen.getByRole('button');
  fireEvent.pointerEnter(button);
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
    <LazyTooltip relationship="label" content="Fixar">
      <button onPointerEnter={onPointerEnter} onBlur={onBlur} />
    </LazyTooltip>,
  );
  const button = screen.getByRole('button');
  fireEvent.pointerEnter(button);
  await screen.findByRole('tooltip');
  fireEvent.pointerEnter(button);
  fireEvent.blur(button);
  expect(onPointerEnter).toHaveBeenCalledTimes(2);
  expect(onBlur).toHaveBeenCalledOnce();
});
