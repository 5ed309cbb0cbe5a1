import { atom } from 'jotai';
import type { MessageView } from '../../../contract.ts';

/** Selected messages of one conversation, in selection mode. */
export interface ChosenMessages {
  ticketId: number;
  messages: readonly MessageView[];
}
export const chosenMessagesAtom = atom<ChosenMessages | undefined>(undefined);

/** In the order of the conversation. Deselecting the last one ends selection mode. */
export function toggled(known: ChosenMessages | undefined, message: MessageView): ChosenMessages | undefined {
  const { ticketId, id } = message;
  const messages = known?.ticketId === ticketId ? known.messages : [];
  if (!messages.some((each) => each.id === id)) {
    const all = [...messages, message].sort((one, other) =>
      one.createdAt === other.createdAt ? one.id - other.id : one.createdAt < other.createdAt ? -1 : 1,
    );
    return { ticketId, messages: all };
  }
  const rest = messages.filter((each) => each.id !== id);
  return rest.length > 0 ? { ticketId, messages: rest } : undefined;
}

/** Messages of an album are selected or deselected together. */
export function toggledAll(
  known: ChosenMessages | undefined,
  messages: readonly MessageView[],
): ChosenMessages | undefined {
  const isChosen = ({ id }: MessageView): boolean => known?.messages.some((each) => each.id === id) ?? false;
  const missing = messages.filter((message) => !isChosen(message));
  return (missing.length > 0 ? missing : messages).reduce(toggled, known);
}

/** True for messages that may be forwarded: no internal notes. */
export const mayForward = ({ onlyInternal, isDeleted, id }: MessageView): boolean =>
  !onlyInternal && !isDeleted && id > 0;
