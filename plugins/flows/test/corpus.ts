import { sql } from '@balcao/sdk/server';
import type { FlowEnd } from '../contract.ts';
import type { FlowOffice, Node, Way } from './flow-office.ts';
import { ask, say } from './flow-office.ts';

/** An input of the customer, or time that passes. */
export type Input =
  | string
  | { minutes: number }
  | { file: { name: string; mime: string; size: number } }
  | { location: { latitude: number; longitude: number } };

export interface Drawn {
  nodes: Node[];
  ways: Way[];
  settings?: object;
  /** Checks what the conversation became, beside its texts. */
  after?(ticketId: number): Promise<void>;
}

/** A conversation whose texts are known: the engine and the simulator must both give them. */
export interface Scenario {
  title: string;
  draw(office: FlowOffice, system: System): Promise<Drawn> | Drawn;
  /** After the first message, with which the flow begins. */
  inputs: Input[];
  said: string[];
  ended: FlowEnd | null;
}

/** A system of the company that flows call. */
export interface System {
  url(path: string): string;
}

export const hasEqual = (actual: unknown, expected: unknown, what: string): void => {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
};

const line = (...ids: string[]): Way[] => ids.slice(1).map((id, index) => [ids[index] ?? '', id]);

const collect = (kind: string, more: object = {}): Node => [
  'c',
  'collectNode',
  { question: 'Qual?', kind, variable: 'v', invalidTexts: ['Não entendi.'], tries: 3, ...more },
];
const collecting = (kind: string, inputs: Input[], shown: string, more: object = {}): Scenario => ({
  title: `an answer of the kind ${kind}`,
  draw: () => ({ nodes: [collect(kind, more), say('end', 'Anotei: %v%')], ways: line('start', 'c', 'end') }),
  inputs,
  said: ['Qual?', ...inputs.slice(1).map(() => 'Não entendi.'), `Anotei: ${shown}`],
  ended: 'completed',
});

const allDay = (startTime: string, endTime: string) =>
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((weekdayEn) => ({
    weekdayEn,
    startTime,
    endTime,
  }));

