import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { ticketListRoom, tickets } from '../contract.ts';
import { Attendance, startAttendance, type ListAnswer, type TicketAnswer } from './attendance.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
beforeAll(async () => {
  host = await startAttendance();
});
afterAll(() => host?.close());

const seen = async (person: Person, query: string): Promise<string[]> => {
  const { body } = await person.get<ListAnswer>(`/tickets?${query}`);
  expect(body.count).toBe(body.tickets.length);
  return body.tickets.map(({ lastMessage }) => lastMessage).toSorted();
};
interface Counts {
  open: { assigned: number; pending: number };
  closed: number;
}
const counts = async (person: Person, query = ''): Promise<number[]> => {
  const { body } = await person.get<Counts>(`/tickets/counts?${query}`);
  return [body.open.assigned, body.open.pending, body.closed];
};

/** Waiting, open and closed conversations in two queues and in none, of two people. */
const busyDay = async () => {
  const desk = await Attendance.of(host);
  const [sales, support] = [await desk.queue('Vendas'), await desk.queue('Suporte')];
  const ana = await desk.attendant('Ana', [sales]);
  const bia = await desk.attendant('Bia', [support]);
  const gil = await desk.attendant('Gil', [sales], 'gestor');
  const arrive = async (queue: number | null, body: string) => {
    await desk.routeTo(...(queue === null ? [] : [queue]));
    return desk.arrives(desk.number(), body);
  };
  const take = async (person: Person, queue: number, body: string, status: 'open' | 'closed' = 'open') => {
    const { ticketId } = await arrive(queue, body);
    await person.put(`/tickets/${ticketId}`, { status: 'open', userId: person.id });
    if (status === 'closed') await person.put(`/tickets/${ticketId}`, { status: 'closed' });
    return ticketId;
  };
  await arrive(null, 'espera sem fila');
  await arrive(sales, 'espera vendas');
  await arrive(support, 'espera suporte');
  const ids = {
    ana: await take(ana, sales, 'aberto ana'),
    bia: await take(bia, support, 'aberto bia'),
    anaClosed: await take(ana, sales, 'fechado ana', 'closed'),
    biaClosed: await take(bia, support, 'fechado bia', 'closed'),
  };
  return { desk, sales, support, ana, bia, gil, ids };
};

