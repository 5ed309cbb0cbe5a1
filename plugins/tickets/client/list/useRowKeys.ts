import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { TicketView } from '../../contract.ts';

export interface RowKeys {
  /** The row that keys act on. */
  active: TicketView | undefined;
  index: number;
  count: number;
  /** Number of visible rows. */
  page: number;
  moveTo(index: number): void;
  open(ticket: TicketView): void;
  toggle(ticket: TicketView): void;
  extendTo(index: number): void;
  all(): void;
  /** Selects none. */
  clear(): void;
  menu(ticket: TicketView): void;
  peek(ticket: TicketView): void;
  accept(ticket: TicketView): void;
  resolve(ticket: TicketView): void;
  transfer(ticket: TicketView): void;
  /** Selection mode: `a`, `e` and `t` act on all selected rows, as shortcuts of the selection bar. */
  isSelecting: boolean;
}

/**
 * Keys while the list has the focus. They act on the active row, not on the conversation beside it, so they are handled
 * before the shortcuts of the page.
 */
export function useRowKeys(keys: RowKeys) {
  const latest = useRef(keys);
  // Before it is painted: a key pressed as soon as a row is visible acts on that row.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  return (event: KeyboardEvent): void => {
    const now = latest.current;
    const { active, index } = now;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const done = (work: () => void): void => {
      event.preventDefault();
      work();
    };
    const target = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + now.page,
      PageUp: index - now.page,
      Home: 0,
      End: now.count - 1,
    }[event.key];
    if (target !== undefined) return done(() => (event.shiftKey ? now.extendTo(target) : now.moveTo(target)));
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') return done(now.all);
    // The selection bar does the same wherever the focus is, once its code is loaded.
    if (event.key === 'Escape' && now.isSelecting) return done(now.clear);
    if (!active) return;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return done(() => now.menu(active));
    if (!isPlain || event.shiftKey || event.repeat) return;
    const { status } = active;
    const key = event.key.toLowerCase();
    if (key === 'enter') return done(() => now.open(active));
    if (key === 'x') return done(() => now.toggle(active));
    if (key === ' ' || key === 'p') return done(() => now.peek(active));
    if (now.isSelecting) return;
    if (key === 'a' && status === 'pending') return done(() => now.accept(active));
    if (key === 'e' && status !== 'closed') return done(() => now.resolve(active));
    if (key === 't' && status !== 'closed') return done(() => now.transfer(active));
  };
}
