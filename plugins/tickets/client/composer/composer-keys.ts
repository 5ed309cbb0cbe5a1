import type { KeyboardEvent } from 'react';
import { markSelection } from './typeIn.ts';

export interface ComposerKeysInput {
  /** Something that the text opened hears the keys first: Enter is its own. */
  isChoosing: boolean;
  isEmpty: boolean;
  send(): void;
  /**
   * Escape: closes what is open, takes back what was chosen, leaves the field; one step a press. Answers whether there
   * was one: else the key is meant for what the conversation stands in.
   */
  stepBack(): boolean;
  /** Answers whether there was anything to edit. */
  editLast(): boolean;
}

/** Enter sends and Shift+Enter breaks the line; bold and italic by their chords; up, while nothing is written, edits what was said last. */
export function composerKeys({ isChoosing, isEmpty, send, stepBack, editLast }: ComposerKeysInput) {
  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (key === 'Enter' && !shiftKey) {
      // Also while what was opened is still on its way: its key breaks no line.
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
