/** Types text at the caret, so that undo works as for typed keys. */
export function typeIn(field: HTMLTextAreaElement, piece: string): void {
  field.focus();
  // The only way to write to the field's undo history; browsers keep this deprecated call for it.
  if (document.execCommand('insertText', false, piece)) return;
  field.setRangeText(piece, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: piece, inputType: 'insertText' }));
}

/**
 * Adds a mark on both sides of the selection, or removes both; without a selection the caret is placed between them.
 */
export function markSelection(field: HTMLTextAreaElement, mark: string): void {
  const { value, selectionStart: from, selectionEnd: to } = field;
  const chosen = value.slice(from, to);
  // A mark next to a space has no effect in WhatsApp.
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(chosen) ?? [];
  const isMarked = words.length >= 2 * mark.length + 1 && words.startsWith(mark) && words.endsWith(mark);
  const marked = isMarked ? words.slice(mark.length, -mark.length) : mark + words + mark;
  typeIn(field, before + marked + after);
  const start = from + before.length;
  if (words) field.setSelectionRange(start, start + marked.length);
  else field.setSelectionRange(start + mark.length, start + mark.length);
}
