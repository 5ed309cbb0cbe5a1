import { expect, it } from 'vitest';
import { isOnlyEmoji } from './only-emoji.ts';

it('One to three emoji alone are large; words, numbers and more emoji are not', () => {
  for (const large of ['👍', '❤️', '👩‍⚖️ 🇧🇷', '🙏🏽🙏🏽🙏🏽']) expect(isOnlyEmoji(large), large).toBe(true);
  for (const plain of ['', ' ', '👍 ok', '👍👍👍👍', '1', '10', '#', ':)'])
    expect(isOnlyEmoji(plain), plain).toBe(false);
});
