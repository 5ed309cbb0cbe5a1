import { expect, test } from 'vitest';
import { compare, compareAll } from './count.ts';

const sent = ['a', 'b', 'c', 'd'];

test('the comparison of a soak counts no fault when everything arrived once and in order', () => {
  expect(compare(sent, sent)).toEqual({ expected: 4, lost: 0, doubled: 0, disordered: 0 });
});

test('the comparison of a soak distinguishes lost, duplicate and reordered messages', () => {
  expect(compare(sent, ['a', 'c', 'd'])).toEqual({ expected: 4, lost: 1, doubled: 0, disordered: 0 });
  expect(compare(sent, ['a', 'b', 'b', 'c', 'd', 'a'])).toEqual({ expected: 4, lost: 0, doubled: 2, disordered: 0 });
  expect(compare(sent, ['b', 'a', 'c', 'd'])).toEqual({ expected: 4, lost: 0, doubled: 0, disordered: 2 });
});

test('the comparison of a soak counts all messages of a missing customer as lost', () => {
  const expected = new Map([
    ['one', sent],
    ['two', ['e']],
  ]);
  expect(compareAll(expected, new Map([['one', sent]]))).toEqual({ expected: 5, lost: 1, doubled: 0, disordered: 0 });
});
