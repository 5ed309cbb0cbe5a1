import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { Attendance, startAttendance, type TicketAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

it('A contact with conversations is not deleted: their history stays', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.arrives(desk.number(), 'oi');
  const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
  expect(await desk.admin.delete(`/contacts/${body.contactId}`)).toMatchObject({
    status: 409,
    body: { error: 'ERR_CONTACT_HAS_TICKETS' },
  });
});

it('A number that the channel does not know is stored only when the person insists', async () => {
  const desk = await Attendance.of(host);
  const input = { name: 'Sem conta', number: '5511900009999' };
  provider.unknown.add(input.number);
  expect(await desk.admin.post('/contacts', input)).toMatchObject({ status: 400, body: { error: 'ERR_CHECK_NUMBER' } });
  expect((await desk.admin.post('/contacts?forceInsert=true', input)).status).toBe(200);
});

it('A connection can be deleted: its conversations stay readable', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.arrives(desk.number(), 'oi');
  await host.kernel.database.owner.query('delete from connections.connection where id = $1', [desk.connectionId]);
  const { status, body } = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
  expect([status, body.whatsappId, (await desk.messages(ticketId)).length]).toEqual([200, 0, 1]);
});

it('Before a connection or a queue is deleted, the number of running conversations that depend on it is shown', async () => {
  const desk = await Attendance.of(host);
  const queueId = await desk.queue('Vendas');
  await desk.routeTo(queueId);
  const dependentsOf = async (path: string): Promise<unknown> =>
    (await desk.admin.get<{ dependents: string[] }>(`${path}/dependents`)).body.dependents;
  const paths = [`/whatsapp/${desk.connectionId}`, `/queue/${queueId}`];
  expect(await Promise.all(paths.map(dependentsOf))).toEqual([[], []]);
  const { ticketId } = await desk.arrives(desk.number(), 'oi');
  const one = ['1 atendimento em andamento depende disto.'];
  expect(await Promise.all(paths.map(dependentsOf))).toEqual([one, one]);
  await desk.arrives(desk.number(), 'olá');
  const two = ['2 atendimentos em andamento dependem disto.'];
  expect(await Promise.all(paths.map(dependentsOf))).toEqual([two, two]);
  await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
  expect(await Promise.all(paths.map(dependentsOf))).toEqual([one, one]);
  // Another company is not affected, and learns nothing.
  const other = await Attendance.of(host);
  for (const path of paths)
    expect((await other.admin.get(`${path}/dependents`)).status, `of another company: ${path}`).toBe(404);
});
