// @vitest-environment jsdom
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';
import { PartBoundary } from './part-boundary.tsx';

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  // Behaves as in a browser: in an act environment React renders at once and does not throttle fallbacks.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(async () => {
  vi.useRealTimers();
  root.unmount();
  box.remove();
  vi.unstubAllGlobals();
});

const eventTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('A component is shown as soon as its code is loaded, without a delay after its fallback', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const code = Promise.withResolvers<{ default: () => string }>();
  const Part = lazyPart(() => code.promise);
  const inner = Promise.withResolvers<{ default: () => string }>();
  const Inner = lazyPart(() => inner.promise);
  root.render(
    <PartBoundary fallback="the page comes">
      <Part />
      <PartBoundary fallback=", its row comes">
        <Inner />
      </PartBoundary>
    </PartBoundary>,
  );
  await vi.waitFor(async () => {
    await eventTurns();
    expect(box.textContent).toBe('the page comes');
  });
  code.resolve({ default: () => 'the page' });
  await eventTurns();
  expect(box.textContent).toBe('the page, its row comes');
  inner.resolve({ default: () => ', its row' });
  await eventTurns();
  expect(box.textContent).toBe('the page, its row');
});
