/**
 * Types text in place of a part of the field, or at the caret. The caret moves at once, because a fast typist presses the
 * next key before a page is drawn again; undo works as for typed keys.
 */
export const typeIn = (field: HTMLTextAreaElement, piece: string, from = field.selectionEnd, to = from): void => {
  field.focus();
  field.setSelectionRange(from, to);
  // The only way to write to the field's undo history; browsers keep this deprecated call for it.
  if (document.execCommand('insertText', false, piece)) return;
  field.setRangeText(piece, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: piece, inputType: 'insertText' }));
};
