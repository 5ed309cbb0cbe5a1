/** Configuration of the test automation, and everything it received. */
export interface AutomationProbe {
  /** It claims conversations in a queue of this name, or with '' those without a queue. Undefined: none. */
  queue: string | undefined;
  heard: { ticketId: number; body: string; number: string; choice: string | null | undefined }[];
  /** Texts of the messages with which conversations were offered. */
  asked: (string | undefined)[];
  /** Received events about customers' messages. */
  received: { ticketId: number; messageId: number; at: string; status: string; userId: number | null }[];
  /** Received events about the company's messages. */
  queued: { messageId: number; userId: number | null; at: string }[];
  /** Received events about answers to waiting customers. */
  answered: {
    ticketId: number;
    messageId: number;
    userId: number | null;
    queueId: number | null;
    at: string;
    waitedMs: number;
  }[];
  /** Received events about changes of conversations. */
  changed: { ticketId: number; action: string; at: string }[];
  /** Received events about notes. */
  noted: {
    ticketId: number;
    noteId: number;
    change: string;
    valueCents: number;
    userId: number | null;
    by: number | null;
  }[];
  /** Received events about ratings. */
  rated: { ticketId: number; rate: number; userId: number | null }[];
  /** Throws on this text. */
  failsOn: string | undefined;
  /** Runs before an offer is answered. */
  beforeAnswer: (() => Promise<void>) | undefined;
  /** Never returns from a received message. */
  neverReturns: boolean;
}

const key = Symbol.for('balcao.test-automation');
type Shared = typeof globalThis & { [key]?: AutomationProbe };

const nothing = (): AutomationProbe => ({
  queue: undefined,
  heard: [],
  asked: [],
  received: [],
  queued: [],
  answered: [],
  changed: [],
  noted: [],
  rated: [],
  failsOn: undefined,
  beforeAnswer: undefined,
  neverReturns: false,
});

/** One per process, whichever way the module is loaded. */
export const probe: AutomationProbe = ((globalThis as Shared)[key] ??= nothing());

/** Clears what other files of the same process caused: conversations of their databases have the same ids. */
export const resetProbe = (): void => void Object.assign(probe, nothing());
