// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { richText } from '../widget/view/rich-text.ts';

const shown = (text: string): string => {
  const box = document.createElement('div');
  box.append(...richText(text));
  return box.innerHTML;
};

it.each([
  ['*Ana:*\noi', '<strong>Ana:</strong>\noi'],
  ['_sim_, ~não~ e *muito _bom_*', '<em>sim</em>, <s>não</s> e <strong>muito <em>bom</em></strong>'],
  ['2*3*4 e nome_do_arquivo', '2*3*4 e nome_do_arquivo'],
  ['* lista', '* lista'],
  ['<b>&', '&lt;b&gt;&amp;'],
])('The mark-up %j is rendered', (text, html) => {
  expect(shown(text)).toBe(html);
});

it('Only web addresses become links, without the sentence’s full stop', () => {
  expect(shown('Veja https://loja.example/a_b_c?x=1.')).toMatch(
    /^Veja <a [^>]*href="https:\/\/loja\.example\/a_b_c\?x=1"[^>]*>https:\/\/loja\.example\/a_b_c\?x=1<\/a>\.$/,
  );
  expect(shown('javascript:alert(1)')).toBe('javascript:alert(1)');
});