describe('The list of tickets', () => {
  it('The list shows attendants their own conversations, the waiting ones of their queues, and those without a queue', async () => {
    const { ana, bia } = await busyDay();
    expect(await seen(ana, 'status=pending')).toEqual(['espera sem fila', 'espera vendas']);
    expect(await seen(ana, 'status=open')).toEqual(['aberto ana']);
    expect(await seen(ana, 'status=closed')).toEqual(['fechado ana']);
    expect(await counts(ana)).toEqual([1, 2, 1]);
    expect(await seen(bia, 'status=pending')).toEqual(['espera sem fila', 'espera suporte']);
    expect(await seen(bia, 'status=pending&showAll=true')).toEqual(['espera sem fila', 'espera suporte']);
    expect(await seen(bia, 'status=open&showAll=true&users=[1]')).toEqual([]);
  });

  it('The list shows managers the same, and everything with show-all', async () => {
    const { gil, desk } = await busyDay();
    expect(await seen(gil, 'status=pending')).toEqual(['espera sem fila', 'espera vendas']);
    expect(await seen(gil, 'status=open')).toEqual([]);
    for (const manager of [gil, desk.admin]) {
      expect(await seen(manager, 'status=pending&showAll=true')).toEqual([
        'espera sem fila',
        'espera suporte',
        'espera vendas',
      ]);
      expect(await seen(manager, 'status=open&showAll=true')).toEqual(['aberto ana', 'aberto bia']);
      expect(await seen(manager, 'status=closed&showAll=true')).toEqual(['fechado ana', 'fechado bia']);
      expect(await counts(manager, 'showAll=true')).toEqual([2, 3, 2]);
    }
  });

  it('The counts of the list stay correct through everything that moves a conversation', async () => {
    const { desk, ana, ids, sales, support } = await busyDay();
    const all = () => counts(desk.admin, 'showAll=true');
    const real = async () => {
      const row = await desk.company.scope('tickets').sql.one<{ open: number; pending: number; closed: number }>(
        sql`select count(*) filter (where status = 'open') as open, count(*) filter (where status = 'pending') as pending,
                   count(*) filter (where status = 'closed') as closed from tickets.ticket`,
      );
      return [row?.open, row?.pending, row?.closed];
    };
    await ana.put(`/tickets/${ids.ana}`, { status: 'pending', userId: null });
    expect(await all()).toEqual(await real());
    await desk.admin.put(`/tickets/${ids.bia}`, { status: 'pending', queueId: sales });
    await ana.put(`/tickets/${ids.bia}`, { status: 'open', userId: ana.id });
    expect(await counts(ana)).toEqual([1, 3, 1]);
    await desk.admin.delete(`/tickets/${ids.anaClosed}`);
    await desk.company.scope('queues').sql.run(sql`delete from queues.queue where id = ${support}`);
    await desk.company.scope('tickets').sql.run(sql`select tickets.fold_tally(kernel.current_company())`);
    expect(await all()).toEqual(await real());
    expect(await counts(desk.admin, `showAll=true&queueIds=[${sales}]`)).toEqual([1, 2, 0]);
    await host.kernel.database.owner.query('delete from kernel.company where id = $1', [desk.company.id]);
    const left = await host.kernel.database.owner.query(
      'select count(*)::int as left from tickets.tally where company_id = $1',
      [desk.company.id],
    );
    expect(left.rows).toEqual([{ left: 0 }]);
  });

  it('The list is filtered by queue, attendant, connection, day and unread', async () => {
    const { desk, sales, support, ana, bia } = await busyDay();
    expect(await seen(desk.admin, `status=pending&showAll=true&queueIds=[${sales},${support}]`)).toEqual([
      'espera suporte',
      'espera vendas',
    ]);
    expect(await seen(desk.admin, 'status=pending&showAll=true&queueIds=[0]')).toEqual(['espera sem fila']);
    expect(await seen(desk.admin, `status=open&users=[${bia.id}]`)).toEqual(['aberto bia']);
    expect(await seen(desk.admin, `status=open&showAll=true&users=[${ana.id},${bia.id}]`)).toEqual([
      'aberto ana',
      'aberto bia',
    ]);
    expect(
      await seen(desk.admin, `status=pending&showAll=true&selectedWhatsappId=${desk.connectionId + 1000}`),
    ).toEqual([]);
    expect(await counts(desk.admin, `showAll=true&selectedWhatsappId=${desk.connectionId}`)).toEqual([2, 3, 2]);
    expect(await seen(ana, 'status=pending&withUnreadMessages=true')).toHaveLength(2);
    expect(await seen(ana, 'status=pending&selectedReadTicket=read')).toEqual([]);
    expect(await counts(ana, 'selectedReadTicket=unread')).toEqual([1, 2, 0]);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    expect(await seen(ana, `status=open&date=${today}`)).toEqual(['aberto ana']);
    expect(await seen(ana, 'status=open&date=2020-01-01')).toEqual([]);
    expect(await seen(ana, `status=open&updatedAt=${today}`)).toEqual(['aberto ana']);
  });

  it('Invalid parameters are refused with 400 and never with 500', async () => {
    const { admin } = await Attendance.of(host);
    for (const query of [
      'queueIds=abc',
      'queueIds=[1',
      'pageNumber=-1',
      'pageNumber=x',
      'status=lost',
      'date=ontem',
      'users=[99999999999]',
      'selectedWhatsappId=x',
    ]) {
      expect([query, (await admin.get(`/tickets?${query}`)).status]).toEqual([query, 400]);
    }
    for (const path of [
      '/tickets/abc',
      '/tickets/0',
      '/tickets/99999999999',
      '/tickets/u/nope',
      '/messages/abc',
      '/tickets-log/x',
    ]) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 400]);
    }
    for (const search of ['%25', '_', '%5C', "'", '%00', 'a'.repeat(200)]) {
      expect([search, (await admin.get(`/tickets?status=open&searchParam=${search}`)).status].join()).toMatch(
        /,(200|400)$/,
      );
    }
    expect((await admin.get('/tickets/2147483647')).status).toBe(404);
  });

  it('The list goes through all pages, newest first, each conversation once', async () => {
    const desk = await Attendance.of(host);
    for (let index = 0; index < 95; index += 1) await desk.arrives(desk.number(), `conversa ${index}`);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => desk.admin.get<ListAnswer>(`/tickets?status=pending&pageNumber=${page}`)),
    );
    expect(pages.map(({ body }) => [body.tickets.length, body.hasMore, body.count])).toEqual([
      [40, true, 95],
      [40, true, 95],
      [15, false, 95],
      [0, false, 95],
    ]);
    const bodies = pages.flatMap(({ body }) => body.tickets.map(({ lastMessage }) => lastMessage));
    expect(bodies).toEqual(Array.from({ length: 95 }, (_, index) => `conversa ${94 - index}`));
  });

  it('The list is searched by name, number and last message, ignoring case and accents', async () => {
    const desk = await Attendance.of(host);
    const [one, other] = [desk.number(), desk.number()];
    await desk.arrives(one, 'Preciso da segunda via', { name: 'João Álvares' });
    await desk.arrives(other, 'Olá, é sobre a AÇÃO trabalhista', { name: 'Márcia' });
    const found = async (term: string) => seen(desk.admin, `showAll=true&searchParam=${encodeURIComponent(term)}`);
    expect(await found('joao alv')).toEqual(['Preciso da segunda via']);
    expect(await found('JOÃO')).toEqual(['Preciso da segunda via']);
    expect(await found('acao TRAB')).toEqual(['Olá, é sobre a AÇÃO trabalhista']);
    expect(await found(other.slice(-6))).toEqual(['Olá, é sobre a AÇÃO trabalhista']);
    // The form on the screen, which is how people copy it.
    const shown = `+${other.slice(0, 2)} (${other.slice(2, 4)}) ${other.slice(4, 9)}-${other.slice(9)}`;
    expect(await found(shown)).toEqual(['Olá, é sobre a AÇÃO trabalhista']);
    expect(await found('100%')).toEqual([]);
  });

  it('Attendants find only conversations that they may see', async () => {
    const { ana, bia } = await busyDay();
    expect(await seen(ana, 'searchParam=aberto')).toEqual(['aberto ana']);
    expect(await seen(bia, 'searchParam=espera')).toEqual(['espera sem fila', 'espera suporte']);
    expect(await seen(bia, 'searchParam=fechado&status=closed')).toEqual(['fechado bia']);
    expect(await counts(bia, 'searchParam=espera')).toEqual([0, 2, 0]);
  });
});

