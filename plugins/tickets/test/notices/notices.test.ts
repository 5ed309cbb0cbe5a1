import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { eventually, startTestHost, type LiveClient, type Person, type TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { notificationsRoom } from '@balcao/notifications/contract';
import { tickets } from '../../contract.ts';
import { waitingJob } from '../../server/notices/waiting-job.ts';
import { Attendance } from '../attendance.ts';
import { probe, resetProbe } from '../automation/probe.ts';
import { forgetCalls } from '../channel/provider.ts';
import { dueNow } from '../../../../scripts/test/due-jobs.ts';

let host: TestHost;
beforeAll(async () => {
  forgetCalls();
  resetProbe();
  const plugins = ['users', 'queues', 'contacts', 'connections', 'notifications', 'tickets'];
  host = await startTestHost({
    importLimitMs: 60_000,
    databaseUrl: inject('databaseUrl'),
    plugins: [
      ...plugins,
      path.join(import.meta.dirname, '../channel'),
      path.join(import.meta.dirname, '../automation'),
    ],
  });
});
afterAll(() => host?.close());

const listening = async (person: Person): Promise<LiveClient> => {
  const live = await person.live();
  await live.join(notificationsRoom, { userId: person.id });
  return live;
};
/** Waits until everything so far was delivered: later notices are about something new. */
const allNotified = (): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await host.kernel.database.owner.query<{ owed: number }>(
            'select (select count(*) from kernel.outbox)::int + (select count(*) from kernel.event_retry)::int as owed',
          )
        ).rows[0]?.owed,
      { timeout: 15_000 },
    )
    .toBe(0);
const heardBy = ({ received: heard }: LiveClient): unknown[] =>
  heard.filter(({ event }) => event === 'notice').map(({ data }) => data['kind']);

