/** The shapes that the server sends and the page shows. */
import type { TicketView } from '@balcao/tickets/contract';

/** Number of conversations of each person in the first answer. */
export const firstRows = 10;
/** Most conversations in one request for rows. */
export const rowsPerRequest = 200;
/** Owner of conversations without attendant. */
export const nobody = 0;

/** A conversation as a card shows it. */
export type PanelRow = Pick<
  TicketView,
  | 'id'
  | 'uuid'
  | 'status'
  | 'channel'
  | 'unreadMessages'
  | 'lastMessage'
  | 'lastMessageType'
  | 'updatedAt'
  | 'waitingSince'
  | 'isGroup'
  | 'queueId'
  | 'userId'
  | 'queue'
  | 'chatbot'
> & {
  contact: Pick<TicketView['contact'], 'name' | 'profilePicUrl'>;
  whatsapp: Pick<TicketView['whatsapp'], 'name'>;
};

/**
 * A conversation that a card counts and places without showing it: id, unread messages, time of the first unanswered
 * message (0: nobody waits), time of the last change. Times in milliseconds since 1970.
 */
export type PlacedTicket = [id: number, unread: number, waitingAt: number, updatedAt: number];

/** The running conversations of one person, or those without attendant. */
export interface Desk {
  /** Null: without attendant. */
  userId: number | null;
  total: number;
  /** Number of conversations with an unanswered customer. */
  waiting: number;
  unread: number;
  oldestWaitAt: string | null;
  /** The first ones: the longest wait first, then the latest change. */
  tickets: PanelRow[];
  /** All further ones, in the same order, so that a change of any of them is counted without asking. */
  others: PlacedTicket[];
}

export interface PanelPerson {
  id: number;
  name: string;
  profile: 'admin' | 'gestor' | 'user';
  super: boolean;
  companyId: number;
  profilePicUrl: string | null;
  isVirtual: boolean;
  queueIds: number[];
  online: boolean;
  /** When the person first came on the last day on which they came; null: never. ISO 8601. */
  firstOnline: string | null;
  lastOnline: string | null;
}

export interface Panel {
  /** False: only the reader's own conversations and the waiting ones of the reader's queues. */
  seesAll: boolean;
  people: PanelPerson[];
  /** People without conversations are absent. */
  desks: Desk[];
}
