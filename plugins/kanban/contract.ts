/** CRM boards: their lanes, and the lane of each conversation. */
import { event, job, room, service } from '@balcao/sdk/contract';

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

/** A board with its name and the queues whose conversations it receives. */
export interface NamedBoard extends Board {
  title: string;
  /** The board of conversations whose queue has no board of its own. Calls without a board mean this one. */
  isDefault: boolean;
  /** Queues whose new conversations begin on this board. Empty: none of its own, and everybody may see the board. */
  queueIds: number[];
}

/** The board of a conversation with its lane. */
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

/** A position on a board. */
export interface Place {
  kanbanId: number;
  laneId: string;
  /** The card below it: absent: the first position of the lane, null: the last. */
  beforeTicketId?: number | null;
}

/** The position and the value of a conversation on its board. */
export interface PlacedCard {
  ticketId: number;
  kanbanId: number;
  laneId: string;
  /** Increases with every move; 0: never moved. */
  version: number;
  /** Sum of the values in its notes, as corrected on the board, in cents. */
  valueCents: number;
  movedAt: Date | null;
}

/** A filter of `Boards.find`; absent fields do not apply. */
export interface CardSearch {
  kanbanId?: number;
  laneId?: string;
  /** The attendant. */
  userId?: number;
  /** Default 50, at most 200. */
  limit?: number;
  /** The `ticketId` of the last card received. */
  after?: number;
}

export interface Boards {
  /** Returns the company's default board, created with the default lanes if necessary. */
  board(): Promise<Board>;
  /** Returns all boards of the company, in their order. */
  boards(): Promise<NamedBoard[]>;
  /** Does not check access: call `tickets.assertReadable` first. */
  laneOf(ticketId: number): Promise<TicketLane>;
  /**
   * Moves a conversation to the first position of a lane; one that is there already stays where it is. Throws 404 with
   * ERR_NO_KANBAN_FOUND or ERR_NO_LANE_FOUND for an unknown board or lane. Does not check access.
   */
  move(kanbanId: number, ticketId: number, laneId: string): Promise<void>;
  /**
   * Puts a conversation at a position of a board, from whichever board it is on. Does not check access. Errors as of
   * `move`, and ERR_NO_TICKET_FOUND.
   */
  place(ticketId: number, place: Place): Promise<PlacedCard>;
  /** Returns the cards that were put into a lane, ascending by conversation; those never moved are not among them. */
  find(search?: CardSearch): Promise<PlacedCard[]>;
}
/** Boards and the lanes of conversations. */
export const boards = service<Boards>('kanban.boards');

/**
 * Emitted when a conversation entered another lane or board, whoever or whatever moved it. Key: the conversation. Not
 * emitted for the cards of a lane that is deleted: nobody decided about each of them.
 */
export const cardMoved = event<{
  ticketId: number;
  kanbanId: number;
  /** The lane it left, and its board, which may be another one. */
  from: { kanbanId: number; laneId: string };
  /** The lane it entered. */
  to: string;
  /** The person who moved it; null: a program. */
  by: number | null;
  /** ISO 8601. */
  at: string;
}>('kanban.card.moved');

/** Emitted when boards or lanes were created, changed or deleted. Key: `boards`. */
export const boardsChanged = event<{ kanbanId: number }>('kanban.boards.changed');

/**
 * Live: a board, for people with crm:view; with `userId` only one person's conversations, for that person and people
 * with crm:view: `moved` {ticketId, from, to, version, by: {id, name} | null}; `movedMany` {cards: {ticketId, from}[],
 * to, by}: several at once; `card` {ticketId, valueCents?,
 * followUp?}; `holding` {ticketId, by: {id, name}}: a person drags a card, ticketId null: no longer. Browsers send
 * `holding` {ticketId}. With `userId: 0`, for everybody who may open the board: `lanes` {version}: read it again.
 */
export const boardRoom = room<{ kanbanId: number; userId?: number }>('kanban.board');

/** Sends what is due of the follow-ups. */
export const sendFollowUps = job<Record<string, never>>('kanban.follow-ups');
/** Removes lanes whose deletion can no longer be undone. */
export const removeLanes = job<Record<string, never>>('kanban.remove-lanes');
