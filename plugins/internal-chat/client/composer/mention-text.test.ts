import { expect, it } from 'vitest';
import { mentionAt, withIds, withNames } from './mention-text.ts';

const people = [
  { id: 7, name: 'Ana' },
  { id: 8, name: 'Ana Lima' },
  { id: 0, name: 'todos' },
];

it('A mention is the @ that begins a word, up to the caret', () => {
  expect(mentionAt('Combinado, @Re', 14)).toEqual({ from: 11, query: 'Re' });
  expect(mentionAt('ana@uol', 7)).toBeUndefined();
  expect(mentionAt('@Ana, veja', 10)).toBeUndefined();
});

it('Names become ids and ids names; a longer name is never taken for a shorter one', () => {
  const stored = withIds('@Ana Lima e @Ana, avisem @todos (@Ana)', people);
  expect(stored).toBe('@[8] e @[7], avisem @[0] (@[7])');
  expect(withNames(stored, people)).toBe('@Ana Lima e @Ana, avisem @todos (@Ana)');
  expect(withIds('@Anabela', people)).toBe('@Anabela');
});
