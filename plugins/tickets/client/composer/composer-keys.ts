import type { KeyboardEvent } from 'react';
import { markSelection } from './type-in.ts';

export interface ComposerKeysInput {
  /** An open list gets the keys first: Enter belongs to it. */
  isChoosing: boolean;
  isEmpty: boolean;
  send(): void;
  /**
   * Handles Escape one step at a time: closes an overlay, removes a selection, leaves the field. Returns false when
   * there was no step: then the key belongs to the container of the conversation.
   */
  stepBack(): boolean;
  /** Returns false when there was nothing to edit. */
  editLast(): boolean;
}

/**
 * Enter sends and Shift+Enter breaks the line; shortcuts for bold and italic; up, in an empty field, edits the last
 * message.
 */
export function composerKeys({ isChoosing, isEmpty, send, stepBack, editLast }: ComposerKeysInput) {
  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (key === 'Enter' && !shiftKey) {
      // Also while the list is still loading: its key breaks no line.
      event.preventDefault();
      if (!isChoosing) send();
    }
    if (key === 'Escape' && stepBack()) event.preventDefault();
    const isPlain = !shiftKey && !ctrlKey && !metaKey && !altKey;
    if (key === 'ArrowUp' && isPlain && isEmpty && editLast()) event.preventDefault();
    const mark = { b: '*', i: '_' }[key.toLowerCase()];
    if (mark && (ctrlKey || metaKey) && !shiftKey && !altKey) {
      event.preventDefault();
      markSelection(event.currentTarget, mark);
    }
  };
}