describe('Additions of another plugin to the list', () => {
  it('A plugin’s parameter narrows the list and its counts, and its values are on rows, single tickets and live updates', async () => {
    const desk = await Attendance.of(host);
    const number = desk.number();
    await desk.arrives(desk.number(), 'uma');
    await desk.arrives(number, 'duas');
    const { ticketId } = await desk.arrives(number, 'três');
    expect(await seen(desk.admin, 'status=pending&minUnread=2')).toEqual(['três']);
    expect(await counts(desk.admin, 'minUnread=2')).toEqual([0, 1, 0]);
    expect(await desk.admin.get('/tickets?minUnread=x')).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    });
    const { body } = await desk.admin.get<ListAnswer>('/tickets?status=pending');
    expect(body.tickets.map(({ extra }) => extra)).toEqual([{ letters: 4 }, { letters: 3 }]);
    expect((await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body.extra).toEqual({ letters: 4 });
    const live = await desk.admin.live();
    await live.join(ticketListRoom, { queueId: 0 });
    await desk.arrives(number, 'quatro');
    // A message changes no extra: its row comes without any, and the browser keeps those it knows.
    const update = await live.receives('update', ({ ticket }) => (ticket as TicketAnswer).lastMessage === 'quatro');
    expect(update.data['ticket']).not.toHaveProperty('extra');
    await desk.company.scope('tickets').use(tickets).touched(ticketId);
    await live.receives('update', ({ ticket }) => (ticket as Partial<TicketAnswer>).extra?.['letters'] === 6);
  });
});

