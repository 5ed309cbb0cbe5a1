import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { flows } from '../contract.ts';
import { ask, drawing, FlowOffice, say, startFlows } from './flow-office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows();
}, 180_000);
afterAll(() => host?.close());

describe('The service and the route of automatic service', () => {
  const simple = async (office: FlowOffice) =>
    office.flow(
      [say('a', 'Olá de %origem%'), ask('q', 'Opção?', ['Um']), say('b', 'Fim')],
      [
        ['start', 'a'],
        ['a', 'q'],
        ['q:option-1', 'b'],
      ],
    );

  test('automatic speaks at once, await after the customer’s next message, and off ends it', async () => {
    const office = await FlowOffice.of(host);
    const flow = await simple(office);
    const [one, two] = [office.number(), office.number()];
    const first = await office.writes(one, 'Oi');
    const second = await office.writes(two, 'Oi');
    const put = (ticketId: number, body: object) =>
      office.admin.put<{ error?: string }>(`/tickets/${ticketId}/automatic-service`, body);
    expect((await put(first.ticketId, { isAutomaticService: true, notify: 'automatic', flowId: flow })).status).toBe(
      200,
    );
    await eventually(async () => (await office.said(first.ticketId)).length === 2);
    expect(
      (await put(second.ticketId, { isAutomaticService: true, notify: 'await', flowId: String(flow) })).status,
    ).toBe(200);
    expect(await office.said(second.ticketId)).toEqual([]);
    await office.writes(two, 'Alô?');
    expect((await office.said(second.ticketId))[0]).toBe('Olá de ');
    const list = await office.admin.get<{ tickets: { id: number; flow: { title: string } | null }[] }>(
      '/tickets?showAll=true',
    );
    expect(list.body.tickets.find(({ id }) => id === first.ticketId)?.flow).toEqual({ title: 'Fluxo' });
    expect((await put(first.ticketId, { isAutomaticService: false })).status).toBe(200);
    expect((await office.ticket(first.ticketId)).automaticBy).toBeNull();
    expect(await office.session(first.ticketId)).toMatchObject({ state: 'ended' });
    expect(await put(first.ticketId, { isAutomaticService: true })).toMatchObject({ status: 400 });
    expect(await put(first.ticketId, { isAutomaticService: true, notify: 'automatic', flowId: 999_999 })).toMatchObject(
      {
        status: 404,
        body: { error: 'ERR_NO_FLOW_FOUND' },
      },
    );
  });

  test('other plugins start flows with variables, stop them, and cannot start a draft', async () => {
    const office = await FlowOffice.of(host);
    const flow = await simple(office);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    const service = office.scope.use(flows);
    await service.start(ticketId, flow, { startedBy: 'campaign:1', variables: { origem: 'campanha' } });
    await eventually(async () => (await office.said(ticketId)).length === 2);
    expect((await office.said(ticketId))[0]).toBe('Olá de campanha');
    expect(await service.stop(ticketId)).toBe(true);
    expect(await service.stop(ticketId)).toBe(false);
    const draft = await office.admin.post<{ id: number }>('/flow', {
      title: 'Rascunho',
      data: drawing([say('a', 'x')], [['start', 'a']]),
      publish: false,
    });
    await expect(service.start(ticketId, draft.body.id, { startedBy: 'x' })).rejects.toMatchObject({
      code: 'ERR_FLOW_NOT_PUBLISHED',
    });
    await office.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
    await expect(service.start(ticketId, flow, { startedBy: 'x' })).rejects.toMatchObject({
      code: 'ERR_TICKET_CLOSED',
    });
  });

  test('a flow that is started in the conversation of an attendant leaves it theirs, and ends as soon as they write', async () => {
    const office = await FlowOffice.of(host);
    const queueId = await office.queue('Recepção');
    const flow = await office.flow(
      [ask('q', 'Opção?', ['Um']), say('b', 'Fim')],
      [
        ['start', 'q'],
        ['q:option-1', 'b'],
      ],
      { queueId, handoverText: 'Um momento.' },
    );
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Oi');
    await office.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: office.admin.id });
    const holder = async () => {
      const { body } = await office.admin.get<{ status: string; userId: number | null }>(`/tickets/${ticketId}`);
      return { ...(await office.ticket(ticketId)), status: body.status, userId: body.userId };
    };
    const theirs = { status: 'open', userId: office.admin.id, queueId: null };
    const service = office.scope.use(flows);
    await service.start(ticketId, flow, { startedBy: 'user:1' });
    await eventually(async () => (await office.said(ticketId)).length === 1);
    expect(await holder()).toEqual({ ...theirs, automaticBy: 'flows' });
    await office.writes(number, 'atendente');
    expect((await office.said(ticketId)).at(-1)).toBe('Um momento.');
    expect((await office.session(ticketId)).endedWhy).toBe('handed');
    expect(await holder()).toEqual({ ...theirs, automaticBy: null });

    await service.start(ticketId, flow, { startedBy: 'user:1' });
    await eventually(async () => (await office.said(ticketId)).length === 3);
    expect((await office.admin.post(`/messages/${ticketId}`, { body: 'Eu mesma respondo.' })).status).toBe(200);
    await office.settled();
    expect((await office.session(ticketId)).endedWhy).toBe('person');
    await office.writes(number, '1');
    expect((await office.said(ticketId)).at(-1)).toBe('Eu mesma respondo.');
    expect(await holder()).toEqual({ ...theirs, automaticBy: null });

    await service.start(ticketId, flow, { startedBy: 'user:1', notify: 'await' });
    await office.admin.post(`/messages/${ticketId}`, { body: 'Agora o robô continua.' });
    await office.settled();
    await office.writes(number, 'Certo');
    expect((await office.said(ticketId)).at(-1)).toBe('Opção?\n\n1 - Um');
  });

  test('a tag starts the flow that the company attached to it, and the tag node adds and removes tags', async () => {
    const office = await FlowOffice.of(host);
    const tag = await office.admin.post<{ id: number }>('/tags', { name: 'VIP' });
    const other = await office.admin.post<{ id: number }>('/tags', { name: 'Visto' });
    const data = drawing(
      [
        ['t', 'tagNode', { tagId: other.body.id }],
        ['r', 'removeTagNode', { tagId: tag.body.id }],
        say('a', 'Olá %tags%'),
      ],
      [
        ['start', 't'],
        ['t', 'r'],
        ['r', 'a'],
      ],
    );
    const triggers = [{ trigger: 'tags.added', subject: String(tag.body.id) }];
    const saved = await office.admin.post('/flow', { title: 'VIP', data, triggers });
    expect(saved.status).toBe(200);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    await office.admin.post('/tags/sync', { ticketId, tags: [tag.body.id] });
    await eventually(async () => (await office.said(ticketId)).length === 1);
    expect(await office.said(ticketId)).toEqual(['Olá Visto']);
  });

  test('keywords of a connection lead through their tree to a flow, the longest word first', async () => {
    const office = await FlowOffice.of(host);
    const flow = await office.flow([say('a', 'Segunda via aqui')], [['start', 'a']]);
    const add = async (body: object) =>
      (await office.admin.post<{ id: number }>('/whatsapp-flow-options', { whatsappId: office.connectionId, ...body }))
        .body.id;
    const root = await add({ word: 'boleto', type: 'first', option: 1, flowId: '0', parentId: -1 });
    await add({ word: 'Segunda via', type: 'end', option: 1, flowId: String(flow), parentId: root });
    await add({ word: 'Atraso', type: 'end', option: 2, flowId: flow, parentId: root });
    const number = office.number();
    const { ticketId } = await office.writes(number, 'Preciso do BOLETO');
    expect((await office.said(ticketId))[0]).toContain('1 - Segunda via');
    await office.writes(number, 'segunda via');
    expect((await office.said(ticketId)).at(-1)).toBe('Segunda via aqui');
    const none = await office.writes(office.number(), 'boletos?');
    expect(await office.said(none.ticketId)).toEqual([]);
  });
});
