import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { emojiGroups, foundEmoji } from './emoji.ts';

const groupsIn = (language: string) =>
  emojiGroups(JSON.parse(readFileSync(path.join(import.meta.dirname, `${language}.json`), 'utf8')));

describe('The emoji picker', () => {
  it('An emoji is found by name and meaning, with or without accents, in the reader’s language', () => {
    const signs = (language: string, term: string) => foundEmoji(groupsIn(language), term).map(({ sign }) => sign);
    expect(signs('pt', 'coracao verm')).toContain('❤️');
    expect(signs('pt', 'CORAÇÃO')).toContain('💚');
    expect(signs('pt', 'joia')).toContain('👍️');
    expect(signs('en', 'thumbs up')[0]).toBe('👍️');
    expect(signs('es', 'pulgar')).toContain('👍️');
    expect(signs('pt', '  ')).toEqual([]);
    expect(signs('pt', 'xyzxyz')).toEqual([]);
  });

  it('The emoji are the same in every language, and each has a name', () => {
    const all = (language: string) => groupsIn(language).flatMap(({ emoji }) => emoji);
    const portuguese = all('pt').map(({ sign }) => sign);
    for (const language of ['pt', 'en', 'es']) {
      expect(all(language).map(({ sign }) => sign)).toEqual(portuguese);
      expect(all(language).filter(({ name }) => name.trim() === '')).toEqual([]);
    }
  });
});
