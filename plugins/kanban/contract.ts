/** The CRM board: lanes, and in which of them a conversation stands. */
import { service } from '@balcao/sdk/contract';

export interface Lane {
  /** `lane1`; unique on the board. */
  id: string;
  title: string;
}

export interface Board {
  kanbanId: number;
  /** From left to right. A conversation that was never moved stands in the first. */
  lanes: Lane[];
}

/** Where one conversation stands. */
export interface Place extends Board {
  laneId: string;
  /** When it came there; null when it was never moved. */
  movedAt: Date | null;
}

/** What list rows carry under `extra.kanban`. */
export interface PlaceExtra {
  laneId: string;
  lane: string;
}

export interface Boards {
  /** The company's board, made with the usual lanes when it has none yet. */
  board(): Promise<Board>;
  /** Asks nobody whether the reader may know: check with `tickets.assertReadable` first. */
  placeOf(ticketId: number): Promise<Place>;
  /** ERR_NO_KANBAN_FOUND and ERR_NO_LANE_FOUND (404) for what the company does not have. */
  move(kanbanId: number, ticketId: number, laneId: string): Promise<void>;
}
/** The board and the places on it. */
export const boards = service<Boards>('kanban.boards');
