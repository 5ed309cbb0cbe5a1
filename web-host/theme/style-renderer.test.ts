// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createStyleRenderer } from './style-renderer.ts';

const inserted = (): string[] =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText.replaceAll(/\s/g, '')));

test('The rules of a component are inserted once, and compared once however many of it are mounted', () => {
  const renderer = createStyleRenderer();
  const button = { d: ['.a{color:red;}', '.b{color:blue;}'] };
  renderer.insertCSSRules(button);
  expect(inserted()).toEqual(['.a{color:red;}', '.b{color:blue;}']);
  // Without its memory of single rules the library would insert them again.
  renderer.insertionCache = {};
  renderer.insertCSSRules(button);
  expect(inserted()).toHaveLength(2);
});

test('Reset rules count as the same set although each rendering wraps them anew', () => {
  const renderer = createStyleRenderer();
  const reset = ['.c{margin:2px;}'];
  renderer.insertCSSRules({ r: reset });
  renderer.insertionCache = {};
  renderer.insertCSSRules({ r: reset });
  renderer.insertCSSRules({ r: ['.d{margin:1px;}'] });
  expect(inserted().filter((rule) => /^\.[cd]\{/.test(rule))).toEqual(['.c{margin:2px;}', '.d{margin:1px;}']);
});
