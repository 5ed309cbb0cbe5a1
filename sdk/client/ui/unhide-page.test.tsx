// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUnhidePage } from './unhide-page.ts';

function Dialog() {
  useUnhidePage();
  return null;
}

let page: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  page = document.body.appendChild(document.createElement('div'));
  page.append(document.createElement('main'));
  page.setAttribute('aria-hidden', 'true');
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test('After a dialog is closed, screen readers can read the page again', () => {
  render(<Dialog />).unmount();
  vi.advanceTimersByTime(60_000);
  expect(page.hasAttribute('aria-hidden')).toBe(false);
});

test('While another dialog is open, the page stays hidden from screen readers', () => {
  document.body.appendChild(document.createElement('div')).setAttribute('aria-modal', 'true');
  render(<Dialog />).unmount();
  vi.advanceTimersByTime(60_000);
  expect(page.getAttribute('aria-hidden')).toBe('true');
});

test('A dialog of a page that is hidden behind the login does not hide the login from screen readers', () => {
  const hidden = document.body.appendChild(document.createElement('div'));
  hidden.setAttribute('aria-modal', 'true');
  hidden.checkVisibility = () => false;
  render(<Dialog />).unmount();
  vi.advanceTimersByTime(60_000);
  expect(page.hasAttribute('aria-hidden')).toBe(false);
});
