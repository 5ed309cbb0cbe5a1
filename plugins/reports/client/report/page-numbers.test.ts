import { expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

it('The first, the last and the neighbouring pages are shown, with gaps between', () => {
  expect(pageNumbers(1, 65)).toEqual([1, 2, 'gap 65', 65]);
  expect(pageNumbers(30, 65)).toEqual([1, 'gap 29', 29, 30, 31, 'gap 65', 65]);
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(2, 3)).toEqual([1, 2, 3]);
});
