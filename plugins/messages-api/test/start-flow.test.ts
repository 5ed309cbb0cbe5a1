import { expect, test } from 'vitest';
import { ApiFixture, startServer, type SendReply } from './api-fixture.ts';
import { eventually } from '@balcao/testing';

test('A program starts a published flow with values, once for each key, and not in a conversation that a person attends', async () => {
  const second = await startServer(['flows']);
  try {
    const office = await ApiFixture.open(second, { flow: 'enabled' });
    const node = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data });
    const data = JSON.stringify([
      node('start', 'startNode', { label: 'Inicio' }),
      node('a', 'messageNode', { label: 'Pedido %pedido% saiu, %primeiro_nome%' }),
      { id: 'e', type: 'custom', source: 'start', target: 'a', sourceHandle: 'out', targetHandle: 'in' },
    ]);
    const { body: flow } = await office.company.admin.post<{ id: number }>('/flow', { title: 'Saiu', data });
    const start = (more: object, headers = {}) =>
      office.call<SendReply & { sessionId: number }>(
        'POST',
        '/messages/flow',
        { number: '+55 (11) 98765-4399', name: 'Ana Prado', flowId: flow.id, variables: { pedido: 12 }, ...more },
        headers,
      );
    const key = { 'idempotency-key': 'flow-1' };
    const first = await start({}, key);
    expect(first.status).toBe(200);
    await eventually(async () => (await office.bodiesOf(first.body.ticketId)).length === 1);
    expect((await start({}, key)).body).toEqual(first.body);
    expect(await office.bodiesOf(first.body.ticketId)).toEqual(['Pedido 12 saiu, Ana']);
    expect(await start({ flowId: 999_999 })).toMatchObject({ status: 404, body: { error: 'ERR_NO_FLOW_FOUND' } });
    await office.company.admin.put(`/tickets/${first.body.ticketId}`, {
      status: 'open',
      userId: office.company.admin.id,
    });
    expect(await start({})).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_TAKEN' } });
    await office.company.disable('flow');
    expect(await start({})).toMatchObject({ status: 404, body: { error: 'ERR_SERVICE_OFF' } });
  } finally {
    await second.close();
  }
});
