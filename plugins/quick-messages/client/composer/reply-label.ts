const maxLength = 35;

export interface ReplyLabel {
  shortcode: string;
  /** Start of the message, as far as the label has room. */
  beginning: string;
  /** The message is longer than the label. */
  isCut: boolean;
}

const separator = ' - ';

/** Returns a label of 35 characters: the shortcode first, then the start of the text with its variables filled. */
export function replyLabel(shortcode: string, filledText: string): ReplyLabel {
  const code = [...`/${shortcode}`];
  const text = [...filledText.replace(/\s+/gu, ' ').trim()];
  const room = Math.max(0, maxLength - code.length - separator.length);
  return {
    shortcode: code.slice(0, maxLength).join(''),
    beginning: text.slice(0, room).join('').trimEnd(),
    isCut: code.length > maxLength || text.length > room,
  };
}
