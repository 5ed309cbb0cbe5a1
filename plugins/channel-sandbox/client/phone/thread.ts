import type { MessageData } from '@balcao/connections/contract';
import type { PhoneMessage } from '../../contract.ts';

/** A message that the person with the phone sends. */
export interface OutgoingMessage {
  body: string;
  file?: File | undefined;
  /** True if the file is a sticker. */
  sticker?: boolean;
  data?: MessageData | undefined;
  /** Id of the tapped option; `body` is its title. */
  choice?: string;
}

/** A message of the phone that the network has not accepted yet. */
export interface Outgoing extends OutgoingMessage {
  id: string;
  /** ISO 8601. */
  at: string;
  /** The reason of a refusal; undefined while it is being sent. */
  failure: unknown;
}

export type Shown = { kind: 'kept'; message: PhoneMessage } | { kind: 'outgoing'; message: Outgoing };

/** Adds a message, or replaces its known copy. */
export const withMessage = (known: readonly PhoneMessage[], message: PhoneMessage): PhoneMessage[] =>
  [...known.filter(({ id }) => id !== message.id), message].toSorted((one, other) => one.at.localeCompare(other.at));

/** Applies a change to a message. */
export const withChange = (known: readonly PhoneMessage[], id: string, change: Partial<PhoneMessage>): PhoneMessage[] =>
  known.map((message) => (message.id === id ? { ...message, ...change } : message));

/** Sets the ack, which never decreases. */
export const withAck = (known: readonly PhoneMessage[], id: string, ack: number): PhoneMessage[] =>
  known.map((message) => (message.id === id && message.ack < ack ? { ...message, ack } : message));

/** Returns the visible messages: stored ones, then waiting ones, each once. */
export function thread(known: readonly PhoneMessage[], outgoing: readonly Outgoing[]): Shown[] {
  const ids = new Set(known.map(({ id }) => id));
  return [
    ...known.map((message): Shown => ({ kind: 'kept', message })),
    ...outgoing.filter(({ id }) => !ids.has(id)).map((message): Shown => ({ kind: 'outgoing', message })),
  ];
}

/** Returns the company’s messages without a read receipt of this phone. */
export const unread = (known: readonly PhoneMessage[]): PhoneMessage[] =>
  known.filter(({ fromPhone, ack }) => !fromPhone && ack < 3);
