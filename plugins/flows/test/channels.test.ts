import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import type { SavedFlow } from '../graph/wire.ts';
import { drawing, FlowOffice, say, startFlows, type Node } from './flow-office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startFlows(undefined, [
    'channel-sandbox',
    'channel-webchat',
    path.join(import.meta.dirname, 'stranger'),
  ]);
}, 180_000);
afterAll(() => host?.close());

const settings = { 'plugin:flow-stranger': 'enabled', webchatEnabled: 'enabled' };
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A flow of the ten kinds of the specification, with a file of its own. */
const everything = async (office: FlowOffice): Promise<{ flow: number; queueId: number }> => {
  const queueId = await office.queue('Final');
  const tag = await office.admin.post<{ id: number }>('/tags', { name: 'Do fluxo' });
  const draft = await office.admin.post<SavedFlow>('/flow', {
    title: 'Tudo',
    data: drawing([say('a', 'x')], [['start', 'a']]),
    publish: false,
  });
  const form = new FormData();
  form.append('nodeId', 'file');
  form.append('file', new Blob([png], { type: 'image/png' }), 'mapa.png');
  const file = await office.admin.call<{ mediaPath: string; mediaName: string; mime: string; size: number }>(
    'POST',
    `/flow/${draft.body.id}/media-upload`,
    form,
  );
  expect(file.status).toBe(200);
  const nodes: Node[] = [
    say('hello', 'Olá, %primeiro_nome%!'),
    ['question', 'questionNode', { question: 'Qual?', options: ['Um', 'Dois'], optionType: 'list', delay: 0 }],
    ['pause', 'delayNode', { delay: 1 }],
    ['file', 'attachmentNode', { ...file.body, caption: 'O mapa', delay: 0 }],
    ['tag', 'tagNode', { tagId: tag.body.id }],
    ['lane', 'kanbanNode', { laneId: 'lane2', kanbanId: 1 }],
    ['bot', 'chatBotNode', { chatBotId: 'gpt-4', labelInput: 'Resuma %clima%' }],
    ['var', 'variableNode', { labelInput: 'fixo', value: 'valor' }],
    say('said', '%fixo% e %assistente%'),
    ['end', 'departmentNode', { queueId, text: 'Até já' }],
  ];
  const ways: [string, string][] = [
    ['start', 'hello'],
    ['hello', 'question'],
    ['question:option-1', 'end'],
    ['question:option-2', 'pause'],
    ['pause', 'file'],
    ['file', 'tag'],
    ['tag', 'lane'],
    ['lane', 'bot'],
    ['bot', 'var'],
    ['var', 'said'],
    ['said', 'end'],
  ];
  const saved = await office.admin.put<SavedFlow>(`/flow/${draft.body.id}`, {
    title: 'Tudo',
    data: drawing(nodes, ways),
  });
  expect([saved.status, saved.body.problems?.filter(({ level }) => level === 'error')]).toEqual([200, []]);
  return { flow: saved.body.id, queueId };
};

interface PhoneMessage {
  body: string;
  fromPhone: boolean;
  media: { name: string } | null;
  menu?: { text: string; options: { id: string; title: string }[] } | null;
}

const expected = ['O mapa', 'Assistente: Resuma sol', 'valor e sim', 'Até já'];

test('a flow of the ten kinds of node runs on the simulated network, with a tapped answer', async () => {
  const office = await FlowOffice.of(host, settings);
  const { flow, queueId } = await everything(office);
  const made = await office.admin.post<{ id: number }>('/whatsapp', {
    name: 'Celular',
    channel: 'sandbox',
    queueIds: [queueId],
    keyWordQueueId: queueId,
  });
  const connectionId = made.body.id;
  await office.admin.post(`/sandbox/${connectionId}/pair`);
  await office.admin.put(`/whatsapp-flow-options/connection/${connectionId}`, { flowId: flow });
  const from = '5511955550001';
  const messages = async (): Promise<PhoneMessage[]> =>
    (await office.admin.get<PhoneMessage[]>(`/sandbox/${connectionId}/messages?with=${from}`)).body.filter(
      ({ fromPhone }) => !fromPhone,
    );
  await eventually(
    async () => (await office.admin.post(`/sandbox/${connectionId}/messages`, { from, body: 'Oi' })).status === 200,
  );
  await eventually(async () => (await messages()).length >= 2);
  const [, question] = await messages();
  const option = question?.menu?.options.find(({ title }) => title === 'Dois');
  expect(option).toBeDefined();
  await office.admin.post(`/sandbox/${connectionId}/messages`, { from, body: 'Dois', choice: option?.id });
  await eventually(async () => (await messages()).length >= 6);
  const all = await messages();
  expect(all.slice(2).map(({ body }) => body)).toEqual(expected);
  expect(all[2]?.media?.name).toBe('mapa.png');
  const ticket = await office.scope.sql.one<{ queueId: number }>(
    sql`select queue_id as "queueId" from tickets.public_ticket where connection_id = ${connectionId}`,
  );
  expect(ticket?.queueId).toBe(queueId);
  const stamps = await office.company.scope('flow-stranger').sql.rows(sql`select 1 from flow_stranger.stamp`);
  expect(stamps).toHaveLength(1);
});

