import type { MessageData } from '@balcao/connections/contract';
import type { PhoneMessage } from '../../contract.ts';

/** What the person with the phone sends. */
export interface Said {
  body: string;
  file?: File | undefined;
  /** The file is a sticker. */
  sticker?: boolean;
  data?: MessageData | undefined;
  /** Id of the option that was tapped; `body` is its title. */
  choice?: string;
}

/** Something the phone wrote that the network has not taken yet. */
export interface Outgoing extends Said {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Why it was not taken; undefined while it is on its way. */
  failure: unknown;
}

export type Shown = { kind: 'kept'; message: PhoneMessage } | { kind: 'outgoing'; message: Outgoing };

/** Adds a message, or puts it in the place of the copy that is known. */
export const withMessage = (known: readonly PhoneMessage[], message: PhoneMessage): PhoneMessage[] =>
  [...known.filter(({ id }) => id !== message.id), message].toSorted((one, other) => one.at.localeCompare(other.at));

/** What became of a message since. */
export const withChange = (known: readonly PhoneMessage[], id: string, change: Partial<PhoneMessage>): PhoneMessage[] =>
  known.map((message) => (message.id === id ? { ...message, ...change } : message));

/** Acks only rise. */
export const withAck = (known: readonly PhoneMessage[], id: string, ack: number): PhoneMessage[] =>
  known.map((message) => (message.id === id && message.ack < ack ? { ...message, ack } : message));

/** What stands on the screen: what the network keeps, then what still waits, each once. */
export function thread(known: readonly PhoneMessage[], outgoing: readonly Outgoing[]): Shown[] {
  const ids = new Set(known.map(({ id }) => id));
  return [
    ...known.map((message): Shown => ({ kind: 'kept', message })),
    ...outgoing.filter(({ id }) => !ids.has(id)).map((message): Shown => ({ kind: 'outgoing', message })),
  ];
}

/** The company's messages that this phone has not said it read. */
export const unread = (known: readonly PhoneMessage[]): PhoneMessage[] =>
  known.filter(({ fromPhone, ack }) => !fromPhone && ack < 3);
