import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { LaneCommand } from '../lane/lane-command.ts';
import type { BoardCard, LaneState } from './board-data.ts';

/** Actions of people on cards and lanes. */
export interface CardActions {
  open(card: BoardCard): void;
  keyDown(event: KeyboardEvent, card: BoardCard): void;
  focus(card: BoardCard): void;
  /** Returns true if the press chose the card, instead of opening it. */
  press(event: MouseEvent, card: BoardCard): boolean;
  menu(card: BoardCard, at: HTMLElement): void;
  value(card: BoardCard, at: HTMLElement): void;
  /** The person drags the card; undefined: no longer. */
  drag(card: BoardCard | undefined): void;
  more(laneId: string): void;
  focused(): void;
  lane(what: LaneCommand, lane: LaneState): void;
}

/** Returns one object that always calls the latest actions, so that no card is drawn again because of it. */
export const useCardActions = (actions: CardActions): CardActions => {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState((): CardActions => ({
    open: (card) => latest.current.open(card),
    keyDown: (event, card) => latest.current.keyDown(event, card),
    focus: (card) => latest.current.focus(card),
    press: (event, card) => latest.current.press(event, card),
    menu: (card, at) => latest.current.menu(card, at),
    value: (card, at) => latest.current.value(card, at),
    drag: (card) => latest.current.drag(card),
    more: (laneId) => latest.current.more(laneId),
    focused: () => latest.current.focused(),
    lane: (what, lane) => latest.current.lane(what, lane),
  }));
  return stable;
};
