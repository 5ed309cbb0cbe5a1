import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { queues } from '@balcao/queues/contract';
import { ticketListRoom, ticketRoom, tickets } from '../contract.ts';
import { Attendance, startAttendance, type TicketAnswer } from './attendance.ts';
import { provider } from './channel/provider.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

describe('Live rooms', () => {
  it('Rooms publish to each person what they may see, and nobody joins those of others', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    await desk.routeTo(sales);
    const [ana, bia] = [await desk.attendant('Ana', [sales]), await desk.attendant('Bia', [support])];
    const [anaLive, biaLive, adminLive] = [await ana.live(), await bia.live(), await desk.admin.live()];
    expect(await anaLive.join(ticketListRoom, { queueId: sales })).toEqual({ ok: true });
    expect(await anaLive.join(ticketListRoom, { userId: ana.id })).toEqual({ ok: true });
    expect(await biaLive.join(ticketListRoom, { queueId: sales })).toEqual({ error: 'ERR_NO_PERMISSION' });
    expect(await biaLive.join(ticketListRoom, { userId: ana.id })).toEqual({ error: 'ERR_NO_PERMISSION' });
    expect(await biaLive.join(ticketListRoom, { all: true })).toEqual({ error: 'ERR_NO_PERMISSION' });
    expect(await biaLive.join(ticketListRoom, { queueId: support })).toEqual({ ok: true });
    expect(await adminLive.join(ticketListRoom, { all: true })).toEqual({ ok: true });

    const { ticketId, ticketUuid } = await desk.arrives(desk.number(), 'oi');
    const isOpen = ({ ticket }: Record<string, unknown>) =>
      (ticket as TicketAnswer | undefined)?.id === ticketId && (ticket as TicketAnswer).status === 'open';
    await anaLive.receives('update', ({ ticket }) => (ticket as TicketAnswer).id === ticketId);
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    await anaLive.receives('update', isOpen);
    await adminLive.receives('update', isOpen);
    expect(await biaLive.join(ticketRoom, { uuid: ticketUuid })).toEqual({ error: 'ERR_NO_PERMISSION' });

    await ana.put(`/tickets/${ticketId}`, { status: 'pending', userId: null, queueId: support });
    await anaLive.receives('delete', (data) => data.ticketId === ticketId);
    await biaLive.receives('update', ({ ticket }) => (ticket as TicketAnswer).queueId === support);
    const updates = biaLive.received.filter(({ room }) => room === ticketListRoom.id);
    expect(updates.every(({ data }) => (data.ticket as TicketAnswer).queueId === support)).toBe(true);
  });

  it('Rooms show who looks at a conversation and who types, and the customer is shown typing', async () => {
    const desk = await Attendance.of(host);
    const { ticketUuid } = await desk.accepted(desk.admin);
    const gestor = await desk.attendant('Gil', [], 'gestor');
    const [mine, theirs] = [await desk.admin.live(), await gestor.live()];
    await mine.join(ticketRoom, { uuid: ticketUuid });
    await theirs.join(ticketRoom, { uuid: ticketUuid });
    await mine.receives(
      'viewers',
      ({ users }) => (users as { name: string }[]).map(({ name }) => name).join() === 'Admin,Gil',
    );
    await mine.send(ticketRoom, { uuid: ticketUuid }, 'typing', { state: 'composing' });
    await theirs.receives(
      'typing',
      ({ user, state }) => (user as { id: number }).id === desk.admin.id && state === 'composing',
    );
    await eventually(() => provider.presence.includes('composing'));
    await theirs.send(ticketRoom, { uuid: ticketUuid }, 'left', {});
    await mine.receives('viewers', ({ users }) => (users as unknown[]).length === 1);
    expect(await mine.send(ticketRoom, { uuid: ticketUuid }, 'typing', { state: 'dancing' })).toEqual({
      error: 'ERR_VALIDATION',
    });
  });

  it('A conversation that moved to another queue is no longer published to people who may not open it', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    await desk.routeTo(sales);
    const ana = await desk.attendant('Ana', [sales]);
    const live = await ana.live();
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'oi');
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    expect(await live.join(ticketRoom, { uuid: ticketUuid })).toEqual({ ok: true });
    await ana.put(`/tickets/${ticketId}`, { status: 'pending', userId: null, queueId: support });
    // Requests of a window are answered in order: the room was rechecked before.
    expect(await live.join(ticketRoom, { uuid: ticketUuid })).toMatchObject({ error: 'ERR_NO_PERMISSION' });
    await desk.arrives(number, 'segredo da outra fila');
    expect(JSON.stringify(live.received)).not.toContain('segredo da outra fila');
  });

  it('A conversation that a rule or a plugin moved to another queue is no longer published to people who may not open it', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    await desk.routeTo(sales);
    const ana = await desk.attendant('Ana', [sales]);
    const live = await ana.live();
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'oi');
    expect(await live.join(ticketRoom, { uuid: ticketUuid })).toEqual({ ok: true });
    await desk.company.scope('tickets').use(tickets).route(ticketId, { queueId: support });
    await live.receives('ticket', ({ ticket }) => (ticket as TicketAnswer).queueId === support);
    // Requests of a window are answered in order: the room was rechecked before.
    expect(await live.join(ticketRoom, { uuid: ticketUuid })).toMatchObject({ error: 'ERR_NO_PERMISSION' });
    await desk.arrives(number, 'segredo da outra fila');
    expect(JSON.stringify(live.received)).not.toContain('segredo da outra fila');
  });

  it('A person who leaves a queue receives its list no more, and one who loses a permission is notified', async () => {
    const desk = await Attendance.of(host);
    const sales = await desk.queue('Vendas');
    await desk.routeTo(sales);
    const [ana, gil] = [await desk.attendant('Ana', [sales]), await desk.attendant('Gil', [sales], 'gestor')];
    const [hers, his] = [await ana.live(), await gil.live()];
    expect(await hers.join(ticketListRoom, { queueId: sales })).toEqual({ ok: true });
    expect(await his.join(ticketListRoom, { all: true })).toEqual({ ok: true });
    await desk.company.scope('queues').use(queues).assign(ana.id, []);
    const showAll = { profile: 'gestor', permission: 'tickets-manager:showall', granted: false };
    expect((await desk.admin.put('/permissions', showAll)).status).toBe(200);
    await his.receives('permission');
    await eventually(async () => (await his.join(ticketListRoom, { all: true })).error === 'ERR_NO_PERMISSION');
    await eventually(async () => (await hers.join(ticketListRoom, { queueId: sales })).error === 'ERR_NO_PERMISSION');
    await desk.arrives(desk.number(), 'quem ouve?');
    await desk.admin.get('/tickets');
    expect(his.received.filter(({ event }) => event === 'update')).toEqual([]);
    expect(hers.received.filter(({ event }) => event === 'update')).toEqual([]);
  });
});
