import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { probe, resetProbe } from '../automation/probe.ts';
import { provider } from '../channel/provider.ts';
import { Office, startOffice } from './office.ts';
import { eventually } from '@balcao/testing';

let host: TestHost;
let second: TestHost;
beforeAll(async () => {
  resetProbe();
  host = await startOffice();
  second = await startOffice(host);
});
afterAll(async () => {
  await second?.close();
  await host?.close();
});

const question = 'De 1 a 3, como foi o atendimento?';

const asking = async (settings: Record<string, string> = {}): Promise<Office> => {
  const office = await Office.of(host, { userRating: 'enabled', ...settings });
  await office.connection(
    sql`rating_message = ${question}, expires_ticket_nps = 30, max_use_bot_queues_nps = 2, completion_message = 'Até logo!'`,
  );
  return office;
};

/** A conversation that the admin had and closed. */
const closed = async (office: Office, body: object = {}): Promise<{ number: string; ticketId: number }> => {
  const number = office.desk.number();
  const { ticketId } = await office.writes(number, 'Oi');
  await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
  await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'closed', ...body });
  await office.settled();
  return { number, ticketId };
};

interface Rating {
  rate: number | null;
  userId: number | null;
  wrong: number;
}
const ratings = (office: Office, ticketId: number): Promise<Rating[]> =>
  office.scope.sql.rows<Rating>(
    sql`select rate, user_id as "userId", wrong from tickets.rating where ticket_id = ${ticketId} order by id`,
  );

describe('Closing a conversation', () => {
  it('Closing sends the completion message of the queue, else the connection’s', async () => {
    const office = await asking({ userRating: 'disabled', sendCloseMessage: 'enabled' });
    const queue = await office.desk.queue('Vendas');
    await office.desk.routeTo(queue);
    expect(await office.said((await closed(office)).ticketId)).toEqual(['Até logo!']);
    await office.queue(queue, sql`completion_message = 'Volte sempre!'`);
    expect(await office.said((await closed(office)).ticketId)).toEqual(['Volte sempre!']);
    expect(await office.said((await closed(office, { justClose: true })).ticketId)).toEqual([]);
  });

  it('Closing asks the customer once for a rating where userRating is on and a ratingMessage is set, after the completion message', async () => {
    const office = await asking({ sendCloseMessage: 'enabled' });
    const { ticketId } = await closed(office);
    expect(await office.said(ticketId)).toEqual(['Até logo!', question]);
    await eventually(() =>
      provider.accepted.some((one) => one.connectionId === office.desk.connectionId && one.body === question),
    );
    expect(await office.said((await closed(office, { justClose: true })).ticketId)).toEqual([]);
    await office.connection(sql`rating_message = ''`);
    expect(await office.said((await closed(office)).ticketId)).toEqual(['Até logo!']);
    const off = await asking({ userRating: 'disabled' });
    expect(await off.said((await closed(off)).ticketId)).toEqual([]);
  });

  it('Closing asks with the queue’s own question where it has one', async () => {
    const office = await asking();
    const queue = await office.desk.queue('Vendas');
    await office.desk.routeTo(queue);
    await office.queue(queue, sql`rating_message = 'Como foi com as vendas?'`);
    expect(await office.said((await closed(office)).ticketId)).toEqual(['Como foi com as vendas?']);
  });
});

