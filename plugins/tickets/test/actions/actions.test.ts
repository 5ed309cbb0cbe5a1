import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userRoom } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/sdk/testing';
import { Attendance, startAttendance, type TicketAnswer } from '../attendance.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

/** Two people of one queue. */
const office = async (settings: Record<string, string> = {}) => {
  const desk = await Attendance.of(host, settings);
  const queue = await desk.queue('Trabalhista');
  await desk.routeTo(queue);
  const [ana, bia] = [await desk.attendant('Ana', [queue]), await desk.attendant('Bia', [queue])];
  return { desk, queue, ana, bia };
};

describe('ERR_OTHER_OPEN_TICKET', () => {
  it('names the conversation that stands in the way, and whether one may open it, else who has it', async () => {
    const { desk, queue, ana, bia } = await office();
    const { ticketId, ticketUuid } = await desk.accepted(ana);
    const { contactId } = (await ana.get<TicketAnswer>(`/tickets/${ticketId}`)).body;
    const begin = (person: typeof ana) =>
      person.post<TicketAnswer>('/tickets', { contactId, queueId: queue, whatsappId: desk.connectionId });
    const context = { uuid: ticketUuid, status: 'open', user: 'Ana', queue: 'Trabalhista' };
    for (const [person, mayOpen] of [
      [ana, true],
      [bia, false],
      [desk.admin, true],
    ] as const) {
      expect(await begin(person)).toMatchObject({
        status: 409,
        body: { error: 'ERR_OTHER_OPEN_TICKET', context: { ...context, mayOpen } },
      });
    }
  });
});

describe('a transfer', () => {
  it('brings its note to the new owner, and the note only from who may write notes', async () => {
    const { desk, queue, bia } = await office();
    const gestor = await desk.attendant('Gil', [queue], 'gestor');
    const ana = await desk.attendant('Rita', [queue]);
    const { ticketId } = await desk.accepted(gestor);
    const to = { status: 'open', userId: bia.id, queueId: queue, note: 'Cliente com pressa' };
    expect((await gestor.put(`/tickets/${ticketId}`, to)).status).toBe(200);
    expect((await desk.messages(ticketId, bia)).at(-1)).toMatchObject({
      body: 'Cliente com pressa',
      onlyInternal: true,
      user: { id: gestor.id, name: 'Gil' },
    });
    const other = await desk.accepted(ana);
    expect((await ana.put(`/tickets/${other.ticketId}`, to)).status).toBe(403);
    expect((await ana.get<TicketAnswer>(`/tickets/${other.ticketId}`)).body.userId).toBe(ana.id);
  });

  it('is taken back by who made it, to where it was, until its receiver answered', async () => {
    const { desk, queue, ana, bia } = await office();
    const { ticketId } = await desk.accepted(ana);
    const hand = () => ana.put(`/tickets/${ticketId}`, { status: 'open', userId: bia.id, queueId: queue });
    const back = (person: typeof ana) =>
      person.put<TicketAnswer>(`/tickets/${ticketId}`, {
        status: 'open',
        userId: ana.id,
        queueId: queue,
        takesBack: true,
      });
    await hand();
    expect((await ana.get(`/tickets/${ticketId}`)).status).toBe(403);
    const stranger = await desk.attendant('Caio', [queue]);
    expect((await back(stranger)).status).toBe(409);
    expect(await back(ana)).toMatchObject({ status: 200, body: { userId: ana.id, queueId: queue, status: 'open' } });
    await hand();
    await bia.post(`/messages/${ticketId}`, { body: 'Olá, sou a Bia' });
    expect(await back(ana)).toMatchObject({ status: 409, body: { error: 'ERR_TICKET_CHANGED' } });
  });

  it('tells its receiver live when it is asked to, while the setting allows it', async () => {
    for (const notifyNewMessage of ['enabled', 'disabled']) {
      const { desk, queue, ana, bia } = await office({ notifyNewMessage });
      const { body } = await ana.get<{ value: string }>('/settings-notify-transfer');
      expect(body.value).toBe(notifyNewMessage);
      const live = await bia.live();
      await live.join(userRoom, { userId: bia.id });
      const hand = async (notifyUser: boolean) => {
        const { ticketId } = await desk.accepted(ana);
        await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: bia.id, queueId: queue, notifyUser });
        return ticketId;
      };
      const told = () => live.received.filter(({ event }) => event === 'ticket-transferred');
      await hand(false);
      const wanted = await hand(true);
      if (notifyNewMessage === 'disabled') {
        await ana.get('/tickets');
        expect(told()).toEqual([]);
        continue;
      }
      await live.receives('ticket-transferred');
      expect(told()).toMatchObject([{ data: { ticket: { id: wanted }, by: { name: 'Ana' } } }]);
    }
  });

  it('to a queue without a person sets it pending and clears the person', async () => {
    const { desk, ana } = await office();
    const support = await desk.queue('Suporte');
    const { ticketId } = await desk.accepted(ana);
    const { body } = await ana.put<TicketAnswer>(`/tickets/${ticketId}`, {
      status: 'pending',
      userId: null,
      queueId: support,
    });
    expect(body).toMatchObject({ status: 'pending', userId: null, user: null, queueId: support });
  });
});

