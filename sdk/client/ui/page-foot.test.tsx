// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { usePageFoot } from './page-foot.ts';

function Bar({ applies }: { applies: boolean }) {
  return <div ref={usePageFoot(applies)} />;
}

it('A bar at the foot of the page publishes its height while it counts, and takes it back when it goes', () => {
  const measured = new Set<() => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: () => void;
      constructor(report: () => void) {
        this.#report = report;
      }
      observe() {
        measured.add(this.#report);
      }
      disconnect() {
        measured.delete(this.#report);
      }
    },
  );
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(126);
  const foot = () => document.documentElement.style.getPropertyValue('--page-foot');
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Bar applies={false} />));
  expect([measured.size, foot()]).toEqual([0, '']);
  act(() => root.render(<Bar applies />));
  for (const report of measured) report();
  expect(foot()).toBe('126px');
  act(() => root.unmount());
  expect([measured.size, foot()]).toEqual([0, '']);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