describe('An answer from 1 to 3', () => {
  it('An answer within expiresTicketNPS minutes is the rating of the attendant, and neither reopens nor creates a ticket', async () => {
    const office = await asking();
    await office.desk.reopenWithin(120);
    const { number, ticketId } = await closed(office);
    const answer = await office.writes(number, ' 3️⃣ ');
    expect(answer.ticketId).toBe(ticketId);
    expect(await ratings(office, ticketId)).toEqual([{ rate: 3, userId: office.desk.admin.id, wrong: 0 }]);
    expect(await office.show(ticketId)).toMatchObject({ status: 'closed', unreadMessages: 0 });
    expect(await office.countTickets()).toBe(1);
    expect((await office.desk.messages(ticketId)).at(-1)).toMatchObject({ body: ' 3️⃣ ', fromMe: false });
    expect(await office.log(ticketId)).toEqual(['create', 'open', 'closed']);
  });

  it('An answer after those minutes is a message like any other', async () => {
    const office = await asking();
    const { number, ticketId } = await closed(office);
    await office.scope.sql.run(sql`update tickets.rating set expires_at = now() - interval '1 second'`);
    expect((await office.writes(number, '3')).ticketId).not.toBe(ticketId);
    expect(await ratings(office, ticketId)).toMatchObject([{ rate: null }]);
  });

  it('An answer that comes twice, or through two servers at once, is one rating: the first', async () => {
    const office = await asking();
    const { number, ticketId } = await closed(office);
    const same = { externalId: 'same-answer' };
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => office.desk.arrives(number, '2', same)),
      ...Array.from({ length: 2 }, (_, index) => office.desk.arrives(number, '2', { externalId: `again-${index}` })),
    ]);
    await office.settled();
    expect(new Set(answers.map((answer) => answer.ticketId))).toEqual(new Set([ticketId]));
    expect(answers.filter(({ fresh }) => fresh)).toHaveLength(3);
    await office.writes(number, '1');
    expect(await ratings(office, ticketId)).toMatchObject([{ rate: 2 }]);
    expect(await office.countTickets()).toBe(1);
    expect((await office.writes(number, 'Obrigada!')).ticketId).not.toBe(ticketId);
  });

  it('An answer written at the very moment of closing is never lost, and makes one conversation at most', async () => {
    const office = await asking();
    for (let round = 0; round < 6; round += 1) {
      const number = office.desk.number();
      const { ticketId } = await office.writes(number, 'Oi');
      await office.desk.admin.put(`/tickets/${ticketId}`, { status: 'open' });
      const [answer] = await Promise.all([
        office.desk.arrives(number, '3'),
        office.desk.admin.put(`/tickets/${ticketId}`, { status: 'closed' }),
      ]);
      await office.settled();
      const bodies = (await office.desk.messages(answer.ticketId)).map(({ body }) => body);
      expect(bodies.filter((body) => body === '3')).toHaveLength(1);
      const running = await office.scope.sql.one<{ count: number }>(
        sql`select count(*)::int as count from tickets.ticket t join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
             where c.number = ${number} and t.status <> 'closed'`,
      );
      expect(running?.count).toBe(answer.ticketId === ticketId ? 0 : 1);
    }
  });

  it('A rating is published to other plugins, with the person it is about', async () => {
    const office = await asking({ 'plugin:test-automation': 'enabled' });
    const { number, ticketId } = await closed(office);
    await office.writes(number, '1');
    expect(probe.rated).toContainEqual({ ticketId, rate: 1, userId: office.desk.admin.id });
  });

  it('An answer is no rating while another conversation of the customer is running, nor during a menu', async () => {
    const office = await asking();
    const { number, ticketId } = await closed(office);
    const [sales, support] = [await office.desk.queue('Vendas'), await office.desk.queue('Suporte')];
    await office.desk.routeTo(sales, support);
    const { body: contact } = await office.desk.admin.get<{ contact: { id: number } }>(`/tickets/${ticketId}`);
    const made = await office.desk.admin.post<{ id: number }>('/tickets', {
      contactId: contact.contact.id,
      whatsappId: office.desk.connectionId,
    });
    expect((await office.writes(number, '2')).ticketId).toBe(made.body.id);
    expect(await ratings(office, ticketId)).toMatchObject([{ rate: null }]);
  });
});

describe('A wrong answer', () => {
  it('A wrong answer gets the question again, up to maxUseBotQueuesNPS times; then it is a message like any other', async () => {
    const office = await asking();
    const { number, ticketId } = await closed(office);
    await office.writes(number, 'Ótimo');
    await office.writes(number, '10');
    expect(await office.said(ticketId)).toEqual([question, question, question]);
    await eventually(
      () =>
        provider.accepted.filter((one) => one.connectionId === office.desk.connectionId && one.body === question)
          .length === 3,
    );
    expect(await office.countTickets()).toBe(1);
    const next = await office.writes(number, 'Quero outra coisa');
    expect(next.ticketId).not.toBe(ticketId);
    expect((await office.show(ticketId)).status).toBe('closed');
  });

  it('A wrong answer can be followed by a right one', async () => {
    const office = await asking();
    const { number, ticketId } = await closed(office);
    await office.writes(number, 'Ótimo');
    await office.writes(number, '3');
    expect(await ratings(office, ticketId)).toMatchObject([{ rate: 3, wrong: 1 }]);
  });

  it('A picture or a location is no answer: it begins a conversation', async () => {
    const office = await asking();
    const { number, ticketId } = await closed(office);
    const place = { kind: 'location' as const, latitude: -23.5, longitude: -46.6 };
    expect((await office.writes(number, '', { data: place })).ticketId).not.toBe(ticketId);
    expect(await ratings(office, ticketId)).toMatchObject([{ rate: null, wrong: 0 }]);
  });
});

it('Customers of one company do not answer the question of another', async () => {
  const [mine, theirs] = [await asking(), await asking()];
  const { number, ticketId } = await closed(theirs);
  const own = await mine.writes(number, '3');
  expect(await mine.show(own.ticketId)).toMatchObject({ status: 'pending' });
  expect(await ratings(theirs, ticketId)).toMatchObject([{ rate: null }]);
});
