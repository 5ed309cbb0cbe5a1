import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { connections } from '@balcao/connections/contract';
import { queues } from '@balcao/queues/contract';
import { ticketListRoom, ticketMessagesRoom, ticketRoom } from '../contract.ts';
import { Attendance, startAttendance, type TicketAnswer } from './attendance.ts';
import { notifications } from '@balcao/notifications/contract';
import { provider } from './channel/provider.ts';
import { channelInbox } from '@balcao/connections/contract';
import { SpecifiedClient } from './specified-client.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
const open: SpecifiedClient[] = [];
beforeAll(async () => {
  host = await startAttendance();
});
afterEach(() => {
  for (const client of open.splice(0)) client.leave();
});
afterAll(() => host?.close());

const client = async (person: Person): Promise<SpecifiedClient> => {
  const made = await SpecifiedClient.of(host.url, person.token);
  open.push(made);
  return made;
};
const of = (ticketId: number, action: string) => (data: Record<string, unknown>) =>
  data.ticketId === ticketId && data.action === action;

describe('A client of the specified protocol', () => {
  it('A client receives every change of the conversations in its lists after joinTicketList', async () => {
    const desk = await Attendance.of(host);
    const sales = await desk.queue('Vendas');
    await desk.routeTo(sales);
    const ana = await desk.attendant('Ana', [sales]);
    const live = await client(ana);
    expect(await live.emit('joinTicketList', 'open')).toEqual({ ok: true });
    const { ticketId, ticketUuid } = await desk.arrives(desk.number(), 'oi');
    const { ticket } = (await live.hears('update-ticket', of(ticketId, 'update'))) as { ticket: TicketAnswer };
    expect(ticket).toMatchObject({
      id: ticketId,
      uuid: ticketUuid,
      status: 'pending',
      queueId: sales,
      lastMessage: 'oi',
    });
    const unread = (await live.hears('update-ticket', of(ticketId, 'updateUnreadMessage'))) as { ticket: TicketAnswer };
    expect(unread.ticket.unreadMessages).toBe(1);
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    await live.hears('update-ticket', (data) => (data.ticket as TicketAnswer | undefined)?.status === 'open');
    await desk.arrives(desk.number(), 'outra');
    await ana.put(`/tickets/${ticketUuid}/read`);
    await live.hears('update-ticket', of(ticketId, 'updateUnread'));
    await desk.admin.delete(`/tickets/${ticketId}`);
    await live.hears('update-ticket', of(ticketId, 'delete'));
  });

  it('A client receives each message of its lists after joinMessageNotification, with conversation and contact, and nothing after leaving', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    await desk.routeTo(sales);
    const [ana, bia] = [await desk.attendant('Ana', [sales]), await desk.attendant('Bia', [support])];
    const [hers, others] = [await client(ana), await client(bia)];
    expect(await hers.emit('joinMessageNotification')).toEqual({ ok: true });
    expect(await others.emit('joinMessageNotification')).toEqual({ ok: true });
    const number = desk.number();
    const { ticketId, messageId } = await desk.arrives(number, 'bom dia');
    expect(await hers.hears('new-message', of(ticketId, 'create'))).toMatchObject({
      message: { id: messageId, body: 'bom dia', fromMe: false, ticketId },
      ticket: { id: ticketId, queueId: sales },
      contact: { number },
    });
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    await ana.post(`/messages/${ticketId}`, { body: 'pois não' });
    await hers.hears('new-message', ({ message }) => (message as { body: string }).body.endsWith('pois não'));
    await hers.hears('update-message', (data) => (data.message as { ack: number }).ack > 0);
    expect(await hers.emit('leave-joinMessageNotification')).toEqual({ ok: true });
    await desk.arrives(number, 'depois');
    await ana.get(`/messages/${ticketId}`);
    expect(await hers.emit('userStatus')).toEqual({ ok: true });
    expect(JSON.stringify(hers.heard)).not.toContain('depois');
    expect(others.all('new-message')).toEqual([]);
  });

  it('A client reads the specified fields of conversations and messages, the same live and requested', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    await desk.routeTo(sales, support);
    const live = await client(desk.admin);
    await live.emit('joinMessageNotification', { showAll: true });
    const { ticketId, messageId } = await desk.arrives(desk.number(), 'bom dia');
    const shown = async () => (await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body;
    await eventually(async () => (await shown()).chatbot);
    expect(await shown()).toMatchObject({ isAutomaticService: true, flow: null, summary: null, queueId: null });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: desk.admin.id, queueId: sales });
    expect(await shown()).toMatchObject({ chatbot: false, isAutomaticService: false, queueId: sales });
    const { tickets } = (await desk.admin.get<{ tickets: TicketAnswer[] }>('/tickets?status=open&showAll=true')).body;
    expect(tickets[0]).toMatchObject({ id: ticketId, chatbot: false, flow: null, summary: null });
    await desk.admin.post(`/messages/${ticketId}`, { body: 'pois não' });
    const { contact } = await shown();
    const said = await desk.messages(ticketId);
    const question = said.find(({ id }) => id === messageId);
    expect(question).toMatchObject({
      queueId: sales,
      summary: null,
      contact: { id: contact.id, name: contact.name, profilePicUrl: contact.profilePicUrl },
    });
    expect(question?.timestamp).toBe(Date.parse(question?.createdAt ?? ''));
    const answer = said.find(({ body }) => body.endsWith('pois não'));
    expect(answer).toMatchObject({ fromMe: true, contact: null, queueId: sales });
    const heard = await live.hears('new-message', ({ message }) => (message as { id: number }).id === messageId);
    expect(heard.message).toMatchObject({ contact: question?.contact, timestamp: question?.timestamp, summary: null });
  });

  it('A client receives the messages and typing events of the conversation it joined, by uuid or by number', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'oi');
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: desk.admin.id });
    for (const wanted of [ticketUuid, ticketId, { uuid: ticketUuid }, { ticketId }]) {
      const live = await client(desk.admin);
      expect(await live.emit('joinTicketMessage', wanted)).toEqual({ ok: true });
      await desk.arrives(number, 'por aqui');
      expect(await live.hears('message', ({ action }) => action === 'create')).toMatchObject({
        uuid: ticketUuid,
        message: { body: 'por aqui', ticketId },
      });
      await desk.company
        .scope('tickets')
        .use(channelInbox)
        .presence(desk.connectionId, { channel: 'test', scope: '', kind: 'phone', value: number }, 'composing');
      expect(await live.hears('presence')).toEqual({ uuid: ticketUuid, presence: 'composing' });
    }
  });

  it('A client shows the customer that somebody types with sendPresence', async () => {
    const desk = await Attendance.of(host);
    const { ticketUuid } = await desk.accepted(desk.admin);
    const live = await client(desk.admin);
    await live.emit('joinTicketMessage', ticketUuid);
    expect(await live.emit('sendPresence', { uuid: ticketUuid, presence: 'recording' })).toEqual({ ok: true });
    await eventually(() => provider.presence.includes('recording'));
  });

  it('A client receives connections, with the code to scan only where its person may pair', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const [admins, hers] = [await client(desk.admin), await client(ana)];
    for (const live of [admins, hers]) expect(await live.emit('joinWhatsappSession')).toEqual({ ok: true });
    const line = desk.company.scope('connections').use(connections);
    await line.setStatus(desk.connectionId, { status: 'qrcode', qrcode: 'segredo-1' });
    const isUp = ({ session }: Record<string, unknown>) => (session as { status: string }).status === 'qrcode';
    expect(await admins.hears('update-whatsapp-session', isUp)).toMatchObject({
      action: 'update',
      session: { id: desk.connectionId, qrcode: 'segredo-1' },
    });
    expect(await hers.hears('update-whatsapp-session', isUp)).toMatchObject({ session: { qrcode: '' } });
    expect(await hers.hears('update-whatsapp')).toMatchObject({
      action: 'update',
      whatsapp: { id: desk.connectionId },
    });
    expect(JSON.stringify(hers.heard)).not.toContain('segredo-1');
    await desk.admin.delete(`/whatsapp/${desk.connectionId}`);
    await hers.hears(
      'update-whatsapp',
      ({ action, whatsappId }) => action === 'delete' && whatsappId === desk.connectionId,
    );
  });

  it('A client receives people, queues and presence in company-{id}-… rooms of its own company alone', async () => {
    const [desk, other] = [await Attendance.of(host), await Attendance.of(host)];
    const company = desk.company.id;
    const [live, stranger] = [await client(desk.admin), await client(other.admin)];
    for (const name of ['user', 'queue', 'contact']) {
      expect(await live.emit(`company-${company}-${name}`)).toEqual({ ok: true });
      expect(await stranger.emit(`company-${company}-${name}`)).toEqual({ error: 'ERR_NOT_FOUND' });
    }
    const form = { name: 'Beatriz', email: `bia-${company}@teste.local`, password: 'Senha-123', profile: 'user' };
    const { body } = await desk.admin.post<{ id: number }>('/users', form);
    const user = await live.hears(`company-${company}-user`, ({ action }) => action === 'create');
    expect(user).toMatchObject({ user: { id: body.id, name: 'Beatriz', profile: 'user', online: false, queues: [] } });
    expect(JSON.stringify(user)).not.toContain('@teste.local');
    await desk.admin.delete(`/users/${body.id}`);
    await live.hears(`company-${company}-user`, ({ action, userId }) => action === 'delete' && userId === body.id);
    const queue = (await desk.admin.post<{ id: number }>('/queue', { name: 'Vendas', color: '#803b83' })).body;
    await live.hears(
      `company-${company}-queue`,
      (data) => data.action === 'create' && (data.queue as { id: number }).id === queue.id,
    );
    const contact = await desk.admin.post<{ id: number }>('/contacts', {
      name: 'Caio',
      number: desk.number(),
      forceInsert: true,
    });
    expect(await live.hears(`company-${company}-contact`, ({ action }) => action === 'create')).toMatchObject({
      contact: { id: contact.body.id, name: 'Caio' },
    });
    const gil = await desk.attendant('Gil');
    const his = await client(gil);
    await live.hears('update-presence', ({ userId, online }) => userId === gil.id && online === true);
    his.leave();
    await live.hears('update-presence', ({ userId, online }) => userId === gil.id && online === false);
    expect(stranger.heard).toEqual([]);
  });

  it('A client receives on company-{id}-auth that its own session was replaced, and the new one does not', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const before = await client(ana);
    const name = `company-${desk.company.id}-auth`;
    expect(await before.emit(name)).toEqual({ ok: true });
    const { body } = await host.nobody.post<{ token: string }>('/auth/login', {
      email: ana.email,
      password: ana.password,
    });
    const after = await SpecifiedClient.of(host.url, body.token);
    open.push(after);
    await after.emit(name);
    expect(await before.hears(name)).toMatchObject({ user: { id: ana.id }, reason: 'elsewhere' });
    expect(after.all(name)).toEqual([]);
  });

  it('A client joins nothing that its person may not see, and loses what it may see no more', async () => {
    const desk = await Attendance.of(host);
    const other = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    await desk.routeTo(sales);
    const [ana, bia] = [await desk.attendant('Ana', [sales]), await desk.attendant('Bia', [support])];
    const { ticketId, ticketUuid } = await desk.arrives(desk.number(), 'oi');
    const live = await client(bia);
    for (const name of ['joinTicketList', 'joinMessageNotification']) {
      expect(await live.emit(name, { showAll: true })).toEqual({ error: 'ERR_NO_PERMISSION' });
      expect(await live.emit(name, { queueId: sales })).toEqual({ error: 'ERR_NO_PERMISSION' });
      expect(await live.emit(name, { userId: ana.id })).toEqual({ error: 'ERR_NO_PERMISSION' });
      expect(await live.emit(name, { companyId: other.company.id })).toEqual({ error: 'ERR_NO_PERMISSION' });
      expect(await live.emit(name, { queueId: 'x' })).toEqual({ error: 'ERR_VALIDATION' });
    }
    expect(await live.emit('joinTicketMessage', ticketUuid)).toEqual({ error: 'ERR_NO_PERMISSION' });
    expect(await live.emit('joinTicketMessage', ticketId)).toEqual({ error: 'ERR_NO_PERMISSION' });
    expect(await live.emit('sendPresence', { uuid: ticketUuid, presence: 'composing' })).toEqual({
      error: 'ERR_NO_PERMISSION',
    });
    const theirs = await client(other.admin);
    expect(await theirs.emit('joinTicketMessage', ticketUuid)).toEqual({ error: 'ERR_NO_TICKET_FOUND' });
    expect(await theirs.emit('joinTicketMessage', ticketId)).toEqual({ error: 'ERR_NO_TICKET_FOUND' });
    expect(await live.emit('joinAnything')).toEqual({ error: 'ERR_NOT_FOUND' });

    const hers = await client(ana);
    await hers.emit('joinTicketList', { queueId: sales });
    await hers.emit('joinMessageNotification', { queueId: sales });
    await desk.company.scope('queues').use(queues).assign(ana.id, []);
    await eventually(async () => (await hers.emit('joinTicketList', { queueId: sales })).error === 'ERR_NO_PERMISSION');
    await desk.arrives(desk.number(), 'quem ouve?');
    await desk.admin.get('/tickets');
    expect(await hers.emit('userStatus')).toEqual({ ok: true });
    // Everybody of a company learns who is online.
    const heard = [...hers.heard, ...live.heard].filter(({ event }) => event !== 'update-presence');
    expect(heard).toEqual([]);
  });

  it('A client that opens a conversation of another list hears it there alone, and not as news of its own list', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    const [one, other] = [await desk.arrives(desk.number(), 'oi'), await desk.arrives(desk.number(), 'olá')];
    await desk.admin.put(`/tickets/${one.ticketId}`, { status: 'open', userId: desk.admin.id, queueId: sales });
    await desk.admin.put(`/tickets/${other.ticketId}`, { status: 'pending', userId: null, queueId: support });
    const live = await client(desk.admin);
    await live.emit('joinMessageNotification', { queueId: support });
    await live.emit('joinTicketMessage', one.ticketUuid);
    await desk.admin.post(`/messages/${one.ticketId}`, { body: 'de vendas' });
    await live.hears('message', ({ message }) => (message as { body: string }).body.endsWith('de vendas'));
    await desk.admin.post(`/messages/${other.ticketId}`, { body: 'do suporte' });
    await live.hears('new-message', ({ ticketId }) => ticketId === other.ticketId);
    expect(live.all('new-message').filter(({ ticketId }) => ticketId === one.ticketId)).toEqual([]);
  });

  it('The product’s own browser beside such a client receives nothing more than before', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'oi');
    const own = await desk.admin.live();
    const live = await client(desk.admin);
    await live.emit('joinMessageNotification', { showAll: true });
    await live.emit('joinTicketMessage', ticketUuid);
    await own.join(ticketListRoom, { all: true });
    await own.join(ticketRoom, { uuid: ticketUuid });
    const { messageId } = await desk.arrives(number, 'uma vez');
    await live.hears('new-message', of(ticketId, 'create'));
    await own.receives('update', ({ ticket }) => (ticket as TicketAnswer).lastMessage === 'uma vez');
    const updates = own.received.filter(({ event }) => event === 'message');
    expect(updates).toEqual([
      {
        room: ticketRoom.id,
        params: { uuid: ticketUuid },
        event: 'message',
        data: { action: 'create', message: expect.objectContaining({ id: messageId }) },
        via: ticketMessagesRoom.id,
        of: [
          [['queueId'], [0]],
          [['all'], [true]],
        ],
      },
    ]);
    expect(live.all('new-message')).toHaveLength(1);
    expect(live.all('message')).toHaveLength(1);
  });
});

