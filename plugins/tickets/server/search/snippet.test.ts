import { expect, it } from 'vitest';
import { snippetOf } from './snippet.ts';

const marked = ({ text, marks }: ReturnType<typeof snippetOf>): string[] =>
  marks.map(([start, end]) => text.slice(start, end));
const processo = [{ word: 'processos', forms: ['process'] }];

it('A hit in another form of the word is marked whole, with its accents', () => {
  const audiencia = [{ word: 'audiencias', forms: ['audienc'] }];
  expect(marked(snippetOf('A Audiência foi marcada', 'audiencias', audiencia))).toEqual(['Audiência']);
  expect(marked(snippetOf('Seu processo e o PROCESSO dele', 'processos', processo))).toEqual(['processo', 'PROCESSO']);
});

it('A hit of an incomplete word is marked as far as it was typed', () => {
  expect(marked(snippetOf('O benefício saiu', 'benef', [{ word: 'benef', forms: ['benef'] }]))).toEqual(['benef']);
});

it('A hit in the middle of a code is marked', () => {
  const words = [{ word: '34', forms: ['34'] }];
  expect(marked(snippetOf('Processo 0001234-56', '34-5', words))).toEqual(['34-5']);
});

it('The excerpt of a long message begins at a word shortly before the hit, on one line', () => {
  const snippet = snippetOf(`${'bem antes\n'.repeat(50)}o processo ${'bem depois '.repeat(50)}`, 'processo', processo);
  expect(snippet.text.startsWith('…')).toBe(true);
  expect(snippet.text.endsWith('…')).toBe(true);
  expect(snippet.text).not.toContain('\n');
  expect(snippet.text.length).toBeLessThan(170);
  expect(marked(snippet)).toEqual(['processo']);
});

it('The excerpt of a text without spaces contains the hit', () => {
  const words = [{ word: 'fim', forms: ['fim'] }];
  expect(marked(snippetOf(`${'x'.repeat(300)}-fim`, 'fim', words))).toEqual(['fim']);
});
