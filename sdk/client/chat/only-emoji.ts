const maxEmoji = 3;
const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

/** Returns true for one to three emoji and nothing else, which are shown large, as in messengers. */
export function isOnlyEmoji(text: string): boolean {
  const plain = text.replaceAll(/\s/gu, '');
  // Longer than three emoji can be; most messages return here.
  if (plain === '' || plain.length > 48) return false;
  const signs = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(plain)];
  return signs.length <= maxEmoji && signs.every(({ segment }) => emoji.test(segment));
}
