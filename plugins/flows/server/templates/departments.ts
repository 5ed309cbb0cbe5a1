import { options, template } from './drawing.ts';

export const departments = template(
  'departments',
  'Menu de departamentos',
  'Cumprimenta, pergunta o assunto e leva o cliente ao departamento certo.',
  [
    { kind: 'queue', id: '1', name: 'Comercial' },
    { kind: 'queue', id: '2', name: 'Suporte' },
    { kind: 'queue', id: '3', name: 'Financeiro' },
  ],
  [
    ['inicio', 'startNode', 0, 1, { label: 'Inicio' }],
    [
      'ola',
      'messageNode',
      1,
      1,
      { label: '%saudacao%, %primeiro_nome%! Você fala com %empresa%.', delay: 1, sendGreetingMessage: 1 },
    ],
    [
      'assunto',
      'questionNode',
      2,
      1,
      {
        question: 'Sobre o que você quer falar?',
        options: options('Comprar ou contratar', 'Ajuda com o que já tenho', 'Pagamentos'),
        optionType: 'list',
        variable: 'assunto',
        delay: 1,
        tries: 3,
        timeoutMinutes: 60,
        invalidTexts: [
          'Não entendi. Toque em uma opção ou responda com o número dela.',
          'Responda com 1, 2 ou 3, por favor.',
        ],
      },
    ],
    ['comercial', 'departmentNode', 3, 0, { queueId: 1, text: 'Certo! Já vou chamar alguém do Comercial.' }],
    ['suporte', 'departmentNode', 3, 1, { queueId: 2, text: 'Certo! Já vou chamar o Suporte.' }],
    ['financeiro', 'departmentNode', 3, 2, { queueId: 3, text: 'Certo! Já vou chamar o Financeiro.' }],
    ['ajuda', 'departmentNode', 3, 3, { queueId: 2, text: 'Vou chamar uma pessoa para ajudar.' }],
    [
      'ausente',
      'closeNode',
      3,
      4,
      { text: 'Como não tivemos resposta, encerramos por aqui. É só escrever quando quiser.', asksRating: false },
    ],
  ],
  [
    ['inicio', 'ola'],
    ['ola', 'assunto'],
    ['assunto:option-1', 'comercial'],
    ['assunto:option-2', 'suporte'],
    ['assunto:option-3', 'financeiro'],
    ['assunto:invalid', 'ajuda'],
    ['assunto:timeout', 'ausente'],
  ],
);
