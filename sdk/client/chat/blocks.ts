import { parseText } from './formatting.ts';
import type { TextPiece } from './formatting.ts';

/**
 * The blocks of a message in messengers: lines, `> quotes`, `- lists`, `1. numbers` and code between three backticks.
 */
export type TextBlock =
  | { kind: 'lines'; pieces: TextPiece[] }
  | { kind: 'quote'; pieces: TextPiece[] }
  | { kind: 'bullets'; items: TextPiece[][] }
  | { kind: 'numbers'; start: number; items: TextPiece[][] }
  | { kind: 'code'; text: string };

const fence = /```([\s\S]*?)```/gu;

export function parseBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let from = 0;
  for (const match of text.matchAll(fence)) {
    const inner = match[1] ?? '';
    if (!inner.trim()) continue;
    blocks.push(...ofLines(text.slice(from, match.index).replace(/\n$/u, '')));
    blocks.push({ kind: 'code', text: inner.replace(/^\n|\n$/gu, '') });
    from = match.index + match[0].length;
  }
  blocks.push(...ofLines(from > 0 ? text.slice(from).replace(/^\n/u, '') : text));
  return blocks;
}

type Line = { kind: TextBlock['kind']; text: string; number: number };

function lineOf(text: string): Line {
  const quote = /^> (.*)$/u.exec(text);
  if (quote) return { kind: 'quote', text: quote[1] ?? '', number: 0 };
  const bullet = /^[-*] (?=\S)(.*)$/u.exec(text);
  if (bullet) return { kind: 'bullets', text: bullet[1] ?? '', number: 0 };
  const number = /^(\d{1,3})\. (?=\S)(.*)$/u.exec(text);
  if (number) return { kind: 'numbers', text: number[2] ?? '', number: Number(number[1]) };
  return { kind: 'lines', text, number: 0 };
}

function ofLines(text: string): TextBlock[] {
  if (text === '') return [];
  const groups: { kind: TextBlock['kind']; start: number; lines: string[] }[] = [];
  for (const line of text.split('\n').map(lineOf)) {
    const open = groups.at(-1);
    if (open?.kind === line.kind) open.lines.push(line.text);
    else groups.push({ kind: line.kind, start: line.number, lines: [line.text] });
  }
  return groups.map(({ kind, start, lines }) => {
    if (kind === 'bullets') return { kind, items: lines.map(parseText) };
    if (kind === 'numbers') return { kind, start, items: lines.map(parseText) };
    return { kind: kind === 'quote' ? 'quote' : 'lines', pieces: parseText(lines.join('\n')) };
  });
}
