// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { atom } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { useDraftForm, type Draft } from './use-draft-form.ts';

vi.mock('@balcao/sdk/client', async (original) => ({
  ...(await original<typeof import('@balcao/sdk/client')>()),
  useT: () => (key: string) => key,
  useToasts: () => ({ error: () => undefined, success: () => undefined }),
  useSession: () => ({ user: { id: 1 }, company: { id: 2 } }),
}));
afterEach(cleanup);

const open = () => {
  const draft = atom<Draft<string[]> | undefined>();
  const calls: { value: string[]; known: string[]; answer(): void }[] = [];
  // The server answers in its own order.
  const save = (value: string[], known: string[]) =>
    new Promise<string[]>(
      (resolve) => void calls.push({ value, known, answer: () => resolve(value.toSorted().toReversed()) }),
    );
  const { result, rerender } = renderHook(
    ({ stored }: { stored: string[] }) =>
      useDraftForm({
        field: 'holidays',
        stored,
        draft,
        faultOf: () => undefined,
        save,
        refetch: () => undefined,
        done: 'saved',
      }),
    { initialProps: { stored: ['Natal'] } },
  );
  return { result, rerender, calls };
};

test('A holiday added while the others are being saved stays in the form', async () => {
  const { result, rerender, calls } = open();
  act(() => result.current.change(['Natal', 'Ano-novo']));
  act(() => void result.current.submit());
  act(() => result.current.change(['Natal', 'Ano-novo', 'Carnaval']));
  await act(async () => calls[0]?.answer());
  rerender({ stored: ['Natal', 'Ano-novo'] });
  expect([result.current.value, result.current.isChanged]).toEqual([['Natal', 'Ano-novo', 'Carnaval'], true]);
  act(() => void result.current.submit());
  // The server merges it with what was stored before, in the order in which it was stored.
  expect(calls[1]).toMatchObject({ value: ['Natal', 'Ano-novo', 'Carnaval'], known: ['Natal', 'Ano-novo'] });
  await act(async () => calls[1]?.answer());
  expect(result.current.isChanged).toBe(false);
});
