import { describe, expect, it } from 'vitest';
import { mentionAt, peopleCalled } from './mention-at.ts';

const at = (text: string) => mentionAt(text, text.length);

describe('Mentioning a name', () => {
  it('A mention begins with an @ at the start of a word', () => {
    expect(at('@')).toEqual({ from: 0, query: '' });
    expect(at('veja isto, @jos')).toEqual({ from: 11, query: 'jos' });
    expect(at('(@José Al')).toEqual({ from: 1, query: 'José Al' });
  });

  it('An @ in an e-mail address, on another line or before the next sentence is no mention', () => {
    for (const text of ['maria@uol', 'sem nada', '@jose\ne mais', '@jose, veja', '@ jose', `@${'a'.repeat(41)}`])
      expect([text, at(text)]).toEqual([text, undefined]);
  });

  it('A mention ends at the caret, wherever the text ends', () => {
    expect(mentionAt('@jo e outros', 3)).toEqual({ from: 0, query: 'jo' });
  });
});

describe('People offered for a mention', () => {
  const people = ['Marina Alves', 'Álvaro Dias', 'Ana Lima', 'Bruno Alves'].map((name) => ({ name }));
  const called = (query: string) => peopleCalled(people, query).map(({ name }) => name);

  it('People are found by the beginning of any of their names, without accents, full names first', () => {
    expect(called('al')).toEqual(['Álvaro Dias', 'Bruno Alves', 'Marina Alves']);
    expect(called('ana l')).toEqual(['Ana Lima']);
    expect(called('rina')).toEqual([]);
  });

  it('Everybody is offered before anything is typed', () => {
    expect(called('')).toHaveLength(4);
  });
});
