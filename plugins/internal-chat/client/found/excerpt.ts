import { highlightParts } from '@balcao/sdk/client';

/** Letters before the first match: two lines of a narrow list still show it. */
const before = 40;

/** The part of a text that begins shortly before the first match, at a word. */
export const excerptOf = (text: string, term: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const [first] = highlightParts(line, term);
  const from = first && !first.isHit ? first.text.length : 0;
  if (from <= before) return line;
  const word = line.indexOf(' ', from - before) + 1;
  return `…${line.slice(word > 0 && word <= from ? word : from)}`;
};
