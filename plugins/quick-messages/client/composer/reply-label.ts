const most = 35;

export interface ReplyLabel {
  shortcode: string;
  /** The beginning of the message, as far as the label has room for it. */
  beginning: string;
  /** There is more than is shown. */
  isCut: boolean;
}

const separator = ' - ';

/** A quick message in 35 characters: its shortcode first, then what its text, as it will be said, begins with. */
export function replyLabel(shortcode: string, said: string): ReplyLabel {
  const code = [...`/${shortcode}`];
  const text = [...said.replace(/\s+/gu, ' ').trim()];
  const room = Math.max(0, most - code.length - separator.length);
  return {
    shortcode: code.slice(0, most).join(''),
    beginning: text.slice(0, room).join('').trimEnd(),
    isCut: code.length > most || text.length > room,
  };
}
