import { atom } from 'jotai';
import type { MessageView } from '../../../contract.ts';

/** Messages selected in one conversation. Selection mode is on while the selection is not undefined. */
export interface MessageSelection {
  ticketId: number;
  messages: readonly MessageView[];
}
/** The selection of one view; undefined outside selection mode. */
export const messageSelectionAtom = atom<MessageSelection | undefined>(undefined);

/**
 * Returns the selection with one message selected, or deselected if it was selected, in the order of the conversation.
 * Undefined, which ends selection mode, once none is left. A selection of another conversation is discarded.
 */
export function withToggled(
  selection: MessageSelection | undefined,
  message: MessageView,
): MessageSelection | undefined {
  const { ticketId, id } = message;
  const messages = selection?.ticketId === ticketId ? selection.messages : [];
  if (!messages.some((each) => each.id === id)) {
    const all = [...messages, message].sort((one, other) =>
      one.createdAt === other.createdAt ? one.id - other.id : one.createdAt < other.createdAt ? -1 : 1,
    );
    return { ticketId, messages: all };
  }
  const rest = messages.filter((each) => each.id !== id);
  return rest.length > 0 ? { ticketId, messages: rest } : undefined;
}

/** Selects the messages of an album together, or deselects them if all of them were selected. */
export function withAllToggled(
  selection: MessageSelection | undefined,
  messages: readonly MessageView[],
): MessageSelection | undefined {
  const isSelected = ({ id }: MessageView): boolean => selection?.messages.some((each) => each.id === id) ?? false;
  const missing = messages.filter((message) => !isSelected(message));
  return (missing.length > 0 ? missing : messages).reduce(withToggled, selection);
}

/**
 * True for a message that may be forwarded: no internal note, not deleted, and stored on the server. One that is
 * still being sent has no positive id yet.
 */
export const mayForward = ({ onlyInternal, isDeleted, id }: MessageView): boolean =>
  !onlyInternal && !isDeleted && id > 0;
