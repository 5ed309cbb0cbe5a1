import type { KeyboardEvent } from 'react';
import type { ChatMessageView } from '../../contract.ts';

export interface MessageKeys {
  messages: readonly ChatMessageView[];
  /** Absent where the reader may not write. */
  onReply: ((message: ChatMessageView) => void) | undefined;
  /** Returns the focus to the field; false: there is none. */
  onLeave(): boolean;
}

/**
 * Keys in the list of messages, which is one stop of the Tab key: up and down walk through the messages, Enter opens what
 * can be done with one, R quotes it, Escape returns to the field.
 */
export const messageKeys =
  ({ messages, onReply, onLeave }: MessageKeys) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const list = event.currentTarget;
    const target = event.target as HTMLElement;
    // Menus and dialogs are rendered elsewhere on the page, and have keys of their own.
    if (!list.contains(target)) return;
    const row = target.closest<HTMLElement>('[data-seq]');
    if (event.key === 'Escape') {
      if (row && row !== target) row.focus();
      else if (!onLeave()) return;
    } else if (target !== list && target !== row) return;
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const rows = [...list.querySelectorAll<HTMLElement>('[data-seq]')];
      const at = row ? rows.indexOf(row) + (event.key === 'ArrowUp' ? -1 : 1) : rows.length - 1;
      rows[at]?.focus();
    } else if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === 'Enter') row.querySelector<HTMLElement>('[data-message-menu]')?.click();
    else if (event.key === 'r' && onReply) {
      const message = messages.find(({ seq }) => String(seq) === row.dataset['seq']);
      if (message && !message.isDeleted) onReply(message);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
