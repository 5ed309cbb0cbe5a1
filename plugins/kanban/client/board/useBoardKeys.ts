import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cardOf, type BoardCard, type BoardState, type LaneState } from './board-data.ts';

/** Pause in milliseconds after which typing begins a new word. */
const typingMs = 700;

/** Milliseconds after which a move is on the screen. */
const shownMs = 60;

const plain = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The card beside another one: in the next lane with cards, at about the same height. */
export const beside = (lanes: readonly LaneState[], card: BoardCard, step: 1 | -1): BoardCard | undefined => {
  const from = lanes.findIndex(({ id }) => id === card.laneId);
  const height = lanes[from]?.cards.findIndex(({ id }) => id === card.id) ?? 0;
  for (let at = from + step; at >= 0 && at < lanes.length; at += step) {
    const cards = lanes[at]?.cards ?? [];
    if (cards.length > 0) return cards[Math.min(height, cards.length - 1)];
  }
  return undefined;
};

/** Where a card goes that is moved by one position; undefined: it is at the end already. */
export const oneStep = (lane: LaneState, id: number, step: 1 | -1): { before: number | null } | undefined => {
  const index = lane.cards.findIndex((card) => card.id === id);
  if (step === -1) return index > 0 ? { before: lane.cards[index - 1]?.id ?? null } : undefined;
  if (index >= lane.cards.length - 1) return undefined;
  return { before: lane.cards[index + 2]?.id ?? null };
};

interface Commands {
  board: BoardState | undefined;
  move(id: number, laneId: string, before?: number | null): void;
  openMenu(card: BoardCard, at: HTMLElement): void;
  toggle(card: BoardCard): void;
}

/** The keys of the board: arrows, Home, End, typing a name, M, and Ctrl+Shift with arrows. */
export const useBoardKeys = ({ board, move, openMenu, toggle }: Commands) => {
  const [active, setActive] = useState<number>();
  const [focusId, setFocus] = useState<number>();
  const typed = useRef({ text: '', at: 0 });

  const focus = useCallback((card: BoardCard | undefined) => {
    if (!card) return;
    setActive(card.id);
    setFocus(card.id);
  }, []);

  const focusMoved = useCallback((id: number) => {
    setActive(id);
    // The board shows the move a moment later; until then the card is still in its former lane.
    setTimeout(() => setFocus(id), shownMs);
  }, []);

  /** The card with the focus, as it was when it got it. */
  const focusedCard = useRef<BoardCard>(undefined);
  useEffect(() => {
    const before = focusedCard.current;
    if (!before || !board || document.activeElement !== document.body) return;
    // The element of a card that changes its lane is removed, and the focus with it.
    const now = cardOf(board, before.id);
    if (now?.laneId !== before.laneId) focus(now);
  }, [board, focus]);

  const moveBy = (card: BoardCard, key: string): void => {
    const lanes = board?.lanes ?? [];
    const from = lanes.findIndex(({ id }) => id === card.laneId);
    const lane = lanes[from];
    if (!lane) return;
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const target = lanes[from + (key === 'ArrowRight' ? 1 : -1)];
      if (target) move(card.id, target.id, undefined);
    } else {
      const step = lane.sort === 'recent' ? undefined : oneStep(lane, card.id, key === 'ArrowDown' ? 1 : -1);
      if (step) move(card.id, lane.id, step.before);
    }
    focusMoved(card.id);
  };

  const find = (card: BoardCard, key: string, now: number): BoardCard | undefined => {
    typed.current = { text: now - typed.current.at < typingMs ? typed.current.text + plain(key) : plain(key), at: now };
    const all = (board?.lanes ?? []).flatMap(({ cards }) => cards);
    const from = all.findIndex(({ id }) => id === card.id);
    const turned = [...all.slice(from + (typed.current.text.length === 1 ? 1 : 0)), ...all.slice(0, from + 1)];
    return turned.find(({ contact }) => plain(contact.name).startsWith(typed.current.text));
  };

  const onKeyDown = (event: KeyboardEvent, card: BoardCard): void => {
    const lane = board?.lanes.find(({ id }) => id === card.laneId);
    if (!lane || !board) return;
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isArrow = key.startsWith('Arrow');
    if (isArrow && (ctrlKey || metaKey) && shiftKey) {
      event.preventDefault();
      moveBy(card, key);
      return;
    }
    if (ctrlKey || metaKey || altKey) return;
    const index = lane.cards.findIndex(({ id }) => id === card.id);
    const next: Partial<Record<string, () => BoardCard | undefined>> = {
      ArrowUp: () => lane.cards[index - 1],
      ArrowDown: () => lane.cards[index + 1],
      ArrowLeft: () => beside(board.lanes, card, -1),
      ArrowRight: () => beside(board.lanes, card, 1),
      Home: () => lane.cards[0],
      End: () => lane.cards.at(-1),
    };
    const step = next[key];
    const now = Date.now();
    const isTyping = typed.current.text !== '' && now - typed.current.at < typingMs;
    if (step) {
      event.preventDefault();
      focus(step());
    } else if (key === ' ' && !isTyping) {
      event.preventDefault();
      toggle(card);
    } else if (key.toLowerCase() === 'm' && !isTyping) {
      event.preventDefault();
      openMenu(card, event.currentTarget as HTMLElement);
    } else if (key.length === 1 && key !== '?' && key !== '/') {
      event.preventDefault();
      event.stopPropagation();
      focus(find(card, key, now));
    }
  };

  const first = board?.lanes.find(({ cards }) => cards.length > 0)?.cards[0]?.id;
  const isActive = active !== undefined && board?.lanes.some(({ cards }) => cards.some(({ id }) => id === active));
  return {
    activeId: isActive ? active : first,
    focusId,
    onFocused: useCallback(() => setFocus(undefined), []),
    onFocus: useCallback((card: BoardCard) => {
      setActive(card.id);
      focusedCard.current = card;
    }, []),
    onBlur: useCallback(() => {
      focusedCard.current = undefined;
    }, []),
    onKeyDown,
    focusCard: focusMoved,
  };
};
