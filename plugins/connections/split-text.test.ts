import { expect, test } from 'vitest';
import { splitText, textSizeOf } from './contract.ts';

test('Long texts are split at spaces, by bytes or by characters, and never within an emoji', () => {
  const family = '👨‍👩‍👧‍👦';
  const bytes = { max: 1000, unit: 'bytes' } as const;
  const parts = splitText(`${'não '.repeat(240)}${family.repeat(60)}`, bytes);
  for (const part of parts) expect(textSizeOf(part, bytes)).toBeLessThanOrEqual(1000);
  expect(parts.join('').replaceAll(' ', '')).toBe(`${'não'.repeat(240)}${family.repeat(60)}`);
  expect(parts.every((part) => part.replaceAll(family, '').replaceAll(/[não\s]/g, '') === '')).toBe(true);
  const characters = { max: 2000, unit: 'characters' } as const;
  expect(splitText('a'.repeat(4001), characters).map(({ length }) => length)).toEqual([2000, 2000, 1]);
  expect(splitText('  curto ', characters)).toEqual(['curto']);
  expect(splitText(' \n ', characters)).toEqual([]);
});

test('A limit below one character makes parts of one character, and comes to an end', () => {
  expect(splitText('👍👎', { max: 1, unit: 'bytes' })).toEqual(['👍', '👎']);
});
