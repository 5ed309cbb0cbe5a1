import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { ticketListRoom, ticketRoom } from '../contract.ts';
import { Attendance, startAttendance, type TicketAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const logOf = async (desk: Attendance, ticketId: number) =>
  (await desk.admin.get<{ type: string }[]>(`/tickets-log/${ticketId}`)).body.map(({ type }) => type);

describe('Accepting a conversation', () => {
  it('Accepting opens a waiting conversation for the person, and sends the queue’s greeting', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Vendas', 'Olá! Já vamos atender você.');
    await desk.routeTo(queue);
    const ana = await desk.attendant('Ana', [queue]);
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    const { status, body } = await ana.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'open', userId: ana.id, user: { name: 'Ana' }, queue: { name: 'Vendas' } });
    expect(await logOf(desk, ticketId)).toEqual(['create', 'queue', 'open']);
    await eventually(() =>
      provider.accepted.some(
        (each) => each.connectionId === desk.connectionId && each.body === 'Olá! Já vamos atender você.',
      ),
    );
  });

  it('The greeting of a queue is sent once in an attendance: not again after returning and accepting, and again after reopening', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [
      await desk.queue('Vendas', 'Olá das vendas!'),
      await desk.queue('Suporte', 'Olá do suporte!'),
    ];
    await desk.routeTo(sales);
    const ana = await desk.attendant('Ana', [sales, support]);
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    const put = async (body: object) => expect((await ana.put(`/tickets/${ticketId}`, body)).status).toBe(200);
    const greetings = async () => (await desk.messages(ticketId)).flatMap(({ fromMe, body }) => (fromMe ? [body] : []));
    const accept = { status: 'open', userId: ana.id };
    await put(accept);
    await put({ status: 'pending' });
    await put(accept);
    expect(await greetings()).toEqual(['Olá das vendas!']);
    await put({ status: 'pending', queueId: support });
    await put(accept);
    expect(await greetings()).toEqual(['Olá das vendas!', 'Olá do suporte!']);
    await put({ status: 'closed', justClose: true });
    await put({ status: 'pending', queueId: sales });
    await put(accept);
    expect(await greetings()).toEqual(['Olá das vendas!', 'Olá do suporte!', 'Olá das vendas!']);
  });

  it('A conversation accepted by two people at once goes to one, and the other is told who has it', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Fila');
    await desk.routeTo(queue);
    const [ana, bia] = [await desk.attendant('Ana', [queue]), await desk.attendant('Bia', [queue])];
    for (let round = 0; round < 8; round += 1) {
      const { ticketId } = await desk.arrives(desk.number(), 'oi');
      const answers = await Promise.all(
        [ana, bia].map((person) =>
          person.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'open', userId: person.id }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const winner = answers[0]?.status === 200 ? 'Ana' : 'Bia';
      const refused = answers.find(({ status }) => status === 409)?.body;
      expect(refused).toMatchObject({ error: 'ERR_TICKET_TAKEN', context: { user: { name: winner } } });
    }
  });
});

