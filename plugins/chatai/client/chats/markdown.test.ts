import { expect, test } from 'vitest';
import { fromMarkdown } from './markdown.ts';

test('headings, bold words, lists and links of a model appear as messengers write them', () => {
  expect(fromMarkdown('## Dos **fatos**\n* um\n+ dois\n**Prazo:** 30 dias')).toBe(
    '*Dos fatos*\n- um\n- dois\n*Prazo:* 30 dias',
  );
  expect(fromMarkdown('![x](https://a.example/p.png) e [lei](https://b.example)')).toBe(
    'x (https://a.example/p.png) e lei (https://b.example)',
  );
  expect(fromMarkdown('```js\n**a**\n```')).toBe('```\n**a**\n```');
});
