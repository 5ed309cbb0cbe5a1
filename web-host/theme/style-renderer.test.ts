// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createStyleRenderer } from './style-renderer.ts';

/** The rules of this file: the page of the worker keeps those of other tests. */
const inserted = (): string[] =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText.replaceAll(/\s/g, '')))
    .filter((rule) => rule.startsWith('.test-'));

test('The rules of a component are inserted once, and compared once however many of it are mounted', () => {
  const renderer = createStyleRenderer();
  const button = { d: ['.test-a{color:red;}', '.test-b{color:blue;}'] };
  renderer.insertCSSRules(button);
  expect(inserted()).toEqual(['.test-a{color:red;}', '.test-b{color:blue;}']);
  // Without its memory of single rules the library would insert them again.
  renderer.insertionCache = {};
  renderer.insertCSSRules(button);
  expect(inserted()).toHaveLength(2);
});

test('Reset rules count as the same set although each rendering wraps them anew', () => {
  const renderer = createStyleRenderer();
  const reset = ['.test-c{margin:2px;}'];
  renderer.insertCSSRules({ r: reset });
  renderer.insertionCache = {};
  renderer.insertCSSRules({ r: reset });
  renderer.insertCSSRules({ r: ['.test-d{margin:1px;}'] });
  expect(inserted().filter((rule) => /^\.test-[cd]\{/.test(rule))).toEqual([
    '.test-c{margin:2px;}',
    '.test-d{margin:1px;}',
  ]);
});
