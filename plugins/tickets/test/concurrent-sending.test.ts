import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person, TestHost } from '@balcao/testing';
import type { MessageView } from '../contract.ts';
import { Attendance, startAttendance, type TicketAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';
import { StatementCount } from './statements.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
}, 300_000);
afterAll(() => host?.close());

const conversations = async (desk: Attendance, person: Person, amount: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < amount; index += 1) ids.push((await desk.accepted(person)).ticketId);
  return ids;
};
const taken = ({ connectionId }: Attendance) =>
  provider.accepted.filter((message) => message.connectionId === connectionId);
const say = (person: Person, ticketId: number, body: string, more: object = {}) =>
  person.post<MessageView & TicketAnswer>(`/messages/${ticketId}`, { body, ...more });

test('Messages sent in twenty conversations of a company at the same time share their statements', async () => {
  const desk = await Attendance.of(host);
  const ana = await desk.attendant('Ana');
  const ids = await conversations(desk, ana, 20);
  const count = new StatementCount(host);
  try {
    // The first ones prepare plans on each connection.
    for (let time = 0; time < 2; time += 1)
      await count.of(() => Promise.all(ids.map((id) => say(ana, id, 'Um momento'))));
    const sent = await count.of(() => Promise.all(ids.map((id) => say(ana, id, 'Pois não?'))));
    expect(taken(desk)).toHaveLength(60);
    expect(sent.length).toBeLessThanOrEqual(60);
  } finally {
    count.end();
  }
});

test('Each of many simultaneous messages gets its own result: stored, refused, or known', async () => {
  const desk = await Attendance.of(host);
  const [ana, bruno] = [await desk.attendant('Ana'), await desk.attendant('Bruno')];
  const [open = 0, closed = 0, repeated = 0] = await conversations(desk, ana, 3);
  const [foreign = 0] = await conversations(desk, bruno, 1);
  const first = await say(ana, repeated, 'Uma vez', { clientId: 'once' });
  await ana.put(`/tickets/${closed}`, { status: 'closed' });
  const answers = await Promise.all([
    say(ana, open, 'Boa tarde'),
    say(ana, closed, 'Ainda aí?'),
    say(ana, foreign, 'De quem é?'),
    say(ana, 2_000_000_000, 'Alguém?'),
    say(ana, repeated, 'Uma vez', { clientId: 'once' }),
    say(ana, repeated, 'Outra vez', { clientId: 'twice' }),
    say(ana, repeated, 'Outra vez', { clientId: 'twice' }),
  ]);
  expect(answers.map(({ status, body }) => body.error ?? status)).toEqual([
    200,
    'ERR_TICKET_CLOSED',
    'ERR_TICKET_OTHER_USER',
    'ERR_NO_TICKET_FOUND',
    200,
    200,
    200,
  ]);
  expect(answers[4]?.body.id).toBe(first.body.id);
  expect(answers[5]?.body.id).toBe(answers[6]?.body.id);
  await eventually(() => (taken(desk).length === 3 ? true : undefined));
  expect(taken(desk).map(({ body }) => body)).toEqual(expect.arrayContaining(['Boa tarde', 'Uma vez', 'Outra vez']));
});

test('Messages sent in one conversation at the same time go out once each, in the order in which they were stored', async () => {
  const desk = await Attendance.of(host);
  const ana = await desk.attendant('Ana');
  const [id = 0] = await conversations(desk, ana, 1);
  const bodies = Array.from({ length: 40 }, (_, index) => `Linha ${index}`);
  await Promise.all(bodies.map((body) => say(ana, id, body)));
  await eventually(() => (taken(desk).length >= bodies.length ? true : undefined));
  const stored = (await desk.messages(id)).filter(({ body }) => body.startsWith('Linha')).map(({ id: own }) => own);
  expect(taken(desk).map(({ id: own }) => own)).toEqual(stored);
});

test('A lock on one conversation delays only its own messages', async () => {
  const desk = await Attendance.of(host);
  const ana = await desk.attendant('Ana');
  const [held = 0, ...free] = await conversations(desk, ana, 4);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = desk.company.scope('tickets').tx(async (inner) => {
    await inner.sql.one(sql`select 1 from tickets.ticket where id = ${held} for update`);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  let isAnswered = false;
  const waiting = say(ana, held, 'Espera').then((answer) => {
    isAnswered = true;
    return answer;
  });
  const others = await Promise.all(free.map((id) => say(ana, id, 'Passa')));
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await say(ana, free[0] ?? 0, 'Passa de novo')).status).toBe(200);
  expect(isAnswered).toBe(false);
  end.resolve();
  await holding;
  expect((await waiting).status).toBe(200);
});
