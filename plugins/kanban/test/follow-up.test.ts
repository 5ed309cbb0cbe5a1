import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { eventually, type Person, type TestHost } from '@balcao/testing';
import { indexesOf } from '../../../scripts/test/due-indexes.ts';
import { companiesDue, dueNow } from '../../../scripts/test/due-jobs.ts';
import { sendFollowUps } from '../contract.ts';
import { followUpsDue, performAllDue } from '../server/follow-up/due.ts';
import { allowedFrom } from '../server/follow-up/hours.ts';
import { Office, startOffice, type Failure } from './office.ts';

let first: TestHost;
let second: TestHost;
beforeAll(async () => {
  first = await startOffice();
  second = await startOffice(first);
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

const rule = { message: 'Ainda por aí?', initialDelay: 2, intervalDelay: 24, action: 'close', targetLane: null };
/** An office whose lane2 has a follow-up. */
const withRule = async (more: object = {}): Promise<Office> => {
  const office = await Office.of(first);
  await office.admin.put(`/kanban-boards/${office.kanbanId}`, { followUp: true });
  const path = `/kanban-boards/${office.kanbanId}/lanes/lane2`;
  expect((await office.admin.put(path, { followUpConfig: { ...rule, ...more } })).status).toBe(200);
  return office;
};
const scopeOn = (host: TestHost, office: Office) => host.kernel.scope(office.company.id, 'kanban');
const letPass = (office: Office, hours: number, ids?: readonly number[]) =>
  office.sql().run(sql`update kanban.follow_up set due_at = due_at - make_interval(hours => ${hours})
    where due_at is not null and ${ids === undefined ? sql`true` : sql`ticket_id = any(${[...ids]}::int[])`}`);
/** Sends everything that is due; a conversation that is locked at the moment is tried again, as by the job. */
const sendDue = async (office: Office, ...hosts: readonly TestHost[]): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) {
    await Promise.all(hosts.map((host) => performAllDue(scopeOn(host, office))));
    const left = await office
      .sql()
      .one<{ count: number }>(sql`select count(*)::int as count from kanban.follow_up where due_at <= now()`);
    if (left?.count === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const waits = async (office: Office, ticketId: number) =>
  office.sql().one<{ state: string; step: number; hours: number | null }>(sql`
    select state, step, round(extract(epoch from due_at - now()) / 3600)::int as hours from kanban.follow_up where ticket_id = ${ticketId}`);
const texts = async (office: Office, ticketId: number): Promise<string[]> =>
  (
    await office
      .sql()
      .rows<{ body: string }>(
        sql`select body from tickets.public_message where ticket_id = ${ticketId} and from_me order by id`,
      )
  ).map(({ body }) => body);
const acks = async (office: Office, ticketId: number): Promise<number[]> =>
  (
    await office
      .sql()
      .rows<{ ack: number }>(
        sql`select ack from tickets.public_message where ticket_id = ${ticketId} and from_me order by id`,
      )
  ).map(({ ack }) => ack);
const logged = async (office: Office, ticketId: number): Promise<string[]> =>
  (
    await office
      .sql()
      .rows<{ type: string }>(
        sql`select type from tickets.public_log where ticket_id = ${ticketId} and type like 'kanban.%' order by id`,
      )
  ).map(({ type }) => type);
const statusOf = async (office: Office, id: number) =>
  (await office.sql().one<{ status: string }>(sql`select status from tickets.public_ticket where id = ${id}`))?.status;
const writes = (by: Person, id: number, body: string) => by.post(`/messages/${id}`, { body });
const settled = async (check: () => Promise<unknown>, expected: unknown): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) {
    if (JSON.stringify(await check()) === JSON.stringify(expected)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await check()).toEqual(expected);
};

it('a conversation that stays in the lane gets one message, and after the interval is closed, once', async () => {
  const office = await withRule();
  const id = await office.attended(office.admin, 'Silenciosa');
  await office.move(office.admin, id, 'lane2');
  expect(await waits(office, id)).toMatchObject({ state: 'waiting', step: 1, hours: 2 });
  await sendDue(office, first);
  expect(await texts(office, id)).toEqual([]);
  await letPass(office, 2);
  await sendDue(office, first, second);
  expect(await texts(office, id)).toEqual(['Ainda por aí?']);
  expect(await waits(office, id)).toMatchObject({ state: 'waiting', step: 2, hours: 24 });
  await settled(() => acks(office, id), [1]);
  await letPass(office, 24);
  await sendDue(office, first, second);
  expect(await statusOf(office, id)).toBe('closed');
  expect(await waits(office, id)).toMatchObject({ hours: null });
  expect(await logged(office, id)).toEqual(['kanban.moved', 'kanban.reminded', 'kanban.followed-up']);
});

it('the job runs in the companies in which a follow-up is due, and in those only', async () => {
  const [office, early] = [await withRule(), await withRule()];
  const [id, waiting] = [
    await office.attended(office.admin, 'Silenciosa'),
    await early.attended(early.admin, 'Recente'),
  ];
  await office.move(office.admin, id, 'lane2');
  await early.move(early.admin, waiting, 'lane2');
  const isDue = async ({ company }: Office) => (await companiesDue(first, followUpsDue)).includes(company.id);
  expect(await isDue(office)).toBe(false);
  await letPass(office, 2);
  await eventually(async () => {
    await dueNow(first, sendFollowUps);
    return (await texts(office, id)).length > 0;
  });
  for (const one of [office, early]) expect(await isDue(one)).toBe(false);
  expect(await texts(early, waiting)).toEqual([]);
  expect(await indexesOf(first, followUpsDue)).toEqual(['follow_up_due_anywhere']);
});

it('the action may move the card, whose new lane then begins its own follow-up', async () => {
  const office = await withRule({
    initialDelay: 0,
    message: '',
    action: 'move',
    targetLane: 'lane3',
    intervalDelay: 5,
  });
  const id = await office.attended(office.admin, 'Andante');
  await office.move(office.admin, id, 'lane2');
  expect(await waits(office, id)).toMatchObject({ step: 2, hours: 5 });
  await letPass(office, 5);
  await sendDue(office, first);
  expect((await office.lane(office.admin, 'lane3')).cards.map((card) => card.id)).toEqual([id]);
  expect(await texts(office, id)).toEqual([]);
});

it('an answer, another lane, closing and a cancellation end the wait; a message of an attendant begins it anew', async () => {
  const office = await withRule();
  const made: number[] = [];
  for (const name of ['Alda', 'Breno', 'Célia', 'Davi', 'Elza']) made.push(await office.attended(office.admin, name));
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = made;
  for (const id of [a, b, c, d, e]) await office.move(office.admin, id, 'lane2');
  await office.answers(a, 'Estou aqui');
  await office.move(office.admin, b, 'lane4');
  await office.admin.put(`/tickets/${c}`, { status: 'closed', justClose: true });
  expect((await office.admin.put(`/kanban-follow-ups/${d}`, { postponeHours: 10 })).status).toBe(200);
  expect((await waits(office, d))?.hours).toBe(12);
  expect((await office.admin.put(`/kanban-follow-ups/${d}`, { cancel: true })).status).toBe(200);
  expect((await office.admin.put<Failure>(`/kanban-follow-ups/${d}`, { cancel: true })).body.error).toBe(
    'ERR_NO_FOLLOW_UP',
  );
  for (const id of [a, b, c, d]) await settled(async () => (await waits(office, id))?.state, 'ended');
  await letPass(office, 1, [e]);
  await writes(office.admin, e, 'Segue a proposta');
  await settled(async () => (await waits(office, e))?.hours, 2);
  await writes(office.admin, a, 'Certo!');
  await settled(async () => (await waits(office, a))?.state, 'waiting');
});

it('outside the reply window nothing is sent, the card says so, and the conversation is not closed', async () => {
  const office = await withRule();
  const connection = await office.withWindow();
  const id = await office.attended(office.admin, 'Fora da Janela');
  await office.company
    .scope('tickets')
    .sql.run(sql`update tickets.ticket set whatsapp_id = ${connection}, channel = 'day' where id = ${id}`);
  await office.move(office.admin, id, 'lane2');
  await letPass(office, 2);
  await sendDue(office, first, second);
  const card = (await office.lane(office.admin, 'lane2')).cards.find((one) => one.id === id);
  expect(card?.followUp).toMatchObject({ state: 'window', dueAt: null });
  expect((await office.lane(office.admin, 'lane2', '?followUp=1')).cards.map((one) => one.id)).toEqual([id]);
  await letPass(office, 24 * 30);
  await sendDue(office, first, second);
  expect(await texts(office, id)).toEqual([]);
  expect(await statusOf(office, id)).toBe('open');
  expect(await logged(office, id)).toEqual(['kanban.moved', 'kanban.refused']);
  expect((await office.admin.put(`/kanban-follow-ups/${id}`, { cancel: true })).status).toBe(200);
  expect((await waits(office, id))?.state).toBe('ended');
});

it('an action whose lane was deleted ends the wait once and for all, and leaves the conversation where it is', async () => {
  const office = await withRule({
    initialDelay: 0,
    message: '',
    action: 'move',
    targetLane: 'lane3',
    intervalDelay: 5,
  });
  const id = await office.attended(office.admin, 'Sem Destino');
  await office.move(office.admin, id, 'lane2');
  await office.admin.delete(`/kanban-boards/${office.kanbanId}/lanes/lane3`);
  await letPass(office, 5);
  await sendDue(office, first, second);
  expect(await waits(office, id)).toMatchObject({ state: 'ended', hours: null });
  expect((await office.lane(office.admin, 'lane2')).cards.map((card) => card.id)).toEqual([id]);
  expect(await logged(office, id)).toEqual(['kanban.moved', 'kanban.refused']);
});

it('undoing the deletion of a lane continues the follow-ups of its cards', async () => {
  const office = await withRule();
  const id = await office.attended(office.admin, 'De Volta');
  await office.move(office.admin, id, 'lane2');
  const path = `/kanban-boards/${office.kanbanId}/lanes/lane2`;
  await office.admin.delete(path);
  const moved = (await office.lane(office.admin, 'lane1')).cards.find((card) => card.id === id);
  expect(moved?.followUp).toBeNull();
  await office.admin.post(`${path}/restore`);
  await letPass(office, 2);
  await sendDue(office, first);
  expect(await texts(office, id)).toEqual(['Ainda por aí?']);
});

it('circles of lanes are refused with their path, and so is an unknown target', async () => {
  const office = await withRule({ action: 'move', targetLane: 'lane3' });
  const put = (lane: string, targetLane: string) =>
    office.admin.put<Failure>(`/kanban-boards/${office.kanbanId}/lanes/${lane}`, {
      followUpConfig: { ...rule, action: 'move', targetLane },
    });
  const refused = await put('lane3', 'lane2');
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_FOLLOW_UP_CYCLE']);
  expect(refused.body.context?.['path']).toBe('Consulta agendada → Documentação → Consulta agendada');
  expect((await put('lane3', 'lane99')).status).toBe(400);
  expect((await put('lane3', 'lane4')).status).toBe(200);
});

it('at most three messages reach one conversation in 72 hours, and what is long overdue is scheduled anew', async () => {
  const office = await withRule({ intervalDelay: 0 });
  const id = await office.attended(office.admin, 'Insistida');
  for (let round = 0; round < 4; round += 1) {
    await office.move(office.admin, id, 'lane3');
    await office.move(office.admin, id, 'lane2');
    await letPass(office, 2);
    await sendDue(office, first);
  }
  expect(await texts(office, id)).toHaveLength(3);
  expect((await waits(office, id))?.hours).toBe(72);
  const late = await office.attended(office.admin, 'Esquecida');
  await office.move(office.admin, late, 'lane2');
  await letPass(office, 72, [late]);
  await sendDue(office, first);
  expect(await texts(office, late)).toEqual([]);
  expect(await waits(office, late)).toMatchObject({ state: 'waiting', step: 1, hours: 2 });
});

it('with the module off nothing is sent; on again after days there is no burst', async () => {
  const office = await withRule();
  const id = await office.attended(office.admin, 'Pausada');
  await office.move(office.admin, id, 'lane2');
  await office.company.disable('kanbanEnabled');
  await letPass(office, 74);
  await office.company.enable('kanbanEnabled');
  await sendDue(office, first);
  expect(await texts(office, id)).toEqual([]);
  expect((await waits(office, id))?.hours).toBe(2);
});

it('While a reminder has not left because its connection is down, the conversation is not closed', async () => {
  const office = await withRule({ message: 'Sem sinal?' });
  const id = await office.attended(office.admin, 'Sem Conexão');
  await office.move(office.admin, id, 'lane2');
  await office.goesDown('Sem sinal?');
  await letPass(office, 2);
  await sendDue(office, first);
  expect(await texts(office, id)).toEqual(['Sem sinal?']);
  for (let turn = 0; turn < 3; turn += 1) {
    await letPass(office, 24);
    await sendDue(office, first, second);
    expect([await acks(office, id), await statusOf(office, id)]).toEqual([[0], 'open']);
  }
  await office.comesBack('Sem sinal?');
  await settled(() => acks(office, id), [1]);
  // The customer has the whole interval from when it left.
  await letPass(office, 1);
  await sendDue(office, first);
  expect(await statusOf(office, id)).toBe('open');
  expect(await waits(office, id)).toMatchObject({ state: 'waiting', step: 2, hours: 24 });
  await office.sql().run(sql`update kanban.follow_up set due_at = now() where ticket_id = ${id}`);
  await sendDue(office, first);
  expect(await statusOf(office, id)).toBe('closed');
});

it('A reminder that the channel refused after it was queued ends the follow-up, and the conversation stays open', async () => {
  const office = await withRule();
  const failures = ['refused', 'window'];
  const ids: number[] = [];
  for (const failure of failures) {
    const id = await office.attended(office.admin, `Recusa ${failure}`);
    await office.move(office.admin, id, 'lane2');
    ids.push(id);
  }
  await letPass(office, 2);
  await sendDue(office, first);
  for (const [index, id] of ids.entries()) {
    await settled(() => acks(office, id), [1]);
    await office.company
      .scope('tickets')
      .sql.run(sql`update tickets.message set failure = ${failures[index]} where ticket_id = ${id} and from_me`);
  }
  await letPass(office, 24);
  await sendDue(office, first, second);
  for (const [index, state] of ['ended', 'window'].entries()) {
    expect(await waits(office, ids[index] ?? 0)).toMatchObject({ state, hours: null });
    expect(await statusOf(office, ids[index] ?? 0)).toBe('open');
    expect(await logged(office, ids[index] ?? 0)).toEqual(['kanban.moved', 'kanban.reminded', 'kanban.refused']);
  }
});

it('A follow-up of the first lane begins also for the conversations there that nobody moved', async () => {
  const office = await Office.of(first);
  await office.admin.put(`/kanban-boards/${office.kanbanId}`, { followUp: true });
  const [never = 0, valued = 0, elsewhere = 0] = await office.many(office.admin, 3);
  await office.admin.put(`/kanban-cards/${valued}/value`, { valueCents: 5_000 });
  await office.move(office.admin, elsewhere, 'lane3');
  const other = await office.admin.post<{ id: number }>('/queue', { name: 'Trabalhista', color: '#107c41' });
  await office.admin.post('/kanban-boards', { title: 'Trabalhista', queueIds: [other.body.id] });
  const [foreign = 0] = await office.many(office.admin, 1);
  await office.company
    .scope('tickets')
    .sql.run(sql`update tickets.ticket set queue_id = ${other.body.id} where id = ${foreign}`);
  const path = `/kanban-boards/${office.kanbanId}/lanes/lane1`;
  await office.admin.put(path, { followUpConfig: rule, includesPresent: true });
  const armed = await office
    .sql()
    .rows<{ id: number }>(
      sql`select ticket_id as id from kanban.follow_up where due_at is not null order by ticket_id`,
    );
  expect(armed.map(({ id }) => id)).toEqual([never, valued]);
});

it('A conversation that nobody moved gets no reminder of its former board after it went to a department with a board', async () => {
  const office = await Office.of(first);
  await office.admin.put(`/kanban-boards/${office.kanbanId}`, { followUp: true });
  const path = `/kanban-boards/${office.kanbanId}/lanes/lane1`;
  await office.admin.put(path, { followUpConfig: rule });
  const other = await office.admin.post<{ id: number }>('/queue', { name: 'Família', color: '#c239b3' });
  await office.admin.post('/kanban-boards', { title: 'Família', queueIds: [other.body.id] });
  const [stays = 0, leaves = 0] = await office.many(office.admin, 2);
  await office.admin.put(path, { includesPresent: true });
  await office.company
    .scope('tickets')
    .sql.run(sql`update tickets.ticket set queue_id = ${other.body.id} where id = ${leaves}`);
  await letPass(office, 2);
  await sendDue(office, first, second);
  expect(await texts(office, stays)).toEqual(['Ainda por aí?']);
  expect(await texts(office, leaves)).toEqual([]);
  expect(await waits(office, leaves)).toMatchObject({ state: 'ended', hours: null });
});

it('A follow-up that is due in a night shift before a holiday is sent in it, and one that is due on the holiday waits for the next shift', async () => {
  const office = await Office.of(first, { kanbanFollowUpHours: 'opening' });
  const { admin, company } = office;
  const schedules = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((weekdayEn) => ({
    weekdayEn,
    startTime: '18:00',
    endTime: '02:00',
  }));
  expect((await admin.put(`/companies/${company.id}/schedules`, { schedules })).status).toBe(200);
  const holidays = [{ date: '2026-12-25', name: 'Natal' }];
  expect((await admin.put(`/companies/${company.id}/holidays`, { holidays })).status).toBe(200);
  const from = async (moment: string): Promise<string> =>
    (await allowedFrom(scopeOn(first, office), new Date(`${moment}:00-03:00`))).toISOString();
  expect(await from('2026-12-25T01:00')).toBe('2026-12-25T04:00:00.000Z');
  expect(await from('2026-12-25T19:00')).toBe('2026-12-26T21:00:00.000Z');
});
