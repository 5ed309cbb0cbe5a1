import { sql } from '@balcao/sdk/server';
import { ask, say } from '../flow-office.ts';
import { hasEqual, line, type Scenario } from './scenario.ts';

export const handingOver: readonly Scenario[] = [
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
];
