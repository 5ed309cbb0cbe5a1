import { expect, test } from 'vitest';
import { sizeOfText } from './text-size.ts';

const bytes = { max: 100, unit: 'bytes' } as const;

test('The size of a text is told from four fifths of the limit on, and beyond it the number of messages', () => {
  expect(sizeOfText('a'.repeat(79), bytes)).toBeUndefined();
  expect(sizeOfText(`  ${'a'.repeat(80)}\n`, bytes)).toEqual({ kind: 'near', size: 80, max: 100 });
  // Accents and emoji take several bytes each.
  expect(sizeOfText('ã'.repeat(50), bytes)).toEqual({ kind: 'near', size: 100, max: 100 });
  expect(sizeOfText('ã'.repeat(51), bytes)).toEqual({ kind: 'parts', count: 2 });
  expect(sizeOfText('ã'.repeat(51), { max: 100, unit: 'characters' })).toBeUndefined();
  // Split at spaces, three words of sixty need three messages, although two could hold as much.
  expect(sizeOfText(Array.from({ length: 3 }, () => 'a'.repeat(60)).join(' '), bytes)).toEqual({
    kind: 'parts',
    count: 3,
  });
  expect(sizeOfText('a'.repeat(5000), undefined)).toBeUndefined();
});
