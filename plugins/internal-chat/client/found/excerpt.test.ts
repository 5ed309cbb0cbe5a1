import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

it('A long text is shown from shortly before the first match, so that the match is seen', () => {
  const long = `${'palavra '.repeat(30)}e a procuração assinada`;
  expect(excerptOf(long, 'procuracao')).toMatch(/^…(palavra ){1,6}e a procuração assinada$/);
  expect(excerptOf('Segue a\nprocuração', 'procuracao')).toBe('Segue a procuração');
  expect(excerptOf(`${'x'.repeat(300)}alvo`, 'alvo')).toBe('…alvo');
  expect(excerptOf('nome do arquivo é outro', 'cnis')).toBe('nome do arquivo é outro');
});
