import { describe, expect, it } from 'vitest';
import { mentionAt, peopleCalled } from './mention-at.ts';

const at = (text: string) => mentionAt(text, text.length);

describe('A name is being mentioned', () => {
  it('after an @ that begins a word', () => {
    expect(at('@')).toEqual({ from: 0, query: '' });
    expect(at('veja isto, @jos')).toEqual({ from: 11, query: 'jos' });
    expect(at('(@José Al')).toEqual({ from: 1, query: 'José Al' });
  });

  it('but not in an address, on another line, or once the sentence goes on', () => {
    for (const text of ['maria@uol', 'sem nada', '@jose\ne mais', '@jose, veja', '@ jose', `@${'a'.repeat(41)}`])
      expect([text, at(text)]).toEqual([text, undefined]);
  });

  it('up to the caret, wherever the text ends', () => {
    expect(mentionAt('@jo e outros', 3)).toEqual({ from: 0, query: 'jo' });
  });
});

describe('People are offered', () => {
  const people = ['Marina Alves', 'Álvaro Dias', 'Ana Lima', 'Bruno Alves'].map((name) => ({ name }));
  const called = (query: string) => peopleCalled(people, query).map(({ name }) => name);

  it('by the beginning of any of their names, without accents, whole names first', () => {
    expect(called('al')).toEqual(['Álvaro Dias', 'Bruno Alves', 'Marina Alves']);
    expect(called('ana l')).toEqual(['Ana Lima']);
    expect(called('rina')).toEqual([]);
  });

  it('all of them before anything is typed', () => {
    expect(called('')).toHaveLength(4);
  });
});
