import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, PointerEvent, RefObject } from 'react';
import type { MessageView } from '../../contract.ts';
import { mayForward } from '../message/selection/message-selection.ts';
import type { MessageMenuAt } from '../message/MessageMenu.tsx';
import { messagesIn } from '../model/albums.ts';
import type { ThreadRow } from '../model/thread-row.ts';

export interface MessageKeysInput {
  box: RefObject<HTMLDivElement | null>;
  rows: readonly ThreadRow[];
  userId: number;
  /** The last visible row, where the keyboard enters. */
  lastSeen(): number;
  show(index: number): void;
  onMenu(at: MessageMenuAt): void;
  onReply: ((message: MessageView) => void) | undefined;
  onPickReaction: ((at: MessageMenuAt) => void) | undefined;
  onForward(messages: readonly MessageView[]): void;
  onToggle(messages: readonly MessageView[]): void;
  /** Selection mode: Enter and the space bar select too. */
  isSelecting: boolean;
  /** Returns the focus to the composer. */
  onLeave(): void;
}

/**
 * Keyboard navigation: up and down move between messages, Enter opens the menu of one, R answers, F forwards, X
 * selects, + reacts, Escape returns to the composer.
 */
export function useMessageKeys(input: MessageKeysInput) {
  const {
    box,
    rows,
    userId,
    lastSeen,
    show,
    onMenu,
    onReply,
    onPickReaction,
    onLeave,
    onForward,
    onToggle,
    isSelecting,
  } = input;
  const [active, setActive] = useState<string>();
  const wantsFocus = useRef(false);
  const activeIndex = active === undefined ? -1 : rows.findIndex((row) => row.key === active);

  const elementOf = useCallback(
    (key: string) => box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`),
    [box],
  );
  const place = useCallback(
    (key: string): void => {
      const element = elementOf(key);
      if (!element) return;
      wantsFocus.current = false;
      element.focus({ preventScroll: true });
    },
    [elementOf],
  );
  // A distant row is rendered shortly after it was requested.
  useLayoutEffect(() => {
    if (wantsFocus.current && active !== undefined) place(active);
  });

  const go = useCallback(
    (from: number, step: number): void => {
      let at = from;
      while (rows[at] && rows[at]?.kind !== 'message') at += step;
      const row = rows[at];
      if (row?.kind !== 'message') return;
      wantsFocus.current = true;
      setActive(row.key);
      show(at);
      // The row had the focus before and is not rendered again, so it is restored here.
      if (row.key === active) place(row.key);
    },
    [active, place, rows, show],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const isRow = target.dataset.row !== undefined;
    if (!isRow && target !== box.current) {
      // From a player or a link inside back to the message.
      if (event.key !== 'Escape') return;
      const row = target.closest<HTMLElement>('[data-row]');
      if (!row) return;
      event.preventDefault();
      return row.focus({ preventScroll: true });
    }
    const done = (run: () => void): void => {
      event.preventDefault();
      run();
    };
    const row = isRow ? rows[activeIndex] : undefined;
    const message = row?.kind === 'message' && !row.message.isDeleted ? row.message : undefined;
    const all = message && row?.kind === 'message' ? messagesIn(row) : [];
    const bubble = target.querySelector('[data-bubble]')?.getBoundingClientRect() ?? target.getBoundingClientRect();
    const at = message && {
      message,
      x: bubble.left + 8,
      y: Math.min(bubble.bottom, (box.current?.getBoundingClientRect().bottom ?? bubble.bottom) - 8),
      isOwn: message.user?.id === userId,
    };
    switch (event.key) {
      case 'ArrowUp':
        return done(() => go(isRow && activeIndex >= 0 ? activeIndex - 1 : lastSeen(), -1));
      case 'ArrowDown':
        return done(() => go(isRow && activeIndex >= 0 ? activeIndex + 1 : lastSeen(), 1));
      case 'Home':
        return done(() => go(0, 1));
      case 'End':
        return done(() => go(rows.length - 1, -1));
      case 'Escape':
        // It ends the selection first, as everywhere on the page.
        if (isSelecting) return;
        return done(onLeave);
      case ' ':
        return isSelecting && message ? done(() => onToggle(all)) : undefined;
      case 'x':
        return message ? done(() => onToggle(all)) : undefined;
      case 'f':
        return message && !isSelecting && mayForward(message) ? done(() => onForward(all)) : undefined;
      case 'Enter':
        if (isSelecting) return message ? done(() => onToggle(all)) : undefined;
        return at ? done(() => onMenu(at)) : undefined;
      case 'ContextMenu':
        return at && !isSelecting ? done(() => onMenu(at)) : undefined;
      case 'F10':
        return at && event.shiftKey ? done(() => onMenu(at)) : undefined;
      case 'r':
        return message && onReply && !isSelecting && !message.onlyInternal ? done(() => onReply(message)) : undefined;
      case '+':
        return at && onPickReaction && !at.message.onlyInternal ? done(() => onPickReaction(at)) : undefined;
    }
  };
  /** The element that the pointer pressed, until its focus event has come. */
  const pointed = useRef<Element>(undefined);
  const onPointerDown = ({ target }: PointerEvent<HTMLElement>): void => {
    pointed.current = target as Element;
    // The focus event follows within the default action of the press, before the next task.
    setTimeout(() => (pointed.current = undefined));
  };
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const focused = event.target as HTMLElement;
    // A press beside the bubbles focuses no message, so that no key acts on an unintended one.
    if (
      focused.dataset.row !== undefined &&
      pointed.current &&
      !pointed.current.closest('[data-bubble], [role=checkbox]')
    )
      return box.current?.focus({ preventScroll: true });
    const key = focused.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (key !== undefined) setActive(key);
  };
  /** Returns the focus to the message after its menu or dialog. */
  const back = useCallback((): void => {
    requestAnimationFrame(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      const element = active === undefined ? undefined : elementOf(active);
      (element ?? box.current)?.focus({ preventScroll: true });
    });
  }, [active, box, elementOf]);
  return { active, activeIndex, onKeyDown, onPointerDown, onFocus, back };
}
