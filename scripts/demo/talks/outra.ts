import type { Talk } from './talk.ts';

/** The second company sells furniture: its conversations have nothing in common with those of the first. */
export const outra: readonly Talk[] = [
  [
    '< Bom dia, o guarda-roupa de 6 portas ainda está em promoção?',
    '> Bom dia! Está sim, {valor} à vista ou em 10 vezes sem juros.',
    '< Entrega em {cidade}?',
    '> Entregamos, com montagem inclusa. Prazo de sete dias úteis.',
    '< Fecho então. Como pago?',
    '> Mando o link do cartão ou a chave Pix, o que preferir.',
    '< Pix, por favor',
  ],
  [
    '< Meu sofá chegou com um rasgo no braço, queria trocar',
    '> Poxa, {nome}, desculpe! Vamos trocar sem custo nenhum.',
    '< Quando vocês buscam?',
    '> {dia} pela manhã já levamos o novo e retiramos este.',
    '< Combinado, obrigad{o}',
    '> Nós que agradecemos a paciência!',
  ],
  ['< Oi, vocês fazem móveis sob medida?', '< Tenho uma cozinha de 3 x 2,20'],
];
