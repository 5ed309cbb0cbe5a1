// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cancelWhenNotTyping, whenNotTyping } from './when-not-typing.ts';

let visibility: DocumentVisibilityState;
beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  cancelWhenNotTyping('users');
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const hideTab = (): void => {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
};

test('A new version waits for an open dialog also while the tab is hidden', () => {
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'dialog');
  const run = vi.fn<() => void>();
  whenNotTyping('users', run);
  hideTab();
  vi.advanceTimersByTime(60_000);
  expect(run).not.toHaveBeenCalled();
  dialog.remove();
  vi.advanceTimersByTime(2_000);
  expect(run).toHaveBeenCalledOnce();
});

test('A new version does not wait for a field that kept the focus when its tab was hidden', () => {
  document.body.appendChild(document.createElement('textarea')).focus();
  const run = vi.fn<() => void>();
  whenNotTyping('users', run);
  vi.advanceTimersByTime(60_000);
  expect(run).not.toHaveBeenCalled();
  hideTab();
  expect(run).toHaveBeenCalledOnce();
});
