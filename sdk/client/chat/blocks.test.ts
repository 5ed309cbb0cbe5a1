import { describe, expect, it } from 'vitest';
import { parseBlocks } from './blocks.ts';

const kinds = (text: string): string[] => parseBlocks(text).map(({ kind }) => kind);

describe('The blocks of a message', () => {
  it('separate quotes, lists and numbers from the surrounding text', () => {
    expect(kinds('Trazer:\n- RG\n- CPF\n1. ligar\n2. voltar\n> a senhora disse\nObrigado')).toEqual([
      'lines',
      'bullets',
      'numbers',
      'quote',
      'lines',
    ]);
  });

  it('keep the typed numbers and parse the marks inside', () => {
    expect(parseBlocks('3. *três*\n4. quatro')).toEqual([
      {
        kind: 'numbers',
        start: 3,
        items: [[{ kind: 'bold', pieces: [{ kind: 'text', text: 'três' }] }], [{ kind: 'text', text: 'quatro' }]],
      },
    ]);
  });

  it('leave code unparsed, and do not take a bold word for a list', () => {
    expect(parseBlocks('veja\n```\n- a\n> b\n```\n*c* d')).toEqual([
      { kind: 'lines', pieces: [{ kind: 'text', text: 'veja' }] },
      { kind: 'code', text: '- a\n> b' },
      {
        kind: 'lines',
        pieces: [
          { kind: 'bold', pieces: [{ kind: 'text', text: 'c' }] },
          { kind: 'text', text: ' d' },
        ],
      },
    ]);
  });

  it('leave a single dash, an empty fence and a year as text', () => {
    expect(kinds('- \n2026. \n``````')).toEqual(['lines']);
    expect(parseBlocks('')).toEqual([]);
  });
});
