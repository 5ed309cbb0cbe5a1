// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { IconPart } from '@balcao/sdk/client';
import { withIconBoundary } from './icon-boundary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const menu = (icon: IconPart | undefined) => (
  <nav>
    {createElement(withIconBoundary(icon), { className: 'sign' })}
    <a href="/tickets">Atendimentos</a>
  </nav>
);

test('a menu is drawn although one entry has an icon that throws, and another has none', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken: IconPart = () => {
    throw new Error('no icon');
  };
  const { rerender } = render(menu(broken));
  expect(screen.getByText('Atendimentos')).toBeTruthy();
  rerender(menu(undefined));
  expect(screen.getByText('Atendimentos')).toBeTruthy();
});

test('a working icon receives its props and keeps its identity between renders', () => {
  const works: IconPart = ({ className }) => <i className={className}>*</i>;
  const { container, rerender } = render(menu(works));
  const drawn = container.querySelector('i.sign');
  rerender(menu(works));
  expect(drawn).toBeTruthy();
  expect(container.querySelector('i.sign')).toBe(drawn);
});