describe('Notices', () => {
  it('A notice tells the attendant of a message in their conversation, with its contact and text', async () => {
    const desk = await Attendance.of(host);
    const [ana, bruno] = [await desk.attendant('Ana Lima'), await desk.attendant('Bruno Reis')];
    const [hers, his] = [await listening(ana), await listening(bruno)];
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'Oi');
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    const { messageId } = await desk.arrives(number, 'Chegou o contrato?');
    const { data } = await hers.receives('notice', ({ id }) => id === `message:${messageId}`);
    expect(data).toMatchObject({
      kind: 'tickets.mine',
      title: `Cliente ${number.slice(-4)}`,
      body: 'Nova mensagem',
      preview: 'Chegou o contrato?',
      path: `/tickets/${ticketUuid}`,
      tag: `ticket:${ticketId}`,
    });
    expect(heardBy(his)).not.toContain('tickets.mine');
  });

  it('A notice of a message without text shows its kind, and shows nobody a whole number', async () => {
    const desk = await Attendance.of(host);
    const live = await listening(desk.admin);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'Oi', { name: '' });
    await desk.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: desk.admin.id });
    await desk.arrives(number, '', {
      name: '',
      media: { type: 'image', path: `${desk.company.id}/foto.jpg`, name: 'foto.jpg', mime: 'image/jpeg', size: 10 },
    } as never);
    const { data } = await live.receives('notice', ({ preview }) => preview === 'Imagem');
    expect(data).toMatchObject({ kind: 'tickets.mine', title: `••••${number.slice(-4)}` });
  });

  it('A notice tells the people of a queue that a conversation waits there, until somebody accepts it', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    const [ana, bruno] = [await desk.attendant('Ana', [sales]), await desk.attendant('Bruno', [support])];
    const carla = await desk.attendant('Carla', [sales]);
    const [hers, his] = [await listening(ana), await listening(bruno)];
    await desk.routeTo(sales);
    const { ticketId } = await desk.arrives(desk.number(), 'Quero comprar');
    const { data } = await hers.receives('notice');
    expect(data).toMatchObject({ kind: 'tickets.waiting', body: 'Novo atendimento aguardando em Vendas' });
    await carla.put(`/tickets/${ticketId}`, { status: 'open', userId: carla.id });
    await hers.receives('withdrawn', ({ tag }) => tag === `ticket:${ticketId}`);
    expect(heardBy(his)).toEqual([]);
  });

  it('A notice of a conversation that a program began comes once the customer answers, and not for the company’s own messages', async () => {
    const desk = await Attendance.of(host);
    const sales = await desk.queue('Vendas');
    const ana = await desk.attendant('Ana', [sales]);
    await desk.routeTo(sales);
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'Oi');
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    await ana.put(`/tickets/${ticketId}`, { status: 'closed' });
    await allNotified();
    const hers = await listening(ana);
    const service = desk.company.scope('tickets').use(tickets);
    const closed = await service.find(ticketId);
    const begun = await service.begin({ contactId: closed?.contactId ?? 0, connectionId: desk.connectionId });
    // Handled while there is no message in it yet, too.
    await allNotified();
    await service.send(begun.id, { body: 'Seu pedido saiu' });
    await allNotified();
    expect(heardBy(hers)).toEqual([]);
    await desk.arrives(number, 'Obrigado! E a nota?');
    const { data } = await hers.receives('notice');
    expect(data).toMatchObject({ kind: 'tickets.waiting', tag: `ticket:${begun.id}`, preview: 'Obrigado! E a nota?' });
  });

  it('A notice tells of a conversation returned by a colleague, except that colleague', async () => {
    const desk = await Attendance.of(host);
    const sales = await desk.queue('Vendas');
    const [ana, bruno] = [await desk.attendant('Ana', [sales]), await desk.attendant('Bruno', [sales])];
    await desk.routeTo(sales);
    const { ticketId } = await desk.accepted(ana);
    await allNotified();
    const [hers, his] = [await listening(ana), await listening(bruno)];
    await ana.put(`/tickets/${ticketId}`, { status: 'pending' });
    await his.receives('notice', ({ kind, tag }) => kind === 'tickets.waiting' && tag === `ticket:${ticketId}`);
    expect(heardBy(hers)).toEqual([]);
  });

  it('A notice tells of a transfer to oneself, when the colleague wants it and the company notifies', async () => {
    const desk = await Attendance.of(host);
    const sales = await desk.queue('Vendas');
    const [ana, bruno] = [await desk.attendant('Ana Lima', [sales]), await desk.attendant('Bruno', [sales])];
    await desk.routeTo(sales);
    const his = await listening(bruno);
    const hand = async (notifyUser: boolean): Promise<number> => {
      const { ticketId } = await desk.accepted(ana);
      await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: bruno.id, queueId: sales, notifyUser });
      return ticketId;
    };
    await hand(false);
    const ticketId = await hand(true);
    const { data } = await his.receives('notice', ({ kind }) => kind === 'tickets.transfer');
    expect(data).toMatchObject({ tag: `ticket:${ticketId}`, body: 'Ana Lima transferiu este atendimento para você' });
    await desk.admin.put('/settings/notifyNewMessage', { value: 'disabled' });
    await hand(true);
    await desk.admin.put('/settings/notifyNewMessage', { value: 'enabled' });
    const last = await hand(true);
    await his.receives('notice', ({ tag, kind }) => kind === 'tickets.transfer' && tag === `ticket:${last}`);
    expect(heardBy(his).filter((kind) => kind === 'tickets.transfer')).toHaveLength(2);
  });

  it('A notice tells of several conversations transferred at once, one for all and by the rules of a single one', async () => {
    const desk = await Attendance.of(host);
    const sales = await desk.queue('Vendas');
    const [ana, bruno] = [await desk.attendant('Ana Lima', [sales]), await desk.attendant('Bruno', [sales])];
    await desk.routeTo(sales);
    const his = await listening(bruno);
    const hand = async (count: number, notifyUser: boolean): Promise<number[]> => {
      const ids: number[] = [];
      for (let made = 0; made < count; made += 1) ids.push((await desk.accepted(ana)).ticketId);
      const to = { userId: bruno.id, queueId: sales, notifyUser };
      expect(
        (await ana.post<{ done: number[] }>('/tickets/bulk', { action: 'transfer', ids, ...to })).body.done,
      ).toEqual(ids);
      return ids;
    };
    await hand(2, false);
    await desk.admin.put('/settings/notifyNewMessage', { value: 'disabled' });
    await hand(2, true);
    await desk.admin.put('/settings/notifyNewMessage', { value: 'enabled' });
    await hand(3, true);
    const { data } = await his.receives('notice', ({ kind }) => kind === 'tickets.transfer');
    expect(data).toMatchObject({ title: '3 atendimentos', body: 'Ana Lima transferiu estes atendimentos para você' });
    const [only] = await hand(1, true);
    await his.receives('notice', ({ tag, kind }) => kind === 'tickets.transfer' && tag === `ticket:${only}`);
    expect(heardBy(his).filter((kind) => kind === 'tickets.transfer')).toHaveLength(2);
  });

  it('A notice tells people that an internal note mentions them, by full name or by a unique first name', async () => {
    const desk = await Attendance.of(host);
    const [jose, ana] = [await desk.attendant('José Almeida'), await desk.attendant('Ana Lima')];
    const [his, hers] = [await listening(jose), await listening(ana)];
    const { ticketId } = await desk.accepted(desk.admin);
    const note = (body: string) => desk.admin.post(`/messages/${ticketId}/internal`, { body });
    await note('fale com josé@almeida.com');
    await note('Veja isto, @jose, por favor');
    await his.receives('notice', ({ kind }) => kind === 'tickets.mention');
    await note('@Ana Lima e @Anabela');
    const { data } = await hers.receives('notice');
    expect(data).toMatchObject({ kind: 'tickets.mention', body: 'Admin mencionou você em uma nota interna' });
    expect(heardBy(his)).toEqual(['tickets.mention']);
  });

  it('A mention of somebody whose name begins with another’s does not notify the other', async () => {
    const desk = await Attendance.of(host);
    const [ana, anaLima, anabela] = [
      await desk.attendant('Ana'),
      await desk.attendant('Ana Lima'),
      await desk.attendant('Anabela Reis'),
    ];
    const [first, second, third] = [await listening(ana), await listening(anaLima), await listening(anabela)];
    const { ticketId } = await desk.accepted(desk.admin);
    const note = (body: string) => desk.admin.post(`/messages/${ticketId}/internal`, { body });
    await note('só para @Anabela, por enquanto');
    await third.receives('notice');
    await note('e para @Ana Lima também');
    await second.receives('notice');
    await allNotified();
    expect([heardBy(first), heardBy(second), heardBy(third)]).toEqual([[], ['tickets.mention'], ['tickets.mention']]);
    await note('agora @Ana e @Ana Lima');
    await first.receives('notice');
    await allNotified();
    expect(heardBy(second)).toHaveLength(2);
  });

  it('The notice of a waiting conversation disappears when it is deleted, or moved to another queue', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    const [ana, bruno] = [await desk.attendant('Ana', [sales]), await desk.attendant('Bruno', [support])];
    const [hers, his] = [await listening(ana), await listening(bruno)];
    await desk.routeTo(sales);
    const gone = await desk.arrives(desk.number(), 'Quero comprar');
    await hers.receives('notice', ({ tag }) => tag === `ticket:${gone.ticketId}`);
    expect((await desk.admin.delete(`/tickets/${gone.ticketId}`)).status).toBe(200);
    await hers.receives('withdrawn', ({ tag }) => tag === `ticket:${gone.ticketId}`);
    const moved = await desk.arrives(desk.number(), 'Não funciona');
    await hers.receives('notice', ({ tag }) => tag === `ticket:${moved.ticketId}`);
    await desk.admin.put(`/tickets/${moved.ticketId}`, { status: 'pending', userId: null, queueId: support });
    await his.receives('notice', ({ tag }) => tag === `ticket:${moved.ticketId}`);
    await hers.receives('withdrawn', ({ tag }) => tag === `ticket:${moved.ticketId}`);
    expect(his.received.filter(({ event }) => event === 'withdrawn')).toEqual([]);
  });

  it('The notice of a waiting conversation disappears for the people of the queue from which a rule moved it', async () => {
    const desk = await Attendance.of(host);
    const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
    const [ana, bruno] = [await desk.attendant('Ana', [sales]), await desk.attendant('Bruno', [support])];
    const [hers, his] = [await listening(ana), await listening(bruno)];
    await desk.routeTo(sales);
    const { ticketId } = await desk.arrives(desk.number(), 'Quero comprar');
    await hers.receives('notice', ({ tag }) => tag === `ticket:${ticketId}`);
    await desk.company.scope('tickets').use(tickets).route(ticketId, { queueId: support });
    await his.receives('notice', ({ tag }) => tag === `ticket:${ticketId}`);
    await hers.receives('withdrawn', ({ tag }) => tag === `ticket:${ticketId}`);
    await bruno.put(`/tickets/${ticketId}`, { status: 'open', userId: bruno.id });
    await his.receives('withdrawn', ({ tag }) => tag === `ticket:${ticketId}`);
  });

  it('A conversation in a queue that an automation claims calls nobody, and one that none claims does at once', async () => {
    const desk = await Attendance.of(host, { 'plugin:test-automation': 'enabled' });
    const [sales, support] = [await desk.queue('Robô'), await desk.queue('Pessoas')];
    const live = await listening(await desk.attendant('Ana', [sales, support]));
    probe.queue = 'Robô';
    // The change is handled before the automation has answered.
    probe.beforeAnswer = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    await desk.routeTo(sales);
    const claimed = await desk.arrives(desk.number(), 'Bom dia');
    await eventually(() => probe.heard.some(({ ticketId }) => ticketId === claimed.ticketId));
    await allNotified();
    await desk.routeTo(support);
    const free = await desk.arrives(desk.number(), 'Bom dia');
    await live.receives('notice', ({ tag }) => tag === `ticket:${free.ticketId}`, 15_000);
    expect(live.received.filter(({ event }) => event === 'notice').map(({ data }) => data['tag'])).toEqual([
      `ticket:${free.ticketId}`,
    ]);
  });

  it('The notice of a message disappears once the conversation was read', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const number = desk.number();
    const { ticketId, ticketUuid } = await desk.arrives(number, 'Oi');
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id });
    const live = await listening(ana);
    await desk.arrives(number, 'Tem alguém aí?');
    await live.receives('notice');
    await ana.put(`/tickets/${ticketUuid}/read`);
    await live.receives('withdrawn', ({ tag }) => tag === `ticket:${ticketId}`);
  });

  it('A notice tells of a conversation once the menu was shown often enough, and not before', async () => {
    const desk = await Attendance.of(host);
    await desk.routeTo(await desk.queue('Vendas'), await desk.queue('Suporte'));
    await desk.company
      .scope('connections')
      .sql.run(sql`update connections.connection set max_use_bot_queues = 1 where id = ${desk.connectionId}`);
    const live = await listening(await desk.attendant('Ana'));
    const number = desk.number();
    const { ticketId } = await desk.arrives(number, 'Oi');
    await allNotified();
    expect(heardBy(live)).toEqual([]);
    await desk.arrives(number, 'Quero falar com alguém');
    await live.receives(
      'notice',
      ({ kind, tag }) => kind === 'tickets.waiting' && tag === `ticket:${ticketId}`,
      15_000,
    );
  });

  it('A notice tells of a conversation without a queue only when no menu settles its routing', async () => {
    const desk = await Attendance.of(host);
    const ana = await desk.attendant('Ana');
    const live = await listening(ana);
    await desk.arrives(desk.number(), 'Alguém?');
    const timer = setInterval(() => void dueNow(host, waitingJob), 200);
    try {
      await live.receives('notice', ({ kind }) => kind === 'tickets.waiting', 15_000);
    } finally {
      clearInterval(timer);
    }
    expect(live.received.find(({ event }) => event === 'notice')?.data).toMatchObject({
      body: 'Novo atendimento aguardando',
    });
  });
});
