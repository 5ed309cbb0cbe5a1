import { describe, expect, it } from 'vitest';
import { linked } from './links.ts';

describe('A value of extra information', () => {
  it('An address with www or http becomes a link in a value', () => {
    expect(linked('www.drive.com/oliveira-4821')).toEqual([
      { text: 'www.drive.com/oliveira-4821', address: 'https://www.drive.com/oliveira-4821' },
    ]);
    expect(linked('http://exemplo.com.br')).toEqual([
      { text: 'http://exemplo.com.br', address: 'http://exemplo.com.br/' },
    ]);
  });
  it('The words around a link in a value stay text', () => {
    expect(linked('Pasta: https://a.br/b (nova).')).toEqual([
      { text: 'Pasta: ' },
      { text: 'https://a.br/b', address: 'https://a.br/b' },
      { text: ' (nova).' },
    ]);
  });
  it('A value without an address is text only', () => {
    expect(linked('218.000.000-04')).toEqual([{ text: '218.000.000-04' }]);
    expect(linked('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)' }]);
    expect(linked('http:// e mais')).toEqual([{ text: 'http:// e mais' }]);
  });
});
