import { expect, test } from 'vitest';
import { rankReplies } from './ranked.ts';
import { replyLabel } from './reply-label.ts';

const reply = (shortcode: string, part: { message?: string; priority?: 1 | 2 | 3; uses?: number } = {}) => ({
  shortcode,
  message: '',
  priority: 3 as const,
  uses: 0,
  ...part,
});
const order = (typed: string, ...replies: ReturnType<typeof reply>[]) =>
  rankReplies(replies, typed).map(({ shortcode }) => shortcode);

test('replies are sorted by priority, then the most used first', () => {
  expect(order('', reply('aaa'), reply('bbb', { uses: 2 }), reply('ccc', { priority: 1 }))).toEqual([
    'ccc',
    'bbb',
    'aaa',
  ]);
});

test('a typed term filters replies by shortcode and text, ignoring case and accents', () => {
  const [fees, street] = [reply('honorários'), reply('local', { message: 'Rua São João' })];
  expect(order('HONORA', fees, street)).toEqual(['honorários']);
  expect(order('sao joao', fees, street)).toEqual(['local']);
  expect(order('xyz', fees, street)).toEqual([]);
});

test('a reply whose shortcode starts with the term comes before replies that only mention it', () => {
  const mention = reply('aaa', { message: 'A audiência', priority: 1 });
  expect(order('audi', mention, reply('audiencia'))).toEqual(['audiencia', 'aaa']);
});

test('a label has at most 35 characters', () => {
  const { shortcode, beginning, isCut } = replyLabel('horario', 'Atendemos de segunda a sexta\ndas 9h');
  expect(`${shortcode} - ${beginning}`).toBe('/horario - Atendemos de segunda a s');
  expect(isCut).toBe(true);
  expect(replyLabel('ola', 'Bom dia')).toEqual({
    shortcode: '/ola',
    beginning: 'Bom dia',
    isCut: false,
  });
  expect(replyLabel('a'.repeat(50), 'x')).toEqual({
    shortcode: `/${'a'.repeat(34)}`,
    beginning: '',
    isCut: true,
  });
  expect(replyLabel('ola', '🙂'.repeat(40)).beginning).toBe('🙂'.repeat(28));
});
