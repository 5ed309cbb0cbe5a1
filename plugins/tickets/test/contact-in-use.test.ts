import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/sdk/testing';
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

it('A number that the channel does not know is kept only when the person insists', async () => {
  const desk = await Attendance.of(host);
  const input = { name: 'Sem conta', number: '5511900009999' };
  provider.unknown.add(input.number);
  expect(await desk.admin.post('/contacts', input)).toMatchObject({ status: 400, body: { error: 'ERR_CHECK_NUMBER' } });
  expect((await desk.admin.post('/contacts?forceInsert=true', input)).status).toBe(200);
});

it('A connection may be deleted: its conversations stay readable', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.arrives(desk.number(), 'oi');
  await host.kernel.database.owner.query('delete from connections.connection where id = $1', [desk.connectionId]);
  const { status, body } = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
  expect([status, body.whatsappId, (await desk.messages(ticketId)).length]).toEqual([200, 0, 1]);
});
