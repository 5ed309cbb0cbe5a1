import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/sdk/testing';
import { sql } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { ticketRoom, type MessageView } from '../contract.ts';
import { Attendance, startAttendance, type ListAnswer, type TicketAnswer } from './attendance.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

describe('a message that arrives', () => {
  it('becomes a contact, a waiting conversation and a message', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId, fresh } = await desk.arrives(number, 'Olá, tudo bem?');
    expect(fresh).toBe(true);
    const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
    expect(body).toMatchObject({
      status: 'pending',
      unreadMessages: 1,
      lastMessage: 'Olá, tudo bem?',
      lastMessageAck: null,
      contact: { number },
    });
    expect(await desk.messages(ticketId)).toMatchObject([{ body: 'Olá, tudo bem?', fromMe: false }]);
    const log = await desk.admin.get<{ type: string }[]>(`/tickets-log/${ticketId}`);
    expect(log.body.map(({ type }) => type)).toEqual(['create']);
  });

  it('is kept once, however often the provider repeats it', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const repeats = await Promise.all(
      Array.from({ length: 6 }, () => desk.arrives(number, 'Uma vez só', { externalId: 'same' })),
    );
    expect(repeats.filter(({ fresh }) => fresh)).toHaveLength(1);
    expect(new Set(repeats.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await desk.messages(repeats[0]!.ticketId)).toHaveLength(1);
    const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${repeats[0]!.ticketId}`);
    expect(body.unreadMessages).toBe(1);
  });

  it('leaves no double contact and no double ticket when 100 people write 5 messages each at once, each sent three times', async () => {
    const desk = await Attendance.of(host);
    const start = Date.now() - 60_000;
    const numbers = Array.from({ length: 100 }, () => desk.number());
    const letters = numbers.flatMap((number) =>
      Array.from({ length: 5 }, (_, index) => ({
        number,
        body: `mensagem ${index}`,
        sentAt: new Date(start + index * 1000),
        externalId: `${number}-${index}`,
      })),
    );
    const shuffled = [...letters, ...letters, ...letters].sort(() => Math.random() - 0.5);
    const answers = await Promise.all(shuffled.map(({ number, body, ...more }) => desk.arrives(number, body, more)));
    expect(answers.filter(({ fresh }) => fresh)).toHaveLength(500);
    const { sql: run } = desk.company.scope('tickets');
    const counted = await run.one(
      sql`select (select count(*) from contacts.contact) as contacts, (select count(*) from contacts.identity) as identities,
                 (select count(*) from tickets.ticket) as tickets, (select count(*) from tickets.message) as messages,
                 (select min(unread) from tickets.ticket) as least, (select max(unread) from tickets.ticket) as most,
                 (select count(*) from tickets.ticket where last_message = 'mensagem 4') as latest`,
    );
    expect(counted).toEqual({
      contacts: 100,
      identities: 100,
      tickets: 100,
      messages: 500,
      least: 5,
      most: 5,
      latest: 100,
    });
    for (const ticketId of new Set(answers.slice(0, 60).map((answer) => answer.ticketId))) {
      const bodies = (await desk.messages(ticketId)).map(({ body }) => body);
      expect(bodies).toEqual(['mensagem 0', 'mensagem 1', 'mensagem 2', 'mensagem 3', 'mensagem 4']);
    }
  });

  it('stands where the provider says it was written, not where it came in', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const at = Date.now();
    const { ticketId } = await desk.arrives(number, 'segunda', { sentAt: new Date(at) });
    await desk.arrives(number, 'primeira', { sentAt: new Date(at - 5000) });
    expect((await desk.messages(ticketId)).map(({ body }) => body)).toEqual(['primeira', 'segunda']);
    const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
    expect(body.lastMessage).toBe('segunda');
  });

  it('goes to the only queue of the connection, to none while a menu asks for it, to the entry queue where no menu applies', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    const queueOf = async () =>
      (await desk.admin.get<TicketAnswer>(`/tickets/${(await desk.arrives(desk.number(), 'oi')).ticketId}`)).body
        .queueId;
    expect(await queueOf()).toBeNull();
    await desk.routeTo(sales);
    expect(await queueOf()).toBe(sales);
    await desk.routeTo(sales, support);
    expect(await queueOf()).toBeNull();
    await desk.company.scope('connections').sql.run(sql`update connections.connection set entry_queue_id = ${support}`);
    expect(await queueOf()).toBeNull();
    await desk.company.scope('connections').sql.run(sql`update connections.connection set max_use_bot_queues = 0`);
    expect(await queueOf()).toBe(support);
    await desk.routeTo();
    expect(await queueOf()).toBe(support);
  });

  it('reopens a conversation that closed within the connection’s minutes, and starts another after', async () => {
    const desk = await Attendance.of(host);
    await desk.reopenWithin(30);
    const number = desk.number();
    const first = await desk.arrives(number, 'oi');
    await desk.admin.put(`/tickets/${first.ticketId}`, { status: 'closed' });
    const again = await desk.arrives(number, 'esqueci uma coisa');
    expect(again.ticketId).toBe(first.ticketId);
    const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${first.ticketId}`);
    expect(body).toMatchObject({ status: 'pending', userId: null, unreadMessages: 1 });
    const log = await desk.admin.get<{ type: string }[]>(`/tickets-log/${first.ticketId}`);
    expect(log.body.map(({ type }) => type)).toEqual(['create', 'closed', 'reopen']);

    await desk.admin.put(`/tickets/${first.ticketId}`, { status: 'closed' });
    await desk.company
      .scope('tickets')
      .sql.run(sql`update tickets.ticket set closed_at = now() - interval '31 minutes'`);
    expect((await desk.arrives(number, 'bom dia')).ticketId).not.toBe(first.ticketId);
  });

  it('starts one conversation only when many arrive while the last one is being closed', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'oi');
    await Promise.all([
      desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' }),
      ...Array.from({ length: 12 }, (_, index) => desk.arrives(number, `depois ${index}`)),
    ]);
    const running = await desk.company
      .scope('tickets')
      .sql.one<{ running: number; messages: number }>(
        sql`select (select count(*) from tickets.ticket where status <> 'closed') as running, (select count(*) from tickets.message) as messages`,
      );
    expect(running?.running).toBeLessThanOrEqual(1);
    expect(running?.messages).toBe(13);
  });

  it('from a group is taken only where the connection takes groups, as one conversation of the group', async () => {
    const desk = await Attendance.of(host);
    const group = {
      identity: { channel: 'test', scope: '', kind: 'group' as const, value: 'g-1' },
      name: 'Condomínio',
    };
    expect(await desk.arrives(desk.number(), 'oi', { group })).toMatchObject({ fresh: false, ticketId: 0 });
    await desk.company
      .scope('connections')
      .sql.run(sql`update connections.connection set allow_group = true, group_as_ticket = true`);
    const one = await desk.arrives(desk.number(), 'oi', { group, name: 'Ana' });
    const other = await desk.arrives(desk.number(), 'olá', { group, name: 'Bia' });
    expect(other.ticketId).toBe(one.ticketId);
    const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${one.ticketId}`);
    expect(body).toMatchObject({ isGroup: true, contact: { name: 'Condomínio', number: '' } });
    expect((await desk.messages(one.ticketId)).map(({ participant }) => participant)).toEqual(['Ana', 'Bia']);
  });

  it('from a member of a group whose name is not known shows no number to who may see none', async () => {
    const desk = await Attendance.of(host, { hideContactNumber: 'enabled' });
    const ana = await desk.attendant('Ana');
    await desk.company
      .scope('connections')
      .sql.run(sql`update connections.connection set allow_group = true, group_as_ticket = true`);
    const group = {
      identity: { channel: 'test', scope: '', kind: 'group' as const, value: 'g-2' },
      name: 'Família',
    };
    const live = await ana.live();
    const first = await desk.arrives('5511988887777', 'oi', { group, name: '' });
    expect(await live.join(ticketRoom, { uuid: first.ticketUuid })).toEqual({ ok: true });
    await desk.arrives('5511988887777', 'olá', { group, name: '+55 11 98888-7777' });
    await desk.arrives('5511977776666', 'bom dia', { group, name: 'Bia 2' });
    const seenBy = async (who: Person) => (await desk.messages(first.ticketId, who)).map((one) => one.participant);
    expect(await seenBy(ana)).toEqual(['*********7777', '*************7777', 'Bia 2']);
    expect(await seenBy(desk.admin)).toEqual(['5511988887777', '+55 11 98888-7777', 'Bia 2']);
    await live.receives('message', ({ message }) => (message as MessageView).participant === 'Bia 2');
    expect(JSON.stringify(live.received)).not.toMatch(/8888-?7777/);
  });

  it('is kept with whatever a provider puts into it', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.arrives(desk.number(), 'nul\0o \ud83d "aspas" \'x\' \\ 😀', {
      name: 'A\0na',
      sentAt: new Date(Number.NaN),
    });
    expect((await desk.messages(ticketId))[0]?.body).toBe('nulo \ufffd "aspas" \'x\' \\ 😀');
    await expect(desk.arrives(desk.number(), 'sem nome', { externalId: '' })).rejects.toThrow('ERR_VALIDATION');
  });

  it('of the company’s own telephone counts as ours: nothing is unread', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.arrives(desk.number(), 'escrito no celular', { fromMe: true });
    const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
    expect(body).toMatchObject({ unreadMessages: 0, lastMessageAck: 1 });
  });

  it('is found in the history of its person, oldest first', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    for (const [index, body] of ['um', 'dois', 'três'].entries())
      await desk.arrives(number, body, { sentAt: new Date(Date.now() - 10_000 + index * 1000) });
    const inbox = desk.company.scope('tickets').use(channelInbox);
    const of = { channel: 'test', scope: '', kind: 'phone' as const, value: number };
    const last = await inbox.history(desk.connectionId, of, { limit: 2 });
    expect(last.map(({ body }) => body)).toEqual(['dois', 'três']);
    const before = await inbox.history(desk.connectionId, of, { limit: 2, before: last[0]!.id });
    expect(before.map(({ body }) => body)).toEqual(['um']);
  });

  it('of another company is not there: its ids answer 404', async () => {
    const [mine, theirs] = [await Attendance.of(host), await Attendance.of(host)];
    const { ticketId, ticketUuid, messageId } = await theirs.arrives(theirs.number(), 'segredo');
    const { body: list } = await mine.admin.get<ListAnswer>('/tickets?status=pending&showAll=true');
    expect(list).toMatchObject({ tickets: [], count: 0 });
    for (const [method, path] of [
      ['GET', `/tickets/${ticketId}`],
      ['GET', `/tickets/u/${ticketUuid}`],
      ['GET', `/messages/${ticketId}`],
      ['GET', `/tickets-log/${ticketId}`],
      ['PUT', `/tickets/${ticketId}`],
      ['PUT', `/tickets/${ticketUuid}/read`],
      ['DELETE', `/tickets/${ticketId}`],
      ['DELETE', `/messages/${messageId}`],
      ['POST', `/messages/${messageId}/retry`],
    ] as const) {
      expect([
        path,
        (await mine.admin.call(method, path, method === 'PUT' ? { status: 'closed' } : undefined)).status,
      ]).toEqual([path, 404]);
    }
    expect((await mine.admin.post(`/messages/${ticketId}`, { body: 'oi' })).status).toBe(404);
  });
});
