import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { tickets } from '@balcao/tickets/contract';
import { advance } from '../server/engine/advance.ts';
import { flowAutomation } from '../server/automation.ts';
import { ask, drawing, FlowOffice, say, startFlows } from './flow-office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
afterAll(() => host?.close());

describe('A conversation led by a flow', () => {
  test('a customer is greeted, asked, understood by number and by title, and handed to the queue with a note of the answers', async () => {
    const office = await FlowOffice.of(host);
    const sales = await office.queue('Comercial');
    const flow = await office.flow(
      [
        say('hello', 'Olá, %primeiro_nome%!'),
        ask('topic', 'Qual é o assunto?', ['Comprar', 'Ajuda'], { variable: 'assunto' }),
        ['name', 'collectNode', { question: 'Seu CPF?', kind: 'cpf', variable: 'cpf', invalidTexts: ['Não confere.'] }],
        ['sales', 'departmentNode', { queueId: sales, text: 'Já chamo alguém.' }],
      ],
      [
        ['start', 'hello'],
        ['hello', 'topic'],
        ['topic:option-1', 'name'],
        ['topic:option-2', 'sales'],
        ['name', 'sales'],
      ],
    );
    await office.answerWith(flow);
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Oi', { name: 'Ana Prado' });
    const question = 'Qual é o assunto?\n\n1 - Comprar\n2 - Ajuda';
    expect(await office.said(ticketId)).toEqual(['Olá, Ana!', question]);
    await office.writes(number, 'xyz');
    expect((await office.said(ticketId)).at(-1)).toBe(question);
    await office.writes(number, '1');
    await office.writes(number, '111.111.111-11');
    expect((await office.said(ticketId)).slice(-2)).toEqual(['Seu CPF?', 'Não confere.']);
    await office.writes(number, '529.982.247-25');
    expect((await office.said(ticketId)).at(-1)).toBe('Já chamo alguém.');
    expect(await office.ticket(ticketId)).toEqual({ status: 'pending', queueId: sales, automaticBy: null });
    expect(await office.notes(ticketId)).toEqual(['Dados informados no fluxo:\nassunto: Comprar\ncpf: 529.982.247-25']);
    expect(await office.session(ticketId)).toMatchObject({ state: 'ended', endedWhy: 'handed' });
  });

  test('a repeated event of the same message changes nothing', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [say('a', 'Um'), ask('q', 'Sim?', ['Sim']), say('b', 'Fim')],
      [
        ['start', 'a'],
        ['a', 'q'],
        ['q:option-1', 'b'],
      ],
    );
    await office.answerWith(flow);
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Oi');
    const { messageId } = await office.writes(number, '1');
    const before = await office.said(ticketId);
    const service = office.company.scope('tickets').use(tickets);
    const [ticket, message] = [await service.find(ticketId), await service.message(messageId)];
    if (!ticket || !message) throw new Error('missing');
    await flowAutomation.received(ticket, message, office.scope);
    expect(await office.said(ticketId)).toEqual(before);
    expect(before.at(-1)).toBe('Fim');
  });

  test('a person who accepts ends the flow at once: not one further message', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [say('a', 'Um'), ['wait', 'delayNode', { delay: 600 }], say('b', 'Dois'), say('c', 'Três')],
      [
        ['start', 'a'],
        ['a', 'wait'],
        ['wait', 'b'],
        ['b', 'c'],
      ],
    );
    await office.answerWith(flow);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    const { id } = await office.session(ticketId);
    await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id });
    // The pause ends in the same moment, before the event of the acceptance was handled.
    await office.scope.sql.run(
      sql`update flows.session set wake_at = now() - interval '1 minute' where id = ${id} and ended_at is null`,
    );
    await advance(office.scope, id, { kind: 'wake' });
    await office.settled();
    expect(await office.said(ticketId)).toEqual(['Um']);
    expect(await office.session(ticketId)).toMatchObject({ state: 'ended', endedWhy: 'person' });
    expect((await office.ticket(ticketId)).status).toBe('open');
  });

  test('a pause ends once, also when two servers wake the session in the same moment', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [['wait', 'delayNode', { delay: 600 }], say('b', 'Depois')],
      [
        ['start', 'wait'],
        ['wait', 'b'],
      ],
    );
    await office.answerWith(flow);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    const { id } = await office.session(ticketId);
    await advance(office.scope, id, { kind: 'wake' });
    expect(await office.said(ticketId)).toEqual([]);
    await office.scope.sql.run(sql`update flows.session set wake_at = now() - interval '1 second' where id = ${id}`);
    await Promise.all(Array.from({ length: 8 }, () => advance(office.scope, id, { kind: 'wake' })));
    expect(await office.said(ticketId)).toEqual(['Depois']);
  });

  test('messages during a pause are context; one after a question is its answer, however fast it came', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [
        say('a', 'Espere um pouco'),
        ['wait', 'delayNode', { delay: 600 }],
        ask('q', 'Quer continuar?', ['Sim', 'Não']),
        say('yes', 'Continuamos'),
        say('no', 'Paramos'),
      ],
      [
        ['start', 'a'],
        ['a', 'wait'],
        ['wait', 'q'],
        ['q:option-1', 'yes'],
        ['q:option-2', 'no'],
      ],
    );
    await office.answerWith(flow);
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.writes(number, '2');
    expect(await office.said(ticketId)).toEqual(['Espere um pouco']);
    await office.passTime(ticketId, 20);
    expect((await office.said(ticketId)).at(-1)).toContain('Quer continuar?');
    expect((await office.session(ticketId)).nodeId).toBe('q');
    await office.writes(number, '1');
    expect((await office.said(ticketId)).at(-1)).toBe('Continuamos');
  });

  test('a free answer in several messages is joined after a pause', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [say('a', 'Conte seu caso'), ['v', 'variableNode', { labelInput: 'caso' }], say('b', 'Anotei: %caso%')],
      [
        ['start', 'a'],
        ['a', 'v'],
        ['v', 'b'],
      ],
    );
    await office.answerWith(flow);
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.writes(number, 'Fui demitido');
    await office.writes(number, 'ontem');
    await office.passTime(ticketId);
    await eventually(async () => (await office.said(ticketId)).length === 2);
    expect((await office.said(ticketId)).at(-1)).toBe('Anotei: Fui demitido\nontem');
  });

  test('the words that always work call a person, leave and go back to the menu', async () => {
    const office = await FlowOffice.of(host);
    const desk = await office.queue('Recepção');
    const flow = await office.flow(
      [say('a', 'Olá'), ask('q', 'Opção?', ['Um', 'Dois']), say('b', 'Fim')],
      [
        ['start', 'a'],
        ['a', 'q'],
        ['q:option-1', 'b'],
        ['q:option-2', 'b'],
      ],
      { queueId: desk, handoverText: 'Um momento.', leaveText: 'Até logo.' },
    );
    await office.answerWith(flow);
    const [one, two, three] = [office.number(), office.number(), office.number()];
    const calls = await office.writes(one, 'Oi');
    await office.writes(one, 'ATENDENTE!');
    expect((await office.said(calls.ticketId)).at(-1)).toBe('Um momento.');
    expect(await office.ticket(calls.ticketId)).toEqual({ status: 'pending', queueId: desk, automaticBy: null });
    const leaves = await office.writes(two, 'Oi');
    await office.writes(two, 'sair');
    expect((await office.said(leaves.ticketId)).at(-1)).toBe('Até logo.');
    expect((await office.ticket(leaves.ticketId)).status).toBe('closed');
    const again = await office.writes(three, 'Oi');
    await office.writes(three, 'menu');
    expect((await office.said(again.ticketId)).filter((text) => text === 'Olá')).toHaveLength(2);
  });

  test('silence ends the flow, and the late message is no answer to the old question', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [ask('q', 'Opção?', ['Um']), say('b', 'Fim')],
      [
        ['start', 'q'],
        ['q:option-1', 'b'],
      ],
    );
    await office.answerWith(flow);
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.passTime(ticketId, 3 * 24 * 60);
    expect(await office.session(ticketId)).toMatchObject({ state: 'ended', endedWhy: 'expired' });
    await office.writes(number, '1');
    expect(await office.said(ticketId)).not.toContain('Fim');
    expect((await office.ticket(ticketId)).automaticBy).toBeNull();
  });

  test('a question without an answer in time takes its way', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [ask('q', 'Opção?', ['Um'], { timeoutMinutes: 10 }), say('late', 'Ainda está aí?'), say('b', 'Fim')],
      [
        ['start', 'q'],
        ['q:option-1', 'b'],
        ['q:timeout', 'late'],
      ],
    );
    await office.answerWith(flow);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    await office.passTime(ticketId, 11);
    expect((await office.said(ticketId)).at(-1)).toBe('Ainda está aí?');
  });

  test('an endless loop that was forced into a version stops within its budget, and a person is called', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow(
      [say('a', 'De novo'), ask('q', 'Opção?', ['Um'])],
      [
        ['start', 'a'],
        ['a', 'q'],
        ['q:option-1', 'a'],
      ],
    );
    const loop = JSON.stringify([
      { id: 'start', type: 'startNode', position: { x: 0, y: 0 }, data: {} },
      { id: 'a', type: 'messageNode', position: { x: 0, y: 0 }, data: { label: 'De novo' } },
      { id: 'e1', type: 'custom', source: 'start', target: 'a', sourceHandle: 'out', targetHandle: 'in' },
      { id: 'e2', type: 'custom', source: 'a', target: 'a', sourceHandle: 'out', targetHandle: 'in' },
    ]);
    await host.kernel.database.owner.query('update flows.version set source = $1 where flow_id = $2', [loop, flow]);
    await office.answerWith(flow);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    expect((await office.said(ticketId)).length).toBeLessThanOrEqual(8);
    expect(await office.session(ticketId)).toMatchObject({ state: 'ended', endedWhy: 'limit' });
    expect((await office.session(ticketId)).seq).toBeLessThanOrEqual(31);
    expect(await office.notes(ticketId)).toHaveLength(1);
    expect((await office.ticket(ticketId)).automaticBy).toBeNull();
  });

  test('drafts and versions that are stored while fifty conversations run change none of them', async () => {
    const office = await FlowOffice.of(host);
    const ways: [string, string][] = [
      ['start', 'q'],
      ['q:option-1', 'b'],
    ];
    const flow = await office.flow([ask('q', 'Opção?', ['Um']), say('b', 'Versão 1')], ways);
    await office.answerWith(flow);
    const numbers = Array.from({ length: 50 }, () => office.number());
    const begun = await Promise.all(numbers.map((number) => office.arrives(number, 'Oi')));
    await office.settled();
    const sessions = () =>
      office.scope.sql.rows(
        sql`select id, state, version_id, node_id, seq, memory::text from flows.session where flow_id = ${flow} order by id`,
      );
    const before = await sessions();
    expect(before).toHaveLength(50);
    const data = (text: string) => drawing([ask('q', 'Outra?', ['Um']), say('b', text)], ways);
    const store = (body: object) => office.admin.put(`/flow/${flow}`, { title: 'Fluxo', ...body });
    expect((await store({ data: data('Rascunho'), publish: false })).status).toBe(200);
    expect((await store({ data: data('Versão 2') })).status).toBe(200);
    expect(await sessions()).toEqual(before);
    await Promise.all(numbers.map((number) => office.arrives(number, '1')));
    await office.settled();
    for (const { ticketId } of begun) expect((await office.said(ticketId)).at(-1)).toBe('Versão 1');
    const fresh = await office.writes(office.number(), 'Oi');
    expect((await office.said(fresh.ticketId))[0]).toContain('Outra?');
  });

  test('another flow runs in between and returns, with its variables', async () => {
    const office = await FlowOffice.of(host);
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
    const flow = await office.flow(
      [['jump', 'jumpNode', { flowId: sub, returns: true }], say('end', 'Você gosta de %cor%')],
      [
        ['start', 'jump'],
        ['jump', 'end'],
      ],
    );
    await office.answerWith(flow);
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.writes(number, 'verde');
    expect((await office.said(ticketId)).slice(-2)).toEqual(['Certo', 'Você gosta de Verde']);
  });

  test('a deleted queue of a published flow does not hold the customer: people are called where the conversation is', async () => {
    const office = await FlowOffice.of(host);
    const queueId = await office.queue('Some');
    const flow = await office.flow([['d', 'departmentNode', { queueId, text: '' }]], [['start', 'd']]);
    await office.answerWith(flow);
    expect((await office.admin.delete(`/queue/${queueId}`)).status).toBe(200);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    expect(await office.session(ticketId)).toMatchObject({ endedWhy: 'failed' });
    expect(await office.ticket(ticketId)).toMatchObject({ status: 'pending', automaticBy: null });
    expect((await office.notes(ticketId)).join('')).toContain('O fluxo parou');
  });

  test('groups never meet a flow', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow([say('a', 'Olá')], [['start', 'a']]);
    await office.answerWith(flow);
    await office.company
      .scope('connections')
      .sql.run(sql`update connections.connection set allow_group = true, group_as_ticket = true`);
    const group = { identity: { channel: 'telephone', scope: '', kind: 'group', value: 'g1@g.us' }, name: 'Grupo' };
    const { ticketId } = await office.writes(office.number(), 'Oi', { group });
    expect(await office.said(ticketId)).toEqual([]);
  });
});
