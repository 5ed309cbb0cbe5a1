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

test('when a dialog is gone, the page behind it is there again for those who listen', () => {
  render(<Dialog />).unmount();
  vi.runAllTimers();
  expect(page.hasAttribute('aria-hidden')).toBe(false);
});

test('while another dialog is open, the page stays behind it', () => {
  document.body.appendChild(document.createElement('div')).setAttribute('aria-modal', 'true');
  render(<Dialog />).unmount();
  vi.runAllTimers();
  expect(page.getAttribute('aria-hidden')).toBe('true');
});
