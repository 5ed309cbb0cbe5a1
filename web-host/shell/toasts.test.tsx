// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pauseToasts, hostSide, showToast } from '@balcao/sdk/client';
import { Toasts } from './Toasts.tsx';

let undone: string[];

beforeEach(async () => {
  undone = [];
  const ui = { ui: { undo: 'Desfazer', close: 'Fechar' } };
  await hostSide.addTexts('shell', { pt: ui, en: {}, es: {} });
  vi.useFakeTimers();
  render(
    <FluentProvider theme={webLightTheme}>
      <Toasts />
    </FluentProvider>,
  );
  // Messages of other test files, which share the store.
  for (const button of screen.queryAllByRole('button', { name: 'Fechar' })) fireEvent.click(button);
});
afterEach(() => {
  act(() => {
    pauseToasts(false);
    vi.advanceTimersByTime(60_000);
  });
  cleanup();
  vi.useRealTimers();
});

const offer = (name: string): void => act(() => showToast('undo', 'Linha removida.', () => void undone.push(name)));
const undoButtons = () => screen.getAllByRole('button', { name: 'Desfazer' });

test('after a message is closed by a key or click in it, later messages disappear by themselves again', () => {
  for (const enter of ['focus', 'pointer']) {
    offer(enter);
    const [button] = undoButtons();
    if (!button) throw new Error('nothing to press');
    if (enter === 'focus') act(() => button.focus());
    else fireEvent.pointerOver(button);
    // The element is removed under the pointer, and no event reports that the pointer left it.
    fireEvent.click(button);
    act(() => showToast('success', 'Salvo'));
    act(() => vi.advanceTimersByTime(3_000));
    expect(screen.queryByText('Salvo')).toBeNull();
  }
  expect(undone).toEqual(['focus', 'pointer']);
});

test('two messages with the same text can both be undone', () => {
  offer('first');
  offer('second');
  for (const button of undoButtons()) fireEvent.click(button);
  expect(undone).toEqual(['first', 'second']);
});
