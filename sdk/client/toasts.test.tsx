// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, pauseToasts, showToast, useToastNotices } from './toasts.ts';

const Notices = () => (
  <ul>
    {useToastNotices().map(({ id, text }) => (
      <li key={id} data-id={id}>
        {text}
      </li>
    ))}
  </ul>
);
const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

const dismissAll = () =>
  act(() => {
    pauseToasts(false);
    for (const item of screen.queryAllByRole('listitem')) dismissToast(Number(item.dataset['id']));
  });

beforeEach(() => {
  vi.useFakeTimers();
  render(<Notices />);
  // Messages of other test files, which share the store.
  dismissAll();
});
afterEach(() => {
  dismissAll();
  cleanup();
  vi.useRealTimers();
});

test('Error toasts close after 2000 ms, others after 3000 ms', () => {
  act(() => {
    showToast('error', 'Falhou');
    showToast('success', 'Salvo');
  });
  pass(1_999);
  expect(shown()).toEqual(['Falhou', 'Salvo']);
  pass(1);
  expect(shown()).toEqual(['Salvo']);
  pass(1_000);
  expect(shown()).toEqual([]);
});

test('A repeated error is shown once, and stays while a person points at it', () => {
  act(() => {
    showToast('error', 'Falhou');
    showToast('error', 'Falhou');
  });
  expect(shown()).toEqual(['Falhou']);
  act(() => pauseToasts(true));
  pass(60_000);
  expect(shown()).toEqual(['Falhou']);
  act(() => pauseToasts(false));
  pass(2_000);
  expect(shown()).toEqual([]);
});
