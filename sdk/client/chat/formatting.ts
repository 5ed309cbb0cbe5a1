/** A piece of a message in the formatting of messengers: `*bold* _italic_ ~strike~ `code``, and addresses. */
export type TextPiece =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; pieces: TextPiece[] }
  | { kind: 'code'; text: string; block: boolean }
  | { kind: 'link'; text: string; href: string };

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
type Mark = keyof typeof marks;
const isMark = (character: string | undefined): character is Mark =>
  character === '*' || character === '_' || character === '~';

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/u.test(character);

// A mail address is matched only where a run of its characters begins; otherwise a long run would be scanned again from
// each of them.
const address = /(?:https?:\/\/|www\.)[^\s<>"'`]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;
const longestLink = 2048;
const trailing = /[.,;:!?*_~)\]}'"»]+$/u;

/** Parses the formatting marks. A mark that is not closed, or is inside a word, remains text. */
export function parseText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const barren: UnclosedMarks = new Map();
  let plain = '';
  let at = 0;
  const flush = (): void => {
    if (plain) pieces.push(...linked(plain));
    plain = '';
  };
  while (at < text.length) {
    const link = linkAt(text, at);
    if (link) {
      flush();
      pieces.push(link);
      at += link.text.length;
      continue;
    }
    const code = codeAt(text, at);
    if (code) {
      flush();
      pieces.push({ kind: 'code', text: code.text, block: code.block });
      at = code.end;
      continue;
    }
    const end = closingOf(text, at, barren);
    const mark = text[at];
    if (end > 0 && isMark(mark)) {
      flush();
      pieces.push({ kind: marks[mark], pieces: parseText(text.slice(at + 1, end)) });
      at = end + 1;
      continue;
    }
    plain += text[at];
    at += 1;
  }
  flush();
  return pieces;
}

/**
 * Positions up to which nothing closes a mark, so that a line with thousands of open marks is not scanned to its end
 * for each of them.
 */
type UnclosedMarks = Map<Mark, number>;

/** Returns the position at which the mark at `at` is closed on the same line, or 0. */
function closingOf(text: string, at: number, barren: UnclosedMarks): number {
  const mark = text[at];
  if (!isMark(mark) || isWord(text[at - 1]) || isSpace(text[at + 1]) || text[at + 1] === mark) return 0;
  if (at < (barren.get(mark) ?? 0)) return 0;
  let end = at + 1;
  for (; end < text.length && text[end] !== '\n'; end += 1) {
    if (text[end] === mark && !isSpace(text[end - 1]) && !isWord(text[end + 1])) return end;
  }
  barren.set(mark, end);
  return 0;
}

function codeAt(text: string, at: number): { text: string; block: boolean; end: number } | undefined {
  if (text.startsWith('```', at)) {
    const end = text.indexOf('```', at + 3);
    const inner = end > 0 ? text.slice(at + 3, end) : '';
    return inner.trim() ? { text: inner.replace(/^\n|\n$/g, ''), block: true, end: end + 3 } : undefined;
  }
  if (text[at] !== '`') return undefined;
  const end = text.indexOf('`', at + 1);
  const inner = end > 0 ? text.slice(at + 1, end) : '';
  return inner.trim() && !inner.includes('\n') ? { text: inner, block: false, end: end + 1 } : undefined;
}

// Addresses are parsed first: their underscores and tildes are no marks.
function linkAt(text: string, at: number): { kind: 'link'; text: string; href: string } | undefined {
  if (isWord(text[at - 1]) || !/[hw]/iu.test(text[at] ?? '')) return undefined;
  const found = /^(?:https?:\/\/|www\.)[^\s<>"'`]+/iu.exec(text.slice(at, at + longestLink))?.[0];
  return found ? toLink(found) : undefined;
}

function toLink(found: string): { kind: 'link'; text: string; href: string } | undefined {
  let text = found.replace(trailing, '');
  // A closing bracket belongs to the address if it contains the opening one.
  const rest = found.slice(text.length);
  if (rest.startsWith(')') && text.split('(').length > text.split(')').length) text += ')';
  const href = safeHref(text);
  return href ? { kind: 'link', text, href } : undefined;
}

/** Returns an address that may be followed: only web and mail addresses. */
export function safeHref(text: string): string | undefined {
  const full = /^www\./iu.test(text) ? `https://${text}` : /^https?:\/\//iu.test(text) ? text : `mailto:${text}`;
  try {
    const url = new URL(full);
    if (url.protocol === 'mailto:') return full;
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname.includes('.') ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function linked(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const link = toLink(match[0].slice(0, longestLink));
    if (!link) continue;
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push(link);
    from = match.index + link.text.length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}

/** Returns the text without formatting marks: for one-line previews and screen readers. */
export function plainText(text: string): string {
  const flatten = (pieces: readonly TextPiece[]): string =>
    pieces.map((piece) => ('pieces' in piece ? flatten(piece.pieces) : piece.text)).join('');
  return flatten(parseText(text.replace(/^> /gmu, '')))
    .replace(/\s+/gu, ' ')
    .trim();
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Truncates to at most `length` characters as people count them: an emoji is one, and is never cut in half. */
export function shorten(text: string, length: number): string {
  // A character has at least one code unit.
  if (text.length <= length) return text;
  let shown = 0;
  for (const { index } of characters.segment(text)) {
    if (shown === length) return `${text.slice(0, index).trimEnd()}…`;
    shown += 1;
  }
  return text;
}
