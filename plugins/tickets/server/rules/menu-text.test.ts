import { expect, it } from 'vitest';
import { choiceOf, menuText } from './menu-text.ts';

const choices = [
  { id: 7, name: 'Comercial' },
  { id: 9, name: 'Pós-venda e Cobrança' },
];

it('The menu is the greeting followed by a numbered line for each queue', () => {
  expect(menuText('Olá! Com quem deseja falar?\n', choices)).toBe(
    'Olá! Com quem deseja falar?\n\n1 - Comercial\n2 - Pós-venda e Cobrança',
  );
});

it('A number or a queue’s name chooses the queue, whatever its accents, case and punctuation', () => {
  for (const answer of ['1', ' 1. ', '*1*', '1️⃣', '01', 'comercial', 'COMERCIAL!', '1 - Comercial'])
    expect(choiceOf(answer, choices)?.id, answer).toBe(7);
  for (const answer of ['2', '2)', 'pos venda e cobranca', 'PÓS-VENDA E COBRANÇA'])
    expect(choiceOf(answer, choices)?.id, answer).toBe(9);
});

it('Text that is neither a number nor a name chooses no queue', () => {
  for (const answer of ['', '3', '0', '12', 'oi', '1 e 2', 'quero falar com o comercial', '👍'])
    expect(choiceOf(answer, choices), answer).toBeUndefined();
});
