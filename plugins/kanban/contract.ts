/** The CRM board: its lanes, and the lane of each conversation. */
import { service } from '@balcao/sdk/contract';

export interface Lane {
  /** `lane1`; unique within the board. */
  id: string;
  title: string;
}

export interface Board {
  kanbanId: number;
  /** From left to right. A conversation that was never moved is in the first. */
  lanes: Lane[];
}

/** The board with the lane of one conversation. */
export interface TicketLane extends Board {
  laneId: string;
  /** Time of the last move; null when it was never moved. */
  movedAt: Date | null;
}

/** Data of list rows under `extra.kanban`. */
export interface LaneExtra {
  laneId: string;
  lane: string;
}

export interface Boards {
  /** Returns the company's board, created with the default lanes if necessary. */
  board(): Promise<Board>;
  /** Does not check access: call `tickets.assertReadable` first. */
  laneOf(ticketId: number): Promise<TicketLane>;
  /** Throws 404 with ERR_NO_KANBAN_FOUND or ERR_NO_LANE_FOUND for an unknown board or lane. */
  move(kanbanId: number, ticketId: number, laneId: string): Promise<void>;
}
/** The board and the lanes of conversations. */
export const boards = service<Boards>('kanban.boards');
