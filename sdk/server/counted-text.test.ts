import { expect, test } from 'vitest';
import { countedText } from './counted-text.ts';

const name = countedText(2, 50);
const faultOf = (text: unknown): string | undefined => name.safeParse(text).error?.issues[0]?.message;

test.each([
  ['thirty emojis', '😀'.repeat(30)],
  ['fifty families', '👨‍👩‍👧‍👦'.repeat(50)],
  ['letters whose marks stand apart', 'ção'.normalize('NFD').repeat(16)],
])('a name is as long as its reader counts: %s fit into 50', (_, text) => {
  expect(faultOf(text)).toBeUndefined();
});

test.each([
  [undefined, 'Required'],
  [' ', 'Too Short!'],
  ['👨‍👩‍👧‍👦', 'Too Short!'],
  ['😀'.repeat(51), 'Too Long!'],
  ['a'.repeat(51), 'Too Long!'],
  [`a${'\u0301'.repeat(2000)}b`, 'Too Long!'],
])('%j is no name: %s', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});
