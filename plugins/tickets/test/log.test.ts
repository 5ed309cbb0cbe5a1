import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import type { TicketView } from '../contract.ts';
import { Attendance, startAttendance } from './attendance.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

interface Entry {
  type: string;
  user: { name: string } | null;
}

/** A conversation of Ana, and a manager who looks at it. */
const watched = async () => {
  const desk = await Attendance.of(host);
  const queue = await desk.queue('Vendas');
  const [ana, gil] = [await desk.attendant('Ana', [queue]), await desk.attendant('Gil', [], 'gestor')];
  const { ticketId } = await desk.accepted(ana);
  const { uuid } = (await gil.get<TicketView>(`/tickets/${ticketId}`)).body;
  const log = async () => (await desk.admin.get<Entry[]>(`/tickets-log/${ticketId}`)).body;
  const accesses = async () => (await log()).filter(({ type }) => type === 'access').map(({ user }) => user?.name);
  return { desk, ana, gil, ticketId, uuid, log, accesses };
};

it('An access is logged once a person in ten minutes, also when several windows open it at the same moment', async () => {
  const { desk, gil, ticketId, uuid, accesses } = await watched();
  const opened = await Promise.all(Array.from({ length: 12 }, () => gil.get(`/tickets/u/${uuid}`)));
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await accesses()).toEqual(['Gil']);
  await desk.admin.get(`/tickets/u/${uuid}`);
  expect(await accesses()).toHaveLength(2);
  const { sql: run } = desk.company.scope('tickets');
  await run.run(
    sql`update tickets.log set created_at = created_at - interval '10 minutes' where ticket_id = ${ticketId} and type = 'access'`,
  );
  await gil.get(`/tickets/u/${uuid}`);
  expect(await accesses()).toHaveLength(3);
});

it('Attendants are not logged in their own conversations', async () => {
  const { ana, uuid, accesses } = await watched();
  expect((await ana.get(`/tickets/u/${uuid}`)).status).toBe(200);
  expect(await accesses()).toEqual([]);
});

it('Only people who may open a conversation read its log, and none of another company', async () => {
  const { desk, ticketId } = await watched();
  const other = await desk.attendant('Beto');
  expect((await other.get(`/tickets-log/${ticketId}`)).status).toBe(403);
  const elsewhere = await Attendance.of(host);
  expect((await elsewhere.admin.get(`/tickets-log/${ticketId}`)).status).toBe(404);
});

it('The log of a conversation that ran for years is read from its end', async () => {
  const { desk, ticketId, log } = await watched();
  await desk.company
    .scope('tickets')
    .sql.run(
      sql`insert into tickets.log (ticket_id, type, user_id) select ${ticketId}, 'pending', null from generate_series(1, 1100)`,
    );
  const entries = await log();
  expect(entries).toHaveLength(1000);
  expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(['pending']));
});

it('The log says why a step was made that no person made: the customer began, and the connection names the department', async () => {
  const desk = await Attendance.of(host);
  await desk.routeTo(await desk.queue('Vendas'));
  await desk.reopenWithin(60);
  const number = desk.number();
  const { ticketId } = await desk.arrives(number, 'Bom dia');
  await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
  await desk.arrives(number, 'Mais uma coisa');
  const { body } = await desk.admin.get<(Entry & { why?: string })[]>(`/tickets-log/${ticketId}`);
  expect(body.map(({ type, user, why }) => [type, user !== null, why])).toEqual([
    ['create', false, 'customer'],
    ['queue', false, 'connection'],
    ['closed', true, undefined],
    ['reopen', false, 'customer'],
  ]);
});

it('A conversation that the company begins on its own telephone is not said to be begun by the customer', async () => {
  const desk = await Attendance.of(host);
  const { ticketId } = await desk.arrives(desk.number(), 'Podemos remarcar?', { fromMe: true });
  const { body } = await desk.admin.get<(Entry & { why?: string })[]>(`/tickets-log/${ticketId}`);
  expect(body[0]).not.toHaveProperty('why');
});