export const corpus: readonly Scenario[] = [
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
  {
    title: 'a note, a contact’s field and a department',
    async draw(office) {
      const queueId = await office.queue('Cobrança');
      return {
        nodes: [
          ['n', 'noteNode', { text: 'Veio pelo fluxo' }],
          ['name', 'contactNode', { field: 'name', value: 'Ana Prado' }],
          ['mail', 'contactNode', { field: 'email', value: 'ana@exemplo.com.br' }],
          ['bad', 'contactNode', { field: 'email', value: 'sem arroba' }],
          ['d', 'departmentNode', { queueId, text: 'Já vamos' }],
        ],
        ways: line('start', 'n', 'name', 'mail', 'bad', 'd'),
        after: async (id) => {
          hasEqual(await office.notes(id), ['Veio pelo fluxo'], 'notes');
          hasEqual((await office.ticket(id)).queueId, queueId, 'queue');
          const contact = await office.scope.sql.one(
            sql`select c.name, c.email from tickets.public_ticket t join contacts.public_contact c on c.id = t.contact_id where t.id = ${id}`,
          );
          hasEqual(contact, { name: 'Ana Prado', email: 'ana@exemplo.com.br' }, 'contact');
        },
      };
    },
    inputs: [],
    said: ['Já vamos'],
    ended: 'handed',
  },
  {
    title: 'a transfer to a person',
    async draw(office) {
      const ana = await office.company.person('user', 'Ana');
      return {
        nodes: [['p', 'personNode', { mode: 'user', userId: ana.id, text: 'A Ana responde' }]],
        ways: line('start', 'p'),
        after: async (id) => {
          const row = await office.scope.sql.one(
            sql`select status, user_id as "userId" from tickets.public_ticket where id = ${id}`,
          );
          hasEqual(row, { status: 'open', userId: ana.id }, 'attendant');
        },
      };
    },
    inputs: [],
    said: ['A Ana responde'],
    ended: 'handed',
  },
  {
    title: 'a transfer to the least busy person of a queue, or the other way while it has nobody',
    async draw(office) {
      const queueId = await office.queue('Vazia');
      await office.company.scope('queues').sql.run(sql`delete from queues.member where queue_id = ${queueId}`);
      return {
        nodes: [['p', 'personNode', { mode: 'least-busy', queueId, text: 'Já' }], say('none', 'Ninguém agora')],
        ways: [
          ['start', 'p'],
          ['p:unavailable', 'none'],
        ],
      };
    },
    inputs: [],
    said: ['Ninguém agora'],
    ended: 'completed',
  },
  {
    title: 'tags that are added and removed',
    async draw(office) {
      const tag = async (name: string) => (await office.admin.post<{ id: number }>('/tags', { name })).body.id;
      const [vip, seen] = [await tag('VIP'), await tag('Visto')];
      return {
        nodes: [
          ['t', 'tagNode', { tagId: vip }],
          ['u', 'tagNode', { tagId: String(seen) }],
          ['r', 'removeTagNode', { tagId: vip }],
          say('end', 'Pronto'),
        ],
        ways: line('start', 't', 'u', 'r', 'end'),
        after: async (id) => {
          const { body } = await office.admin.get<{ tags: { name: string }[] }>(`/tickets/${id}`);
          hasEqual(
            body.tags.map(({ name }) => name),
            ['Visto'],
            'tags',
          );
        },
      };
    },
    inputs: [],
    said: ['Pronto'],
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
  {
    title: 'a question that nobody answers in time',
    draw: () => ({
      nodes: [ask('q', 'Opção?', ['Um'], { timeoutMinutes: 10 }), say('end', 'Fim'), say('late', 'Ainda aí?')],
      ways: [...line('start', 'q'), ['q:option-1', 'end'], ['q:timeout', 'late']],
    }),
    inputs: [{ minutes: 11 }],
    said: ['Opção?\n\n1 - Um', 'Ainda aí?'],
    ended: 'completed',
  },
  {
    title: 'answers that never fit',
    draw: () => ({
      nodes: [collect('cpf', { tries: 2 }), say('end', 'Fim'), say('no', 'Desisto')],
      ways: [...line('start', 'c', 'end'), ['c:invalid', 'no']],
    }),
    inputs: ['não sei', '123'],
    said: ['Qual?', 'Não entendi.', 'Desisto'],
    ended: 'completed',
  },
  {
    title: 'the words that always work',
    async draw(office) {
      const queueId = await office.queue('Recepção');
      return {
        nodes: [ask('q', 'Opção?', ['Um']), say('end', 'Fim')],
        ways: [...line('start', 'q'), ['q:option-1', 'end']],
        settings: { queueId, handoverText: 'Um momento, %primeiro_nome%.' },
      };
    },
    inputs: ['menu', 'Atendente!'],
    said: ['Opção?\n\n1 - Um', 'Opção?\n\n1 - Um', 'Um momento, Cliente.'],
    ended: 'handed',
  },
  {
    title: 'silence for three days',
    draw: () => ({
      nodes: [ask('q', 'Opção?', ['Um']), say('end', 'Fim')],
      ways: [...line('start', 'q'), ['q:option-1', 'end']],
    }),
    inputs: [{ minutes: 3 * 24 * 60 }],
    said: ['Opção?\n\n1 - Um'],
    ended: 'expired',
  },
  collecting('text', ['Uma frase  '], 'Uma frase'),
  collecting('number', ['dez', 'R$ 1.234,50'], '1234,5', { max: 2000 }),
  collecting('number', ['2001', '1999'], '1999', { max: 2000 }),
  collecting('rating', ['6', '5'], '5'),
  collecting('date', ['31/02/2026', '25/12/2026'], '2026-12-25'),
  collecting('email', ['ana@', 'Ana@Exemplo.com.br'], 'ana@exemplo.com.br'),
  collecting('phone', ['1234', '(11) 98765-4321'], '5511987654321'),
  collecting('cpf', ['529.982.247-24', '529.982.247-25'], '529.982.247-25'),
  collecting('cnpj', ['11.222.333/0001-80', '11222333000181'], '11.222.333/0001-81'),
  collecting('cep', ['0131', '01310100'], '01310-100'),
  collecting('file', ['não tenho', { file: { name: 'rg.png', mime: 'image/png', size: 70 } }], 'rg.png'),
  collecting('location', ['aqui', { location: { latitude: -23.55, longitude: -46.63 } }], '-23.55,-46.63'),
];

/** Kinds of node that a scenario has. */
export const typesOf = ({ nodes }: Drawn): string[] => nodes.map(([, type]) => type);
