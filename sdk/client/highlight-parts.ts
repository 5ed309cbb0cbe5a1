import { foldText } from '../shared/fold-text.ts';

/** Splits a text into matches of a search term and the rest, ignoring case and accents. */
export function highlightParts(text: string, term: string): { text: string; isHit: boolean }[] {
  const wanted = foldText(term.trim());
  if (wanted === '') return [{ text, isHit: false }];
  // Maps each character of the normalised form to its position in the text.
  const characters = [...text];
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const character of characters) {
    for (const part of foldText(character)) {
      plain += part;
      for (let unit = 0; unit < part.length; unit += 1) places.push(at);
    }
    at += character.length;
  }
  const parts: { text: string; isHit: boolean }[] = [];
  let from = 0;
  for (let hit = plain.indexOf(wanted); hit >= 0; hit = plain.indexOf(wanted, hit + wanted.length)) {
    const start = places[hit] ?? 0;
    let end = places[hit + wanted.length] ?? text.length;
    if (end <= start) end = text.length;
    if (start > from) parts.push({ text: text.slice(from, start), isHit: false });
    parts.push({ text: text.slice(start, end), isHit: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isHit: false });
  return parts;
}
