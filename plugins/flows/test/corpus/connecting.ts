import { say } from '../flow-office.ts';
import { line, type Scenario } from './scenario.ts';

export const connecting: readonly Scenario[] = [
  {
    title: 'a request to a system, and one that it refuses',
    draw: (_office, system) => ({
      nodes: [
        [
          'http',
          'httpNode',
          {
            method: 'GET',
            url: system.url('/saldo?nome=%primeiro_nome%'),
            saves: [{ path: 'saldo', variable: 'saldo' }],
          },
        ],
        say('ok', 'Saldo de %saldo% (%http_status%)'),
        ['bad', 'httpNode', { method: 'GET', url: system.url('/nada') }],
        say('no', 'Sem resposta (%http_status%)'),
      ],
      ways: [...line('start', 'http', 'ok', 'bad'), ['bad:failed', 'no']],
    }),
    inputs: [],
    said: ['Saldo de 12,5 (200)', 'Sem resposta (404)'],
    ended: 'completed',
  },
  {
    title: 'a webhook that must arrive, and one that may fail',
    draw: (_office, system) => ({
      nodes: [
        ['w', 'webhookNode', { url: system.url('/nada'), isRequired: false }],
        ['x', 'webhookNode', { url: system.url('/saldo'), isRequired: true }],
        ['y', 'webhookNode', { url: system.url('/nada'), isRequired: true }],
        say('ok', 'Chegou'),
        say('no', 'Não chegou'),
      ],
      ways: [...line('start', 'w', 'x', 'ok', 'y'), ['y:failed', 'no']],
    }),
    inputs: [],
    said: ['Chegou', 'Não chegou'],
    ended: 'completed',
  },
];
