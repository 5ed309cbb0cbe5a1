import { expect, test } from 'vitest';
import { fill, unknownVariables } from './variables.ts';
import { plainWords, wishOf } from './words.ts';

const values = { name: 'Ana', number: '5511988887777', nameFallback: '', custom: [{ key: 'loja', value: 'Centro' }] };

test('Variables are filled in one pass, so a customer may be named like a variable', () => {
  expect(fill('Olá {nome}, {numero} – {loja}', values)).toBe('Olá Ana, 5511988887777 – Centro');
  expect(fill('Olá {nome}', { ...values, name: '{numero}' })).toBe('Olá {numero}');
  expect(fill('{nome} {outra}', values)).toBe('Ana {outra}');
});

test('An empty name is replaced by the fallback, or taken out with the space before it', () => {
  expect(fill('Olá {nome}!', { ...values, name: ' ', nameFallback: 'cliente' })).toBe('Olá cliente!');
  expect(fill('Olá {nome}! Tudo bem?', { ...values, name: '' })).toBe('Olá! Tudo bem?');
});

test('Unknown variables are named, each once', () => {
  expect(unknownVariables('{nome} {x} {x} {loja} { y }', [{ key: 'loja' }])).toEqual(['x']);
});

const words = { optOutWords: ['sair', 'nao quero receber'], optOutWordsAfter: ['cancelar'], returnWord: 'voltar' };

test('Only a whole message opts out, whatever its case, accents and punctuation', () => {
  expect(plainWords('  NÃO  quero, receber!! ')).toBe('nao quero receber');
  expect(wishOf('Sair.', words)).toBe('opt-out');
  expect(wishOf('Não quero receber', words)).toBe('opt-out');
  expect(wishOf('quero sair agora', words)).toBeUndefined();
  expect(wishOf('CANCELAR', words)).toBe('opt-out-after');
  expect(wishOf('Voltar', words)).toBe('return');
  expect(wishOf('👍', words)).toBeUndefined();
});
