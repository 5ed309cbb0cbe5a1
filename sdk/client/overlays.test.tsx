// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveOverlays, useCloseOnBack } from './overlays.ts';

function Overlay({ name, closes = () => true }: { name: string; closes?: () => boolean }) {
  const [open, setOpen] = useState(true);
  useCloseOnBack(() => setOpen(!closes()), open);
  return open && <div role="dialog">{name}</div>;
}
const shown = () => [...document.querySelectorAll('[role="dialog"]')].map((each) => each.textContent);
const depth = () => (history.state as { overlays?: number } | null)?.overlays ?? 0;
const reaches = (overlays: number) => vi.waitFor(() => expect(depth()).toBe(overlays));
const goBack = () => act(async () => history.back());

let page = 0;
beforeEach(() => {
  page += 1;
  history.pushState({ key: `list-${page}`, idx: page * 2 }, '', '/tickets');
  history.pushState({ key: `ticket-${page}`, idx: page * 2 + 1 }, '', '/tickets/1');
});
afterEach(async () => {
  cleanup();
  await reaches(0);
});

test('Back closes overlays, the newest first, and the page stays', async () => {
  render(
    <>
      <Overlay name="Contato" />
      <Overlay name="Transferir" />
    </>,
  );
  await reaches(2);
  await goBack();
  await vi.waitFor(() => expect(shown()).toEqual(['Contato']));
  await goBack();
  await vi.waitFor(() => expect(shown()).toEqual([]));
  expect(location.pathname).toBe('/tickets/1');
  await goBack();
  await vi.waitFor(() => expect(location.pathname).toBe('/tickets'));
});

test('An overlay closed by its own button leaves no history entry for Back', async () => {
  const { unmount } = render(<Overlay name="Transferir" />);
  await reaches(1);
  unmount();
  await reaches(0);
  await goBack();
  await vi.waitFor(() => expect(location.pathname).toBe('/tickets'));
});

test('Every Back asks a form with unsaved changes, and leaving it takes one Back', async () => {
  let questions = 0;
  render(<Overlay name="Cliente" closes={() => (questions += 1) === 3} />);
  await reaches(1);
  for (const time of [1, 2]) {
    await goBack();
    await vi.waitFor(() => expect(questions).toBe(time));
    await reaches(1);
    expect(shown()).toEqual(['Cliente']);
  }
  await goBack();
  await vi.waitFor(() => expect(shown()).toEqual([]));
  expect(location.pathname).toBe('/tickets/1');
});

test('A page opened from a dialog follows the page below the dialog in the history', async () => {
  const { unmount } = render(<Overlay name="Novo atendimento" />);
  await reaches(1);
  const lead = (path: string) =>
    leaveOverlays(1, (isOnOverlay) =>
      history[isOnOverlay ? 'replaceState' : 'pushState']({ key: path, idx: 99 }, '', path),
    );
  unmount();
  lead('/tickets/2');
  await reaches(0);
  expect(location.pathname).toBe('/tickets/2');
  await goBack();
  await vi.waitFor(() => expect(location.pathname).toBe('/tickets/1'));
});

test('A change of address during a closing dialog’s step back is not lost', async () => {
  const { unmount } = render(<Overlay name="Transferir" />);
  await reaches(1);
  const back = vi.spyOn(history, 'go');
  unmount();
  await vi.waitFor(() => expect(back).toHaveBeenCalledWith(-1));
  leaveOverlays(1, () => history.pushState({ key: 'next', idx: 99 }, '', '/tickets/3'));
  await vi.waitFor(() => expect(location.pathname).toBe('/tickets/3'));
  await reaches(0);
  await goBack();
  await vi.waitFor(() => expect(location.pathname).toBe('/tickets/1'));
  back.mockRestore();
});

test('A late step back of a busy browser closes no open overlay', async () => {
  const go = history.go.bind(history);
  const steps: number[] = [];
  const busy = vi.spyOn(history, 'go').mockImplementation((step = 0) => void steps.push(step));
  const { rerender } = render(
    <>
      <Overlay key="form" name="Convidar" />
      <Overlay key="link" name="Link" />
    </>,
  );
  await reaches(2);
  rerender(
    <>
      <Overlay key="link" name="Link" />
    </>,
  );
  await vi.waitFor(() => expect(steps).toEqual([-1]));
  // Longer than the page waits for such a step.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(steps).toEqual([-1]);
  busy.mockRestore();
  go(-1);
  await reaches(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(shown()).toEqual(['Link']);
  await goBack();
  await vi.waitFor(() => expect(shown()).toEqual([]));
  expect(location.pathname).toBe('/tickets/1');
});
