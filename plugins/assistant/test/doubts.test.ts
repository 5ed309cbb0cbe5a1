import { expect, test } from 'vitest';
import { doubtsIn } from '../server/conversation/doubts.ts';

const company = `A consulta custa R$ 250,00 e vale por 30 dias. Recurso até 07/12/2026, das 14h às 18:30.
Multa de 2%. Audiência em 3 de março de 2027. São 1.500 reais em 12 vezes.`;
const doubts = (text: string, customer = ''): string[] => doubtsIn(text, { company, customer });

test('figures that the company states are not in doubt, however they are written', () => {
  for (const text of [
    ...['Custa R$250 e vale 30 dias.', 'Até 7/12.', 'Até 07/12/2026.', 'Até 7 de dezembro.', 'Abrimos às 14:00.'],
    ...['Fechamos 18h30.', 'A multa é de 2 %.', 'Dia 03/03/2027.', 'São R$ 1500,00 em 12 vezes.'],
    ...['1. RG\n2. CPF\n3) Carteira', 'Nenhum número aqui.'],
  ])
    expect([text, doubts(text)]).toEqual([text, []]);
});

test('prices, dates, terms, times and other figures that nobody stated are in doubt, each as it is written and once', () => {
  expect(doubts('A consulta custa R$ 300,00 por 60 dias, até 08/12, às 15h. Ou R$ 300,00 com 5% de multa.')).toEqual([
    'R$ 300,00',
    '60 dias',
    '08/12',
    '15h',
    '5%',
  ]);
  expect(doubts('Até 8 de dezembro de 2026, em 24 vezes.')).toEqual(['8 de dezembro de 2026', '24 vezes']);
  // Another year is another date.
  expect(doubts('Até 07/12/2027.')).toEqual(['07/12/2027']);
});

test('a customer’s own dates may be repeated, but a price that only they name stays in doubt', () => {
  const customer = 'Trabalhei de 03/1994 a 08/2001. Custa R$ 1,00 para mim, certo?';
  expect(doubts('De 03/1994 a 08/2001, por R$ 1,00.', customer)).toEqual(['R$ 1,00']);
});
