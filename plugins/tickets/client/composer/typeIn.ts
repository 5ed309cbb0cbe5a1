/** Types for the writer, where the caret is, so that undo takes it back as it takes back keys. */
export function typeIn(field: HTMLTextAreaElement, piece: string): void {
  field.focus();
  // The only way into a field's history of undoing; browsers keep it for that, whatever it is called.
  if (document.execCommand('insertText', false, piece)) return;
  field.setRangeText(piece, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: piece, inputType: 'insertText' }));
}

/** Puts a mark on both sides of what is selected, or takes both off again; with nothing selected between them is written. */
export function markSelection(field: HTMLTextAreaElement, mark: string): void {
  const { value, selectionStart: from, selectionEnd: to } = field;
  const chosen = value.slice(from, to);
  // A mark beside a space marks nothing.
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(chosen) ?? [];
  const isMarked = words.length >= 2 * mark.length + 1 && words.startsWith(mark) && words.endsWith(mark);
  const marked = isMarked ? words.slice(mark.length, -mark.length) : mark + words + mark;
  typeIn(field, before + marked + after);
  const start = from + before.length;
  if (words) field.setSelectionRange(start, start + marked.length);
  else field.setSelectionRange(start + mark.length, start + mark.length);
}
