// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ReviewList, type ReviewRow } from './ReviewList.tsx';

vi.mock('@balcao/sdk/client', async (original) => ({
  ...(await original<object>()),
  useT: () => (key: string) => key,
  useShortcut: () => undefined,
}));
afterEach(cleanup);

const rowsOf = (...ids: number[]): ReviewRow[] =>
  ids.map((id) => ({ id, title: `Pergunta ${id}`, line: null, count: 1 }));
const list = (...ids: number[]) => (
  <ReviewList label="Perguntas" rows={rowsOf(...ids)} head={['Pergunta', 'Vezes']}>
    {({ title }) => <h2>{title}</h2>}
  </ReviewList>
);
const shown = (): string | null => screen.queryByRole('heading')?.textContent ?? null;

test('A list that was empty shows its first question when one arrives', () => {
  const { rerender } = render(list());
  expect(shown()).toBeNull();
  rerender(list(1, 2));
  expect(shown()).toBe('Pergunta 1');
});

test('A question that arrives at the top does not replace the one that is being read', () => {
  const { rerender } = render(list(1, 2));
  rerender(list(3, 1, 2));
  expect(shown()).toBe('Pergunta 1');
});

test('The question after a settled one is shown next, and the last one at the end', () => {
  const { rerender } = render(list(1, 2, 3));
  fireEvent.click(screen.getByRole('button', { name: /Pergunta 2/ }));
  rerender(list(1, 3));
  expect(shown()).toBe('Pergunta 3');
  rerender(list(1));
  expect(shown()).toBe('Pergunta 1');
});
