import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { boards } from '../contract.ts';
import { performAllDue } from '../server/follow-up/due.ts';
import { Office, startOffice, type Failure } from './office.ts';

const soon = { timeout: 60_000, interval: 50 };

let host: TestHost;
beforeAll(async () => {
  host = await startOffice(undefined, ['flows']);
}, 180_000);
afterAll(() => host?.close());

type Node = [id: string, type: string, data: object];

/** The drawing of a flow whose nodes follow each other. */
const inOrder = (...nodes: Node[]): string => {
  const position = { x: 0, y: 0 };
  return JSON.stringify([
    { id: 'start', type: 'startNode', position, data: { label: 'Inicio' } },
    ...nodes.map(([id, type, data]) => ({ id, type, position, data })),
    ...nodes.map(([id], index) => {
      const source = nodes[index - 1]?.[0] ?? 'start';
      return { id: `to-${id}`, type: 'custom', source, target: id, sourceHandle: 'out', targetHandle: 'in' };
    }),
  ]);
};

/** Creates a conversation that waits for the company. */
const waiting = async ({ admin, connectionId, queueId }: Office, number: string): Promise<number> => {
  const contact = await admin.post<{ id: number }>('/contacts', { name: 'Ana Prado', number });
  const ticket = { contactId: contact.body.id, whatsappId: connectionId, queueId, status: 'pending' };
  return (await admin.post<{ id: number }>('/tickets', ticket)).body.id;
};

const office = (): Promise<Office> => Office.of(host, { flow: true });

test('A flow moves its conversation to the lane that its node names', async () => {
  const company = await office();
  const id = await waiting(company, '5511977770001');
  const data = inOrder(['lane', 'kanbanNode', { kanbanId: String(company.kanbanId), laneId: 'lane2' }]);
  const flow = await company.admin.post<{ id: number }>('/flow', { title: 'Triagem', data });
  expect(flow.status).toBe(200);
  const service = { isAutomaticService: true, notify: 'automatic', flowId: flow.body.id };
  await company.admin.put(`/tickets/${id}/automatic-service`, service);
  const lane = async () => (await company.company.scope('kanban').use(boards).laneOf(id)).laneId;
  await vi.waitFor(async () => expect(await lane()).toBe('lane2'), soon);
  const entries = async () =>
    (await company.admin.get<{ type: string; user: { id: number } | null; data?: object }[]>(`/tickets-log/${id}`)).body
      .filter(({ type }) => type.includes('.'))
      .map(({ type, user, data }) => [type, user?.id ?? null, data]);
  const moved = { from: 'Novos atendimentos', lane: 'Consulta agendada', why: 'flow' };
  await vi.waitFor(
    async () =>
      expect(await entries()).toEqual([
        ['flows.started', company.admin.id, { name: 'Triagem', origin: 'user' }],
        ['kanban.moved', null, moved],
        ['flows.ended', null, { name: 'Triagem', reason: 'completed' }],
      ]),
    soon,
  );
});

test('A flow that names no lane, or one that does not exist, is not published', async () => {
  const { admin } = await office();
  for (const laneId of ['', 'lane99']) {
    const answer = await admin.post<{ error: string }>('/flow', {
      title: 'Triagem',
      data: inOrder(['lane', 'kanbanNode', { laneId }]),
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_FLOW_INVALID']);
  }
});

/** Makes the wait of a conversation due, and performs what is due. */
const letPass = async (company: Office): Promise<void> => {
  const scope = company.company.scope('kanban');
  await scope.sql.run(sql`update kanban.follow_up set due_at = now() - interval '1 minute' where due_at is not null`);
  await performAllDue(scope);
};
const waits = async (company: Office, ticketId: number) =>
  company
    .sql()
    .one<{ state: string; due: boolean }>(
      sql`select state, due_at is not null as due from kanban.follow_up where ticket_id = ${ticketId}`,
    );

test('A follow-up starts a flow after days without an answer, once, and its log says so', async () => {
  const company = await office();
  const saved = await company.admin.post<{ id: number }>('/flow', {
    title: 'Reativação',
    data: inOrder(['text', 'messageNode', { label: 'Ainda tem interesse?' }]),
  });
  const config = { message: '', initialDelay: 0, intervalDelay: 48, action: 'flow', flowId: saved.body.id };
  const path = `/kanban-boards/${company.kanbanId}/lanes/lane2`;
  await company.admin.put(`/kanban-boards/${company.kanbanId}`, { followUp: true });
  const unknown = await company.admin.put<Failure>(path, { followUpConfig: { ...config, flowId: 999_999 } });
  expect([unknown.status, unknown.body.error]).toEqual([400, 'ERR_VALIDATION']);
  expect((await company.admin.put(path, { followUpConfig: config })).status).toBe(200);
  const id = await company.attended(company.admin, 'Esquecida');
  await company.company.scope('kanban').use(boards).move(company.kanbanId, id, 'lane2');
  await letPass(company);
  await letPass(company);
  await vi.waitFor(async () => {
    const { body } = await company.admin.get<{ messages: { body: string; fromMe: boolean }[] }>(`/messages/${id}`);
    expect(body.messages.filter(({ fromMe }) => fromMe).map((message) => message.body)).toEqual([
      'Ainda tem interesse?',
    ]);
  }, soon);
  const log = await company.admin.get<{ type: string; data?: object }[]>(`/tickets-log/${id}`);
  expect(log.body.filter(({ type }) => type === 'kanban.followed-up')).toMatchObject([{ data: { action: 'flow' } }]);
});

test('A follow-up whose flow was deleted ends, and leaves the conversation as it is', async () => {
  const company = await office();
  const saved = await company.admin.post<{ id: number }>('/flow', {
    title: 'Reativação',
    data: inOrder(['text', 'messageNode', { label: 'Ainda tem interesse?' }]),
  });
  const config = { message: '', initialDelay: 0, intervalDelay: 48, action: 'flow', flowId: saved.body.id };
  await company.admin.put(`/kanban-boards/${company.kanbanId}`, { followUp: true });
  await company.admin.put(`/kanban-boards/${company.kanbanId}/lanes/lane2`, { followUpConfig: config });
  const id = await company.attended(company.admin, 'Sem Fluxo');
  await company.company.scope('kanban').use(boards).move(company.kanbanId, id, 'lane2');
  await company.admin.delete(`/flow/${saved.body.id}`);
  await letPass(company);
  expect(await waits(company, id)).toEqual({ state: 'ended', due: false });
});

test('A conversation that enters a lane is led by the flow that the company attached to it', async () => {
  const company = await office();
  const id = await waiting(company, '5511977770002');
  const saved = await company.admin.post('/flow', {
    title: 'Proposta',
    data: inOrder(['text', 'messageNode', { label: 'Recebeu a proposta?' }]),
    triggers: [{ trigger: 'kanban.lane', subject: `${company.kanbanId}/lane2` }],
  });
  expect(saved.status).toBe(200);
  await company.company.scope('kanban').use(boards).move(company.kanbanId, id, 'lane2');
  await vi.waitFor(async () => {
    const { body } = await company.admin.get<{ messages: { body: string; fromMe: boolean }[] }>(`/messages/${id}`);
    expect(body.messages.filter(({ fromMe }) => fromMe).map((message) => message.body)).toEqual([
      'Recebeu a proposta?',
    ]);
  }, soon);
});