describe('Returning, resolving, reopening and transferring', () => {
  it('Accepting is refused for a conversation that moved to another queue at the same moment, and leaves it there', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    await desk.routeTo(sales);
    const ana = await desk.attendant('Ana', [sales]);
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    await desk.routed(ticketId);
    const { answer } = await desk.company.scope('tickets').tx(async (inner) => {
      await inner.sql.run(sql`update tickets.ticket set queue_id = ${support} where id = ${ticketId}`);
      const pending = ana.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
      // Until the acceptance has read the ticket and waits for this transaction.
      await eventually(async () => {
        const { rows } = await host.kernel.database.owner.query(
          `select from pg_locks l join pg_stat_activity a on a.pid = l.pid
            where not l.granted and a.datname = current_database() and a.query like '%tickets.ticket%'`,
        );
        return rows.length > 0;
      });
      return { answer: pending };
    });
    expect(await answer).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_CHANGED' } });
    const { body } = await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`);
    expect(body).toMatchObject({ status: 'pending', userId: null, queueId: support });
  });

  it('A change by somebody who did not see that the conversation was closed, reopened or accepted is refused with the reason', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Vendas');
    await desk.routeTo(queue);
    const [ana, bia] = [await desk.attendant('Ana', [queue]), await desk.attendant('Bia', [queue])];
    const { ticketId } = await desk.arrives(desk.number(), 'oi');
    const put = async (person: typeof ana, body: object): Promise<unknown> => {
      const answer = await person.put<TicketAnswer>(`/tickets/${ticketId}`, body);
      return answer.body.error ?? answer.status;
    };
    const stands = async () => (await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body;
    expect(await put(ana, { status: 'open', userId: ana.id, from: 'pending' })).toBe(200);
    expect(await put(ana, { status: 'open', userId: ana.id, from: 'pending' })).toBe(200);
    expect(await put(ana, { status: 'closed' })).toBe(200);
    expect(await put(desk.admin, { status: 'open', userId: desk.admin.id, from: 'pending' })).toBe('ERR_TICKET_CLOSED');
    expect(await put(desk.admin, { status: 'pending', userId: null, from: 'open' })).toBe('ERR_TICKET_CLOSED');
    expect(await put(desk.admin, { status: 'open', userId: bia.id, queueId: queue, from: 'open' })).toBe(
      'ERR_TICKET_CLOSED',
    );
    expect(await stands()).toMatchObject({ status: 'closed' });
    expect(await put(desk.admin, { status: 'open', userId: bia.id, from: 'closed' })).toBe(200);
    // Undoes a resolving after somebody continued the conversation.
    expect(await put(desk.admin, { status: 'pending', userId: null, queueId: queue, from: 'closed' })).toBe(
      'ERR_TICKET_TAKEN',
    );
    expect(await stands()).toMatchObject({ status: 'open', user: { name: 'Bia' } });
  });

  it('An open conversation is returned to the waiting ones, without attendant', async () => {
    const desk = await Attendance.of(host);
    const { ticketId } = await desk.accepted(desk.admin);
    const { body } = await desk.admin.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'pending', userId: null });
    expect(body).toMatchObject({ status: 'pending', userId: null });
    expect(await logOf(desk, ticketId)).toEqual(['create', 'open', 'pending']);
  });

  it('The closing message is sent as the company decided, and never with justClose', async () => {
    const wanted = async (settings: Record<string, string>, body: object) => {
      const desk = await Attendance.of(host, settings);
      const { ticketId } = await desk.accepted(desk.admin);
      const answer = await desk.admin.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'closed', ...body });
      expect(answer.body.status).toBe('closed');
      return (await desk.messages(ticketId)).some((message) => message.body === 'Obrigado pelo contato!');
    };
    expect(await wanted({ sendCloseMessage: 'enabled' }, {})).toBe(true);
    expect(await wanted({ sendCloseMessage: 'enabled' }, { justClose: true })).toBe(false);
    expect(await wanted({ sendCloseMessage: 'disabled' }, { sendCloseMessage: true })).toBe(false);
    expect(await wanted({ sendCloseMessage: 'question' }, {})).toBe(false);
    expect(await wanted({ sendCloseMessage: 'question' }, { sendCloseMessage: true })).toBe(true);
  });

  it('Resolving removes attendant and queue when the company says so, and the conversation still belongs to whoever closed it', async () => {
    const desk = await Attendance.of(host, { defaultRemoveUserQueue: 'enabled' });
    const queue = await desk.queue('Fila');
    await desk.routeTo(queue);
    const [ana, bia] = [await desk.attendant('Ana', [queue]), await desk.attendant('Bia', [queue])];
    const { ticketId } = await desk.accepted(ana, 'é segredo nosso');
    const [hers, others] = [await ana.live(), await bia.live()];
    await hers.join(ticketListRoom, { userId: ana.id });
    await others.join(ticketListRoom, { queueId: 0 });
    expect((await ana.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'closed' })).body).toMatchObject({
      status: 'closed',
      userId: null,
      queueId: null,
    });
    // Live lists too: it is published to whoever closed it, and to nobody who may not open it.
    await hers.receives('update', ({ ticket }) => (ticket as TicketAnswer).status === 'closed');
    expect(JSON.stringify(others.received)).not.toContain('é segredo nosso');
    const countOf = async (person: typeof ana) =>
      (await person.get<{ count: number }>('/tickets?status=closed')).body.count;
    expect([await countOf(ana), await countOf(bia)]).toEqual([1, 0]);
  });

  it('A closed conversation is reopened, unless the contact has another running one', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'oi');
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    expect((await desk.admin.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'open' })).body).toMatchObject({
      status: 'open',
      userId: desk.admin.id,
    });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' });
    const other = await desk.arrives(number, 'de novo');
    const { status, body } = await desk.admin.put<TicketAnswer>(`/tickets/${ticketId}`, { status: 'open' });
    expect([status, body.error, body.context?.uuid]).toEqual([409, 'ERR_OTHER_OPEN_TICKET', other.ticketUuid]);
  });

  it('A conversation transferred to a queue alone waits there', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    await desk.routeTo(sales);
    const ana = await desk.attendant('Ana', [sales]);
    const { ticketId } = await desk.accepted(ana);
    const { body } = await ana.put<TicketAnswer>(`/tickets/${ticketId}`, {
      status: 'pending',
      userId: null,
      queueId: support,
    });
    expect(body).toMatchObject({ status: 'pending', userId: null, queueId: support });
    expect(await logOf(desk, ticketId)).toEqual(['create', 'queue', 'open', 'transfered', 'receivedTransfer']);
    expect((await ana.get<TicketAnswer>(`/tickets/${ticketId}`)).body.error).toBe('ERR_TICKET_OTHER_QUEUE');
  });

  it('A conversation transferred to a person in a queue stays open, and only that person has it', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Fila');
    await desk.routeTo(queue);
    const [ana, bia] = [await desk.attendant('Ana', [queue]), await desk.attendant('Bia', [queue])];
    const { ticketId, ticketUuid } = await desk.accepted(ana);
    const { body } = await ana.put<TicketAnswer>(`/tickets/${ticketId}`, {
      status: 'open',
      userId: bia.id,
      queueId: queue,
      notifyUser: true,
    });
    expect(body).toMatchObject({ status: 'open', userId: bia.id });
    expect(await ana.get(`/tickets/u/${ticketUuid}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_TICKET_OTHER_USER', context: { user: 'Bia', queue: 'Fila', status: 'open' } },
    });
    expect((await bia.get(`/tickets/u/${ticketUuid}`)).status).toBe(200);
  });

  it('A transfer without a queue, or to people or queues of another company, is refused', async () => {
    const [desk, other] = [await Attendance.of(host), await Attendance.of(host)];
    const foreignQueue = await other.queue('Alheia');
    const { ticketId } = await desk.accepted(desk.admin);
    const ana = await desk.attendant('Ana');
    expect(await desk.admin.put(`/tickets/${ticketId}`, { userId: ana.id })).toMatchObject({
      status: 400,
      body: { fields: { queueId: 'Required' } },
    });
    expect(await desk.admin.put(`/tickets/${ticketId}`, { queueId: foreignQueue })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    });
    const queue = await desk.queue('Minha');
    const waiting = await desk.arrives(desk.number(), 'oi');
    expect(
      await desk.admin.put(`/tickets/${waiting.ticketId}`, { queueId: foreignQueue, status: 'open' }),
    ).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    });
    expect(
      await desk.admin.put(`/tickets/${ticketId}`, { queueId: queue, userId: other.admin.id, status: 'open' }),
    ).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    });
  });

  it('The open conversations of a person who is deleted wait again', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const { ticketId, ticketUuid } = await desk.accepted(ana);
    const live = await desk.admin.live();
    await live.join(ticketRoom, { uuid: ticketUuid });
    expect((await desk.admin.delete(`/users/${ana.id}`)).status).toBe(200);
    await eventually(
      async () => (await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body.status === 'pending',
    );
    // Everybody who has it on the screen sees that it waits.
    await live.receives('ticket', ({ ticket }) => (ticket as TicketAnswer).status === 'pending');
  });
});

