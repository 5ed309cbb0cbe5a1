import { ask, say } from '../flow-office.ts';
import { collect, line, type Scenario } from './scenario.ts';

const allDay = (startTime: string, endTime: string) =>
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((weekdayEn) => ({
    weekdayEn,
    startTime,
    endTime,
  }));

export const deciding: readonly Scenario[] = [
  {
    title: 'conditions, the first that holds and else',
    draw: () => ({
      nodes: [
        collect('number'),
        [
          'if',
          'conditionNode',
          {
            branches: [
              { id: 'a', title: 'Muito', match: 'all', rules: [{ name: 'v', operator: 'greater', value: '1.000' }] },
              {
                id: 'b',
                title: 'Exato',
                match: 'any',
                rules: [
                  { name: 'v', operator: 'equal', value: '7,5' },
                  { name: 'canal', operator: 'equal', value: 'nenhum' },
                ],
              },
            ],
          },
        ],
        say('much', 'Muito'),
        say('exact', 'Exato'),
        say('other', 'Outro'),
      ],
      ways: [...line('start', 'c', 'if'), ['if:branch-a', 'much'], ['if:branch-b', 'exact'], ['if:else', 'other']],
    }),
    inputs: ['7,50'],
    said: ['Qual?', 'Exato'],
    ended: 'completed',
  },
  {
    title: 'opening hours of its own, open and closed',
    draw: () => ({
      nodes: [
        ['h1', 'hoursNode', { source: 'own', week: allDay('00:00', '23:59') }],
        ['h2', 'hoursNode', { source: 'own', week: allDay('08:00', '08:00') }],
        say('open', 'Aberto'),
        say('closed', 'Fechado'),
      ],
      ways: [
        ['start', 'h1'],
        ['h1:open', 'h2'],
        ['h1:closed', 'closed'],
        ['h2:open', 'open'],
        ['h2:closed', 'closed'],
      ],
    }),
    inputs: [],
    said: ['Fechado'],
    ended: 'completed',
  },
  {
    title: 'opening hours of a queue',
    async draw(office) {
      const queueId = await office.queue('Noite', { schedules: allDay('', '') });
      return {
        nodes: [['h', 'hoursNode', { source: 'queue', queueId }], say('open', 'Aberto'), say('closed', 'Fechado')],
        ways: [
          ['start', 'h'],
          ['h:open', 'open'],
          ['h:closed', 'closed'],
        ],
      };
    },
    inputs: [],
    said: ['Fechado'],
    ended: 'completed',
  },
  {
    title: 'an A/B split',
    draw: () => ({
      nodes: [
        [
          's',
          'splitNode',
          {
            branches: [
              { id: 'a', title: 'A', weight: 0 },
              { id: 'b', title: 'B', weight: 5 },
            ],
          },
        ],
        say('a', 'A'),
        say('b', 'B'),
      ],
      ways: [
        ['start', 's'],
        ['s:branch-a', 'a'],
        ['s:branch-b', 'b'],
      ],
    }),
    inputs: [],
    said: ['B'],
    ended: 'completed',
  },
  {
    title: 'another flow that asks and returns, and one that does not',
    async draw(office) {
      const sub = await office.flow(
        [ask('q', 'Cor?', ['Azul', 'Verde'], { variable: 'cor' }), say('ok', 'Certo')],
        [
          ['start', 'q'],
          ['q:option-1', 'ok'],
          ['q:option-2', 'ok'],
        ],
        undefined,
        'Cor',
      );
      const last = await office.flow([say('bye', 'Adeus, %cor%')], line('start', 'bye'), undefined, 'Adeus');
      return {
        nodes: [
          ['j', 'jumpNode', { flowId: sub, returns: true }],
          say('back', 'De volta com %cor%'),
          ['k', 'jumpNode', { flowId: last, returns: false }],
        ],
        ways: line('start', 'j', 'back', 'k'),
      };
    },
    inputs: ['verde'],
    said: ['Cor?\n\n1 - Azul\n2 - Verde', 'Certo', 'De volta com Verde', 'Adeus, Verde'],
    ended: 'completed',
  },
];