test('the same flow runs on the web chat, with a typed answer', async () => {
  const office = await FlowOffice.of(host, settings);
  const { flow, queueId } = await everything(office);
  const made = await office.admin.post<{ id: number }>('/whatsapp', {
    name: 'Site',
    channel: 'webchat',
    queueIds: [queueId],
    keyWordQueueId: queueId,
  });
  const connectionId = made.body.id;
  await eventually(
    async () => (await office.admin.get<{ status: string }>(`/whatsapp/${connectionId}`)).body.status === 'CONNECTED',
  );
  await office.admin.put(`/whatsapp-flow-options/connection/${connectionId}`, { flowId: flow });
  const { channelInbox } = await import('@balcao/connections/contract');
  const write = (externalId: string, body: string) =>
    office.company
      .scope('channel-webchat')
      .use(channelInbox)
      .message(connectionId, {
        externalId,
        from: { channel: 'webchat', scope: String(connectionId), kind: 'web', value: 'visitor-1' },
        name: 'Visitante',
        body,
        sentAt: new Date(),
      });
  const { ticketId } = await write('w1', 'Oi');
  await eventually(async () => (await office.said(ticketId)).length >= 2);
  await write('w2', '2');
  await eventually(async () => (await office.said(ticketId)).length >= 6);
  expect((await office.said(ticketId)).slice(2)).toEqual(expected);
});

test('a node of another plugin that fails, also in SQL, takes its way and leaves the step intact', async () => {
  const office = await FlowOffice.of(host, settings);
  for (const how of ['throw', 'sql']) {
    const flow = await office.flow(
      [say('a', 'Antes'), ['x', 'stranger.broken', { how }], say('b', 'Falhou')],
      [
        ['start', 'a'],
        ['a', 'x'],
        ['x:failed', 'b'],
      ],
    );
    await office.answerWith(flow);
    const { ticketId } = await office.writes(office.number(), 'Oi');
    expect(await office.said(ticketId)).toEqual(['Antes', 'Falhou']);
  }
});

test('a plugin that is off while a conversation waits calls people when its node comes, and its jobs are kept', async () => {
  const office = await FlowOffice.of(host, settings);
  const flow = await office.flow(
    [['p', 'delayNode', { delay: 600 }], ['lane', 'kanbanNode', { laneId: 'x' }], say('b', 'Fim')],
    [
      ['start', 'p'],
      ['p', 'lane'],
      ['lane', 'b'],
    ],
  );
  await office.answerWith(flow);
  const { ticketId } = await office.writes(office.number(), 'Oi');
  await office.company.disable('plugin:flow-stranger');
  await office.passTime(ticketId, 20);
  expect(await office.session(ticketId)).toMatchObject({ endedWhy: 'failed' });
  expect((await office.ticket(ticketId)).automaticBy).toBeNull();

  await office.company.enable('plugin:flow-stranger');
  const second = await office.writes(office.number(), 'Oi');
  await office.company.disable('plugin:flow-stranger');
  await office.company.enable('plugin:flow-stranger');
  await office.passTime(second.ticketId, 20);
  expect(await office.said(second.ticketId)).toEqual(['Fim']);
});

test('flows that are switched off while conversations wait say nothing, and continue when they are on again', async () => {
  const office = await FlowOffice.of(host);
  const flow = await office.flow(
    [['p', 'delayNode', { delay: 3 }], say('b', 'Fim')],
    [
      ['start', 'p'],
      ['p', 'b'],
    ],
  );
  await office.answerWith(flow);
  const { ticketId } = await office.writes(office.number(), 'Oi');
  await office.company.disable('flow');
  await sleep(6_000);
  expect(await office.said(ticketId)).toEqual([]);
  await office.company.enable('flow');
  await expect.poll(() => office.said(ticketId), { timeout: 100_000, interval: 500 }).toEqual(['Fim']);
}, 120_000);