describe('Opening a conversation of others', () => {
  it('A conversation of another queue or person is refused with who has it, and open to managers', async () => {
    const { ana, gil, desk, ids } = await busyDay();
    expect(await ana.get(`/tickets/${ids.bia}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_TICKET_OTHER_QUEUE', context: { queue: 'Suporte', user: 'Bia', status: 'open' } },
    });
    const cai = await desk.attendant('Cai', []);
    await desk.company
      .scope('queues')
      .sql.run(
        sql`insert into queues.member (queue_id, user_id) select queue_id, ${cai.id} from queues.member where user_id = ${ana.id}`,
      );
    expect(await cai.get(`/tickets/${ids.ana}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_TICKET_OTHER_USER', context: { user: 'Ana', status: 'open' } },
    });
    expect(await cai.get(`/tickets/${ids.anaClosed}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_TICKET_OTHER_USER', context: { status: 'closed' } },
    });
    for (const path of [`/messages/${ids.ana}`, `/tickets-log/${ids.ana}`])
      expect((await cai.get(path)).status).toBe(403);
    expect((await cai.post(`/messages/${ids.ana}`, { body: 'oi' })).status).toBe(403);
    for (const manager of [gil, desk.admin])
      for (const id of [ids.ana, ids.bia]) expect((await manager.get(`/tickets/${id}`)).status).toBe(200);
  });

  it('A manager opening a conversation of somebody else is logged, once', async () => {
    const { gil, desk, ids } = await busyDay();
    const { body } = await gil.get<TicketAnswer>(`/tickets/${ids.ana}`);
    await gil.get(`/tickets/u/${body.uuid}`);
    await gil.get(`/tickets/u/${body.uuid}`);
    const log = await desk.admin.get<{ type: string; user: { name: string } | null }[]>(`/tickets-log/${ids.ana}`);
    expect(log.body.filter(({ type }) => type === 'access')).toMatchObject([{ user: { name: 'Gil' } }]);
  });
});

describe('The setting hideContactNumber', () => {
  it('Attendants see the last four digits everywhere, managers the whole number, and live messages are masked', async () => {
    const desk = await Attendance.of(host, { hideContactNumber: 'enabled' });
    const ana = await desk.attendant('Ana');
    const number = '5511912345678';
    const { ticketId } = await desk.arrives(number, 'oi', { name: '' });
    const live = await ana.live();
    await live.join(ticketListRoom, { queueId: 0 });
    await desk.arrives(number, 'de novo', { name: '' });
    const update = await live.receives('update');
    const list = await ana.get<ListAnswer>('/tickets?status=pending');
    const one = await ana.get<TicketAnswer>(`/tickets/${ticketId}`);
    const contacts = await ana.get<{ contacts: { number: string; name: string }[] }>('/contacts');
    for (const contact of [
      list.body.tickets[0]?.contact,
      one.body.contact,
      contacts.body.contacts[0],
      (update.data.ticket as TicketAnswer).contact,
    ]) {
      expect(contact).toMatchObject({ number: '*********5678', name: '*********5678' });
    }
    expect((await desk.admin.get<TicketAnswer>(`/tickets/${ticketId}`)).body.contact.number).toBe(number);
    const found = async (term: string) => (await ana.get<ListAnswer>(`/tickets?searchParam=${term}`)).body.count;
    expect([await found('1234'), await found('5678'), await found(number)]).toEqual([0, 1, 0]);
    const change = (body: object) => ana.put(`/contacts/${one.body.contactId}`, body);
    expect((await change({ number: '5511999998888', name: 'Davi' })).status).toBe(403);
    expect((await change({ name: 'Davi' })).status).toBe(200);
    const kept = await eventually(
      async () => (await desk.admin.get<{ number: string; name: string }>(`/contacts/${one.body.contactId}`)).body,
    );
    expect(kept).toMatchObject({ number, name: 'Davi' });
  });
});