describe('A client of the specified protocol with other plugins', () => {
  let office: TestHost;
  beforeAll(async () => {
    office = await startAttendance(undefined, ['tags', 'notifications', 'announcements']);
  });
  afterAll(() => office?.close());
  const listener = async (person: Person): Promise<SpecifiedClient> => {
    const made = await SpecifiedClient.of(office.url, person.token);
    open.push(made);
    return made;
  };

  it('A client receives tags in company-{id}-tag of its own company alone', async () => {
    const [desk, other] = [await Attendance.of(office), await Attendance.of(office)];
    const name = `company-${desk.company.id}-tag`;
    const [live, stranger] = [await listener(desk.admin), await listener(other.admin)];
    expect(await live.emit(name)).toEqual({ ok: true });
    expect(await stranger.emit(name)).toEqual({ error: 'ERR_NOT_FOUND' });
    const { body } = await desk.admin.post<{ id: number }>('/tags', { name: 'Urgente' });
    expect(await live.hears(name, ({ action }) => action === 'create')).toMatchObject({
      tag: { id: body.id, name: 'Urgente' },
    });
    await desk.admin.delete(`/tags/${body.id}`);
    expect(await live.hears(name, ({ action }) => action === 'delete')).toEqual({ action: 'delete', tagId: body.id });
    expect(stranger.heard).toEqual([]);
  });

  it('A client receives by notification-company the notices of its own person, after joinMessageNotification', async () => {
    const desk = await Attendance.of(office);
    const ana = await desk.attendant('Ana');
    const [hers, admins] = [await listener(ana), await listener(desk.admin)];
    for (const live of [hers, admins]) expect(await live.emit('joinMessageNotification')).toEqual({ ok: true });
    const notice = {
      id: 'specified-1',
      kind: 'tickets.mine',
      title: 'Beatriz Souza',
      body: 'Nova mensagem',
      preview: 'Bom dia',
      path: '/tickets/abc',
      tag: 'ticket:1',
    };
    const service = desk.company.scope('users').use(notifications);
    await service.notify([ana.id], notice);
    expect(await hers.hears('notification-company')).toMatchObject({
      action: 'create',
      notification: { title: 'Beatriz Souza', path: '/tickets/abc' },
    });
    await service.notify([desk.admin.id], { ...notice, id: 'specified-2', title: 'Só para o admin' });
    await admins.hears('notification-company');
    expect(admins.all('notification-company')).toHaveLength(1);
    expect(hers.all('notification-company')).toHaveLength(1);
  });

  it('A client receives announcements by company-announcement, and that one is removed', async () => {
    const root = await office.superUser();
    const desk = await Attendance.of(office);
    const live = await listener(desk.admin);
    expect(await live.emit('company-announcement')).toEqual({ ok: true });
    const form = { title: 'Novidade', text: 'Chegou o chat interno.' };
    const { id } = (await root.post<{ id: number }>('/announcements', form)).body;
    expect(await live.hears('company-announcement')).toMatchObject({ record: { id, ...form } });
    await root.delete(`/announcements/${id}`);
    expect(await live.hears('company-announcement', ({ action }) => action === 'delete')).toEqual({
      action: 'delete',
      id,
    });
  });
});
