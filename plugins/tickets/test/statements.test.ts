import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';
import { Attendance, startAttendance } from './attendance.ts';
import { StatementCount } from './statements.ts';
import { eventually } from '@balcao/testing';

let count: StatementCount;
let host: TestHost;
beforeAll(async () => {
  // With every plugin that a message concerns: notices, automations, and values on its row.
  host = await startAttendance(undefined, ['companies', 'notifications', 'messages-api', 'tags', 'kanban']);
  count = new StatementCount(host);
}, 300_000);
afterAll(async () => {
  count?.end();
  await host?.close();
});

const office = () => Attendance.of(host, { kanbanEnabled: 'enabled' });
/** The fewest of several runs: the first ones prepare plans and fill caches, and sometimes a timer adds statements. */
const usual = async (work: (time: number) => Promise<unknown>): Promise<string[]> => {
  let least: string[] | undefined;
  for (let time = 0; time < 6; time += 1) {
    const sent = await count.of(() => work(time));
    if (least === undefined || sent.length < least.length) least = sent;
  }
  return least ?? [];
};

/** The provider's id of the company's last message. */
const sentAs = async (desk: Attendance, ticketId: number): Promise<string | undefined> => {
  const row = await desk.company
    .scope('tickets')
    .sql.one<{ id: string | null }>(
      sql`select external_id as id from tickets.message where ticket_id = ${ticketId} and from_me order by id desc limit 1`,
    );
  return row?.id ?? undefined;
};

it('A message to the attendant of a conversation costs four statements: stored, notified, and its event claimed and removed', async () => {
  const desk = await office();
  const ana = await desk.attendant('Ana');
  const number = desk.number();
  const { ticketId } = await desk.arrives(number, 'Bom dia');
  await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
  expect(await usual((time) => desk.arrives(number, `Mensagem ${time}`))).toHaveLength(4);
});

it('A message in a waiting conversation without a menu costs three statements: stored, and its event claimed and removed', async () => {
  const desk = await office();
  await desk.routeTo(await desk.queue('Recepção'));
  const number = desk.number();
  await desk.arrives(number, 'Bom dia');
  expect(await usual((time) => desk.arrives(number, `Alguém aí? ${time}`))).toHaveLength(3);
});

it('A message of the company costs seven statements from the request to the channel', async () => {
  const desk = await office();
  const ana = await desk.attendant('Ana');
  const { ticketId } = await desk.accepted(ana);
  const sent = await usual((time) => ana.post(`/messages/${ticketId}`, { body: `Resposta ${time}` }));
  expect(sent.length).toBeLessThanOrEqual(7);
});

it('A tapped choice costs four statements', async () => {
  const desk = await office();
  const ana = await desk.attendant('Ana');
  const number = desk.number();
  const { ticketId } = await desk.arrives(number, 'Bom dia');
  await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
  const sent = await usual((time) => desk.arrives(number, `Sim ${time}`, { choice: 'yes' }));
  expect(sent.length).toBeLessThanOrEqual(4);
});

it('A receipt costs one statement', async () => {
  const desk = await office();
  const ana = await desk.attendant('Ana');
  const { ticketId } = await desk.accepted(ana);
  const inbox = desk.company.scope('tickets').use(channelInbox);
  const counts: number[] = [];
  // Work that follows from a sent message may still be going on when its receipt comes.
  for (let time = 0; time < 6; time += 1) {
    const before = await sentAs(desk, ticketId);
    await ana.post(`/messages/${ticketId}`, { body: `Pois não? ${time}` });
    const externalId = await eventually(async () => {
      const last = await sentAs(desk, ticketId);
      return last === before ? undefined : last;
    });
    const sent = await count.of(() => inbox.ack(desk.connectionId, externalId, 2));
    counts.push(sent.filter((text) => text.includes('tickets.')).length);
  }
  expect(Math.min(...counts)).toBe(1);
  expect((await desk.messages(ticketId)).at(-1)?.ack).toBe(2);
});
