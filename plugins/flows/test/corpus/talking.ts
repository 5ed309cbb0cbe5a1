import { ask, say } from '../flow-office.ts';
import { hasEqual, line, type Scenario } from './scenario.ts';

export const talking: readonly Scenario[] = [
  {
    title: 'texts, a menu, a pause and an end',
    draw: () => ({
      nodes: [
        say('hi', 'Olá, %primeiro_nome%'),
        ask('q', 'Opção?', ['Um', 'Dois'], { variable: 'o' }),
        ['p', 'delayNode', { delay: 600 }],
        say('end', 'Você escolheu {{o}}'),
      ],
      ways: [...line('start', 'hi', 'q'), ['q:option-1', 'end'], ['q:option-2', 'p'], ['p', 'end']],
    }),
    inputs: ['nada disso', '2', { minutes: 11 }],
    said: ['Olá, Cliente', 'Opção?\n\n1 - Um\n2 - Dois', 'Opção?\n\n1 - Um\n2 - Dois', 'Você escolheu Dois'],
    ended: 'completed',
  },
  {
    title: 'the greeting of the queue or, without one, the node’s own words',
    draw: () => ({ nodes: [say('a', 'Bem-vindo', { sendGreetingMessage: 2 })], ways: line('start', 'a') }),
    inputs: [],
    said: ['Bem-vindo'],
    ended: 'completed',
  },
  {
    title: 'a farewell that closes the conversation',
    draw: (office) => ({
      nodes: [say('a', 'Até logo', { sendGreetingMessage: 3 })],
      ways: line('start', 'a'),
      after: async (id) => hasEqual((await office.ticket(id)).status, 'closed', 'status'),
    }),
    inputs: [],
    said: ['Até logo'],
    ended: 'closed',
  },
  {
    title: 'a text and a close in silence',
    draw: (office) => ({
      nodes: [['a', 'closeNode', { text: 'Encerrado', asksRating: false }]],
      ways: line('start', 'a'),
      after: async (id) => hasEqual((await office.ticket(id)).status, 'closed', 'status'),
    }),
    inputs: [],
    said: ['Encerrado'],
    ended: 'closed',
  },
  {
    title: 'a variable that asks, one that is given, and changes of variables',
    draw: () => ({
      nodes: [
        ['ask', 'variableNode', { labelInput: 'Nome do Cão', value: '' }],
        ['fix', 'variableNode', { labelInput: 'fixo', value: 'o cão %nome do cão%' }],
        [
          'set',
          'setNode',
          {
            changes: [
              { variable: 'total', how: 'add', value: '1.000,50' },
              { variable: 'total', how: 'add', value: '2' },
              { variable: 'fixo', how: 'set', value: '%fixo%!' },
              { variable: 'nome do cão', how: 'clear', value: '' },
            ],
          },
        ],
        say('end', '%fixo% [%nome_do_cao%] %total%'),
      ],
      ways: line('start', 'ask', 'fix', 'set', 'end'),
    }),
    inputs: ['Rex'],
    said: ['o cão Rex! [] 1002,5'],
    ended: 'completed',
  },
  {
    title: 'a template of the channel, and the other way for one that does not exist',
    draw: () => ({
      nodes: [
        ['t', 'templateNode', { name: 'lembrete', language: 'pt_BR', variables: { 1: '%primeiro_nome%' } }],
        ['u', 'templateNode', { name: 'nenhum', language: 'pt_BR', variables: {} }],
        say('no', 'Sem modelo'),
      ],
      ways: [
        ['start', 't'],
        ['t', 'u'],
        ['u:failed', 'no'],
      ],
    }),
    inputs: [],
    said: ['Lembrete para Cliente', 'Sem modelo'],
    ended: 'completed',
  },
];