describe('Starting a conversation', () => {
  it('Starting a conversation needs a queue except for admins, and always a connection', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Fila');
    const ana = await desk.attendant('Ana', [queue]);
    const { body: contact } = await ana.post<{ id: number }>('/contacts', {
      name: 'Carla Souza',
      number: '5511988887777',
    });
    expect(await ana.post('/tickets', { contactId: contact.id })).toMatchObject({
      status: 400,
      body: { fields: { queueId: 'Required', whatsappId: 'Required' } },
    });
    const made = await ana.post<TicketAnswer>('/tickets', {
      contactId: contact.id,
      queueId: queue,
      whatsappId: desk.connectionId,
    });
    expect(made.body).toMatchObject({
      status: 'open',
      userId: ana.id,
      queueId: queue,
      contact: { name: 'Carla Souza' },
    });
    const again = await desk.admin.post<TicketAnswer>('/tickets', {
      contactId: contact.id,
      whatsappId: desk.connectionId,
    });
    expect(again).toMatchObject({
      status: 409,
      body: { error: 'ERR_OTHER_OPEN_TICKET', context: { uuid: made.body.uuid } },
    });
    await ana.put(`/tickets/${made.body.id}`, { status: 'closed' });
    expect((await desk.admin.post('/tickets', { contactId: contact.id, whatsappId: desk.connectionId })).status).toBe(
      200,
    );
    const running = await ana.get<{ uuid?: string }>(`/tickets/${contact.id}/show`);
    expect(running.body.uuid).toBeDefined();
  });

  it('A conversation started as waiting has no attendant, whoever is named', async () => {
    const desk = await Attendance.of(host);
    const queue = await desk.queue('Fila');
    const [ana, bia] = [await desk.attendant('Ana', [queue]), await desk.attendant('Bia', [queue])];
    const { body: contact } = await ana.post<{ id: number }>('/contacts', { name: 'Eva Luz', number: '5511955554444' });
    const made = await ana.post<TicketAnswer>('/tickets', {
      contactId: contact.id,
      queueId: queue,
      whatsappId: desk.connectionId,
      status: 'pending',
      userId: ana.id,
    });
    expect(made.body).toMatchObject({ status: 'pending', userId: null });
    const accepted = await bia.put<TicketAnswer>(`/tickets/${made.body.id}`, { status: 'open', userId: bia.id });
    expect(accepted.body).toMatchObject({ status: 'open', userId: bia.id });
  });

  it('A conversation is started once, however many people and messages start it at the same time', async () => {
    const desk = await Attendance.of(host);
    const number = '5511977776666';
    const { body: contact } = await desk.admin.post<{ id: number }>('/contacts', { name: 'Davi Reis', number });
    await Promise.all([
      ...Array.from({ length: 5 }, () =>
        desk.admin.post('/tickets', { contactId: contact.id, whatsappId: desk.connectionId }),
      ),
      ...Array.from({ length: 5 }, (_, index) => desk.arrives(number, `oi ${index}`)),
    ]);
    const count = await desk.company
      .scope('tickets')
      .sql.one(sql`select count(*) as running from tickets.ticket where status <> 'closed'`);
    expect(count).toEqual({ running: 1 });
  });
});

describe('Deleting a conversation', () => {
  it('Deleting a conversation needs the permission, and deletes its messages and log', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const { ticketId } = await desk.accepted(ana);
    expect((await ana.delete(`/tickets/${ticketId}`)).status).toBe(403);
    expect((await desk.admin.delete(`/tickets/${ticketId}`)).status).toBe(200);
    expect((await desk.admin.get(`/tickets/${ticketId}`)).status).toBe(404);
    const left = await desk.company
      .scope('tickets')
      .sql.one(sql`select (select count(*) from tickets.message) + (select count(*) from tickets.log) as rows`);
    expect(left).toEqual({ rows: 0 });
  });
});
