/** What the automatic service wants, and what it was told. */
export interface Desire {
  /** It takes conversations that stand in a queue of this name, or with '' those without one. Undefined: none. */
  queue: string | undefined;
  heard: { ticketId: number; body: string; number: string; choice: string | null | undefined }[];
  /** Texts it was given when it was asked whether it wants a conversation. */
  asked: (string | undefined)[];
  /** Messages of customers that it was told of. */
  received: { ticketId: number; messageId: number; at: string; status: string; userId: number | null }[];
  /** Messages of the company that it was told of. */
  queued: { messageId: number; userId: number | null; at: string }[];
  /** Answers to who waited that it was told of. */
  answered: {
    ticketId: number;
    messageId: number;
    userId: number | null;
    queueId: number | null;
    at: string;
    waitedMs: number;
  }[];
  /** Changes of conversations that it was told of. */
  changed: { ticketId: number; action: string; at: string }[];
  /** Notes that it was told of. */
  noted: {
    ticketId: number;
    noteId: number;
    change: string;
    valueCents: number;
    userId: number | null;
    by: number | null;
  }[];
  /** Ratings it was told of. */
  rated: { ticketId: number; rate: number; userId: number | null }[];
  /** Falls over this text. */
  stumblesOver: string | undefined;
  /** What it does before it answers whether it wants a conversation. */
  thinks: (() => Promise<void>) | undefined;
  /** It never answers what it is told. */
  broods: boolean;
}

const key = Symbol.for('balcao.test-automation');
type Shared = typeof globalThis & { [key]?: Desire };

const nothing = (): Desire => ({
  queue: undefined,
  heard: [],
  asked: [],
  received: [],
  queued: [],
  answered: [],
  changed: [],
  noted: [],
  rated: [],
  stumblesOver: undefined,
  thinks: undefined,
  broods: false,
});

/** One a process, wherever the module is loaded from. */
export const desire: Desire = ((globalThis as Shared)[key] ??= nothing());

/** Forgets what other files of the same process were told: conversations of their databases have the same ids. */
export const resetDesire = (): void => void Object.assign(desire, nothing());
