import { atom } from 'jotai';
import type { MessageView } from '../../../contract.ts';

/** Messages of one conversation that are chosen together, while they are being chosen. */
export interface ChosenMessages {
  ticketId: number;
  messages: readonly MessageView[];
}
export const chosenMessagesAtom = atom<ChosenMessages | undefined>(undefined);

/** In the order they were said. The last one that is let go ends the choosing. */
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

/** Those of an album go together: all of them are chosen, or none. */
export function toggledAll(
  known: ChosenMessages | undefined,
  messages: readonly MessageView[],
): ChosenMessages | undefined {
  const isChosen = ({ id }: MessageView): boolean => known?.messages.some((each) => each.id === id) ?? false;
  const missing = messages.filter((message) => !isChosen(message));
  return (missing.length > 0 ? missing : messages).reduce(toggled, known);
}

/** What is passed on: no note of the company's own people. */
export const mayForward = ({ onlyInternal, isDeleted, id }: MessageView): boolean =>
  !onlyInternal && !isDeleted && id > 0;
