import { describe, expect, it } from 'vitest';
import { parseText, plainText, safeHref, shorten } from './formatting.ts';

const text = (value: string) => ({ kind: 'text', text: value });

describe('The text of a message', () => {
  it('shows bold, italic, struck and code as messengers do', () => {
    expect(parseText('*a* _b_ ~c~ `d`')).toEqual([
      { kind: 'bold', pieces: [text('a')] },
      text(' '),
      { kind: 'italic', pieces: [text('b')] },
      text(' '),
      { kind: 'strike', pieces: [text('c')] },
      text(' '),
      { kind: 'code', text: 'd', block: false },
    ]);
    expect(parseText('*muito _mesmo_*')).toEqual([
      { kind: 'bold', pieces: [text('muito '), { kind: 'italic', pieces: [text('mesmo')] }] },
    ]);
    expect(parseText('```\nlinha\n```')).toEqual([{ kind: 'code', text: 'linha', block: true }]);
  });

  it('keeps single marks, sums and file names as typed', () => {
    for (const typed of ['2 * 3 * 4', 'a_b_c', '*sem fim', '* solto *', 'R$ 10~20', '**', '*duas\nlinhas*', '``']) {
      expect(parseText(typed)).toEqual([text(typed)]);
    }
  });

  it('turns web and mail addresses into links without the following full stop', () => {
    expect(parseText('Veja https://ex.com/a_b_c.')).toEqual([
      text('Veja '),
      { kind: 'link', text: 'https://ex.com/a_b_c', href: 'https://ex.com/a_b_c' },
      text('.'),
    ]);
    expect(parseText('(www.ex.com.br/x_(y))')[1]).toEqual({
      kind: 'link',
      text: 'www.ex.com.br/x_(y)',
      href: 'https://www.ex.com.br/x_(y)',
    });
    expect(parseText('ana@ex.com')).toEqual([{ kind: 'link', text: 'ana@ex.com', href: 'mailto:ana@ex.com' }]);
  });

  it('never becomes a link to a script', () => {
    expect(parseText('javascript:alert(1)')).toEqual([text('javascript:alert(1)')]);
    expect(safeHref('https://localhost')).toBeUndefined();
    expect(safeHref('http://')).toBeUndefined();
  });

  it('loses its marks in a preview, and is truncated between characters', () => {
    expect(plainText('*Olá*,\n tudo _bem_?')).toBe('Olá, tudo bem?');
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten('👩‍👩‍👧ab', 1)).toBe('👩‍👩‍👧…');
    expect(shorten('Bom dia senhora', 8)).toBe('Bom dia…');
  });

  it('is parsed in linear time, also if it is hostile', () => {
    const hostile = '*a_~'.repeat(500) + 'www.'.repeat(500);
    expect(plainText(hostile).length).toBeGreaterThan(100);
    // Each of these took minutes when the parser was quadratic in their length.
    for (const long of ['a', 'a.', ' *a', ' _a *b', '`', '```a\n', 'www.', 'a@', 'h'].map((part) =>
      part.repeat(200_000),
    ))
      expect(plainText(`${long} fim`)).toMatch(/fim$/);
    expect(plainText(`xhttps://a.b/${'!'.repeat(200_000)}a`)).toMatch(/^xhttps/);
  });
});
