import { describe, expect, it } from 'vitest';
import { linked } from './links.ts';

describe('a value of extra information', () => {
  it('that contains www or http becomes a link', () => {
    expect(linked('www.drive.com/oliveira-4821')).toEqual([
      { text: 'www.drive.com/oliveira-4821', address: 'https://www.drive.com/oliveira-4821' },
    ]);
    expect(linked('http://exemplo.com.br')).toEqual([
      { text: 'http://exemplo.com.br', address: 'http://exemplo.com.br/' },
    ]);
  });
  it('keeps the words round a link as words', () => {
    expect(linked('Pasta: https://a.br/b (nova).')).toEqual([
      { text: 'Pasta: ' },
      { text: 'https://a.br/b', address: 'https://a.br/b' },
      { text: ' (nova).' },
    ]);
  });
  it('without an address is only text', () => {
    expect(linked('218.000.000-04')).toEqual([{ text: '218.000.000-04' }]);
    expect(linked('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)' }]);
    expect(linked('http:// e mais')).toEqual([{ text: 'http:// e mais' }]);
  });
});
