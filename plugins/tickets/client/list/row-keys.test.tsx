// @vitest-environment jsdom
import { startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketView } from '../../contract.ts';
import { useRowKeys } from './useRowKeys.ts';

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  // Like in a browser, React's effects run after painting.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});
afterEach(() => {
  root.unmount();
  box.remove();
  vi.unstubAllGlobals();
});

test('A key pressed as soon as a row is rendered acts on that row', async () => {
  const opened: string[] = [];
  const nothing = (): void => undefined;
  function List({ active }: { active: TicketView | undefined }) {
    const onKeyDown = useRowKeys({
      active,
      index: active ? 0 : -1,
      count: 1,
      page: 1,
      isSelecting: false,
      open: ({ uuid }) => opened.push(uuid),
      ...{
        moveTo: nothing,
        toggle: nothing,
        extendTo: nothing,
        all: nothing,
        clear: nothing,
        menu: nothing,
        peek: nothing,
      },
      ...{ accept: nothing, resolve: nothing, transfer: nothing },
    });
    return (
      <div role="listbox" tabIndex={0} onKeyDown={onKeyDown}>
        {active?.uuid}
      </div>
    );
  }
  root.render(<List active={undefined} />);
  const list = await vi.waitFor(() => {
    const found = box.querySelector('[role="listbox"]');
    if (!found) throw new Error('the row is not rendered yet');
    return found;
  });
  const isDrawn = new MutationObserver(() => {
    isDrawn.disconnect();
    list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  isDrawn.observe(list, { childList: true, characterData: true, subtree: true });
  startTransition(() => root.render(<List active={{ uuid: 'ilda', status: 'open' } as TicketView} />));
  await vi.waitFor(() => expect(list.textContent).toBe('ilda'));
  expect(opened).toEqual(['ilda']);
});
