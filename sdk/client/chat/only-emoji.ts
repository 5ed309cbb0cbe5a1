const most = 3;
const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

/** One to three emoji and nothing else: shown large, as messengers do. */
export function isOnlyEmoji(text: string): boolean {
  const plain = text.replaceAll(/\s/gu, '');
  // Longer than any three of them can be: most messages end here.
  if (plain === '' || plain.length > 48) return false;
  const signs = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(plain)];
  return signs.length <= most && signs.every(({ segment }) => emoji.test(segment));
}
