import { template } from './drawing.ts';

const day = (weekdayEn: string, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime });

export const hours = template(
  'hours',
  'Fora do horário, deixe seu recado',
  'No horário, chama uma pessoa. Fora dele, anota nome e recado para responder depois.',
  [{ kind: 'queue', id: '1', name: 'Atendimento' }],
  [
    ['inicio', 'startNode', 0, 1, { label: 'Inicio' }],
    [
      'horario',
      'hoursNode',
      1,
      1,
      {
        source: 'own',
        queueId: null,
        week: [
          day('monday', '08:00', '18:00'),
          day('tuesday', '08:00', '18:00'),
          day('wednesday', '08:00', '18:00'),
          day('thursday', '08:00', '18:00'),
          day('friday', '08:00', '18:00'),
          day('saturday', '08:00', '12:00'),
        ],
      },
    ],
    [
      'agora',
      'departmentNode',
      2,
      0,
      { queueId: 1, text: '%saudacao%, %primeiro_nome%! Já vou chamar alguém para falar com você.' },
    ],
    [
      'nome',
      'collectNode',
      2,
      2,
      {
        question: '%saudacao%! Estamos fora do horário, mas anoto seu recado. Qual é o seu nome?',
        kind: 'text',
        variable: 'nome_informado',
        min: 2,
        max: 80,
        delay: 1,
        tries: 3,
        timeoutMinutes: 60,
        invalidTexts: ['Escreva seu nome, por favor.'],
      },
    ],
    [
      'recado',
      'collectNode',
      3,
      2,
      {
        question: 'Obrigado, %nome_informado%. O que você precisa?',
        kind: 'text',
        variable: 'recado',
        min: null,
        max: 2000,
        delay: 1,
        tries: 3,
        timeoutMinutes: 60,
        invalidTexts: [],
      },
    ],
    ['anotado', 'departmentNode', 4, 2, { queueId: 1, text: 'Anotado! Respondemos assim que abrirmos.' }],
  ],
  [
    ['inicio', 'horario'],
    ['horario:open', 'agora'],
    ['horario:closed', 'nome'],
    ['nome', 'recado'],
    ['nome:invalid', 'recado'],
    ['nome:timeout', 'anotado'],
    ['recado', 'anotado'],
    ['recado:invalid', 'anotado'],
    ['recado:timeout', 'anotado'],
  ],
);
