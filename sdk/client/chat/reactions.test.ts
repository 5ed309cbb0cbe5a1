import { expect, it } from 'vitest';
import type { ChatReaction } from './chat-message.ts';
import { groupReactions, reacted } from './reactions.ts';

const theirs: ChatReaction = { emoji: '👍', fromMe: false, name: null };

it('A side has one reaction: another replaces it, and the same one again removes it', () => {
  const once = reacted([theirs], '❤️', 'Marina');
  expect(once).toEqual({ reactions: [theirs, { emoji: '❤️', fromMe: true, name: 'Marina' }], sent: '❤️' });
  expect(reacted(once.reactions, '😂', 'Renata').reactions.map(({ emoji }) => emoji)).toEqual(['👍', '😂']);
  expect(reacted(once.reactions, '❤️', 'Marina')).toEqual({ reactions: [theirs], sent: '' });
});

it('Equal reactions are grouped, the most frequent first', () => {
  const groups = groupReactions([
    { emoji: '❤️', fromMe: false, name: 'Ana' },
    { ...theirs, name: 'Bia' },
    { emoji: '👍', fromMe: true, name: 'Marina' },
  ]);
  expect(groups.map(({ emoji, people, isOurs }) => [emoji, people.length, isOurs])).toEqual([
    ['👍', 2, true],
    ['❤️', 1, false],
  ]);
});