describe('opening by its address', () => {
  it('is refused with ‘Acesso não permitido’ for a queue that is not the person’s, unless they lead', async () => {
    const { desk, bia } = await office();
    const gil = await desk.attendant('Gil', [], 'gestor');
    const eva = await desk.attendant('Eva', [await desk.queue('Outra')]);
    const { ticketUuid } = await desk.arrives(desk.number(), 'oi');
    expect(await eva.get(`/tickets/u/${ticketUuid}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_TICKET_OTHER_QUEUE' },
    });
    for (const person of [bia, gil, desk.admin])
      expect((await person.get(`/tickets/u/${ticketUuid}`)).status).toBe(200);
  });

  it('of another’s is refused without the show-all permission, naming user and department, open or closed', async () => {
    const { desk, ana, bia } = await office();
    const { ticketId, ticketUuid } = await desk.accepted(ana);
    const refused = (status: string) => ({
      status: 403,
      body: { error: 'ERR_TICKET_OTHER_USER', context: { status, user: 'Ana', queue: 'Trabalhista' } },
    });
    expect(await bia.get(`/tickets/u/${ticketUuid}`)).toMatchObject(refused('open'));
    await ana.put(`/tickets/${ticketId}`, { status: 'closed' });
    expect(await bia.get(`/tickets/u/${ticketUuid}`)).toMatchObject(refused('closed'));
    const grant = { profile: 'user', permission: 'tickets-manager:showall', granted: true };
    expect((await desk.admin.put('/permissions', grant)).status).toBe(200);
    expect((await bia.get(`/tickets/u/${ticketUuid}`)).status).toBe(200);
  });

  it('answers 400 to what is no name of a conversation, and 404 to one that is not there', async () => {
    const { ana } = await office();
    expect((await ana.get('/tickets/u/atendimento')).status).toBe(400);
    expect(await ana.get('/tickets/u/00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    });
  });
});

describe('marking as read', () => {
  it('clears what is unread for everybody', async () => {
    const { desk, ana } = await office();
    const { ticketId, ticketUuid } = await desk.accepted(ana);
    const unread = async () => (await ana.get<TicketAnswer>(`/tickets/${ticketId}`)).body.unreadMessages;
    expect(await unread()).toBe(1);
    expect((await ana.put(`/tickets/${ticketUuid}/read`)).status).toBe(200);
    expect(await unread()).toBe(0);
  });
});

describe('settings that every attendant’s screen reads', () => {
  it('answer value to people who see no settings page', async () => {
    const { desk, ana } = await office({ defaultChatSubscript: 'enabled', notifyNewMessage: 'disabled' });
    const values = async () => [
      (await ana.get<{ value: string }>('/settings-chat-subscript')).body,
      (await ana.get<{ value: string }>('/settings-notify-transfer')).body,
    ];
    expect(await values()).toEqual([{ value: 'enabled' }, { value: 'disabled' }]);
    await desk.admin.put('/companySettings', { column: 'defaultChatSubscript', data: 'disabled' });
    expect((await values())[0]).toEqual({ value: 'disabled' });
  });
});

describe('resolving', () => {
  it('can be told before with which words it closes', async () => {
    const { desk, ana } = await office({ sendCloseMessage: 'question' });
    const { ticketId } = await desk.accepted(ana);
    const { body } = await ana.get<{ text: string }>(`/tickets/${ticketId}/closing`);
    expect(body.text).toBe('Obrigado pelo contato!');
  });
});
