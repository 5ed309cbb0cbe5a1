import { template } from './drawing.ts';

const again = { delay: 1, tries: 2, timeoutMinutes: 1440 };

export const satisfaction = template(
  'satisfaction',
  'Pesquisa de satisfação',
  'Pede uma nota de 0 a 10, pergunta o motivo a quem deu nota baixa e chama alguém.',
  [{ kind: 'queue', id: '1', name: 'Atendimento' }],
  [
    ['inicio', 'startNode', 0, 1, { label: 'Inicio' }],
    [
      'nota',
      'collectNode',
      1,
      1,
      {
        ...again,
        question: '%primeiro_nome%, de 0 a 10, quanto você recomendaria %empresa% a um amigo?',
        kind: 'rating',
        variable: 'nota',
        min: 0,
        max: 10,
        invalidTexts: ['Responda com um número de 0 a 10.'],
      },
    ],
    [
      'alta',
      'conditionNode',
      2,
      1,
      {
        branches: [
          {
            id: 'promotor',
            title: '9 ou 10',
            match: 'all',
            rules: [{ name: 'nota', operator: 'atLeast', value: '9' }],
          },
          {
            id: 'neutro',
            title: '7 ou 8',
            match: 'all',
            rules: [{ name: 'nota', operator: 'between', value: '7', to: '8' }],
          },
        ],
      },
    ],
    ['obrigado', 'closeNode', 3, 0, { text: 'Que bom! Muito obrigado pela nota %nota%.', asksRating: false }],
    [
      'melhorar',
      'collectNode',
      3,
      1,
      {
        ...again,
        question: 'Obrigado! O que faltou para ser 10?',
        kind: 'text',
        variable: 'motivo',
        min: null,
        max: 1000,
        invalidTexts: [],
      },
    ],
    ['agradece', 'closeNode', 4, 1, { text: 'Anotado. Obrigado por contar!', asksRating: false }],
    [
      'desculpa',
      'collectNode',
      3,
      2,
      {
        ...again,
        question: 'Sentimos muito. O que aconteceu?',
        kind: 'text',
        variable: 'motivo',
        min: null,
        max: 1000,
        invalidTexts: [],
      },
    ],
    ['chama', 'departmentNode', 4, 2, { queueId: 1, text: 'Obrigado por contar. Uma pessoa vai falar com você.' }],
    ['silencio', 'closeNode', 2, 3, { text: '', asksRating: false }],
  ],
  [
    ['inicio', 'nota'],
    ['nota', 'alta'],
    ['nota:invalid', 'silencio'],
    ['nota:timeout', 'silencio'],
    ['alta:branch-promotor', 'obrigado'],
    ['alta:branch-neutro', 'melhorar'],
    ['alta:else', 'desculpa'],
    ['melhorar', 'agradece'],
    ['melhorar:invalid', 'agradece'],
    ['melhorar:timeout', 'silencio'],
    ['desculpa', 'chama'],
    ['desculpa:invalid', 'chama'],
    ['desculpa:timeout', 'chama'],
  ],
);
