import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test('Texts that differ only in case and accents fold to the same text', () => {
  for (const text of ['Ação', 'AÇÃO', 'ação', 'Ação'.normalize('NFD')]) expect(foldText(text)).toBe('acao');
  expect(foldText('José Ñandú')).toBe('jose nandu');
});

test('Letters without accents, digits, signs and white space stay when a text is folded', () => {
  expect(foldText(' Rua  7 de Setembro, 12-B\n')).toBe(' rua  7 de setembro, 12-b\n');
  expect(foldText('Straße 東京 👩‍👧')).toBe('straße 東京 👩‍👧');
});
