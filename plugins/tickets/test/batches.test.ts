import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { sql } from '@balcao/sdk/server';
import { channelInbox, type ChannelInbox, type InboundMessage } from '@balcao/connections/contract';
import { arrivedOf } from '../server/channel/arrived.ts';
import { Batches } from '../server/channel/batches.ts';
import { Attendance, startAttendance } from './attendance.ts';
import { storingStatements } from './storing-statements.ts';
import { eventually } from '@balcao/testing';

let first: TestHost;
let second: TestHost;
let owner: pg.Pool;
beforeAll(async () => {
  first = await startAttendance();
  second = await startAttendance(first);
  owner = new pg.Pool({ connectionString: first.databaseUrl });
});
afterAll(async () => {
  await owner?.end();
  await second?.close();
  await first?.close();
});

let made = 0;
const from = (number: string, body: string, more: Partial<InboundMessage> = {}): InboundMessage => ({
  externalId: `batch-${(made += 1)}`,
  from: { channel: 'test', scope: '', kind: 'phone', value: number },
  name: `Cliente ${number.slice(-4)}`,
  number,
  body,
  sentAt: new Date(Date.now() + made * 20),
  ...more,
});
const inboxOf = (desk: Attendance, host = first): ChannelInbox =>
  host.kernel.scope(desk.company.id, 'tickets').use(channelInbox);
const numbers = (desk: Attendance, count: number): string[] => Array.from({ length: count }, () => desk.number());

/** Returns the number of messages, and of the transactions that stored them. */
const counted = async (desk: Attendance) =>
  (
    await owner.query<{ contacts: number; tickets: number; messages: number; commits: number; unread: number }>(
      `select (select count(*)::int from contacts.contact where company_id = $1) as contacts,
              (select count(*)::int from tickets.ticket where company_id = $1) as tickets,
              (select count(*)::int from tickets.message where company_id = $1) as messages,
              (select count(distinct xmin::text)::int from tickets.message where company_id = $1) as commits,
              (select coalesce(sum(unread), 0)::int from tickets.ticket where company_id = $1) as unread`,
      [desk.company.id],
    )
  ).rows[0];
const values = <T>(outcomes: readonly PromiseSettledResult<T>[]): T[] =>
  outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });

/** Locks a conversation until `release`. */
const holding = async (ticketId: number): Promise<{ release: () => Promise<void> }> => {
  const client = await owner.connect();
  await client.query('begin');
  await client.query('select 1 from tickets.ticket where id = $1 for update', [ticketId]);
  return {
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
};

describe('Messages that arrive together', () => {
  it('300 messages in one call of a provider are stored by one statement and one commit', async () => {
    const desk = await Attendance.of(first);
    const arrived = numbers(desk, 100).flatMap((number) => [1, 2, 3].map((index) => from(number, `linha ${index}`)));
    const { statements, result } = await storingStatements(() => inboxOf(desk).messages(desk.connectionId, arrived));
    expect(values(result).every(({ fresh }) => fresh)).toBe(true);
    expect(statements).toBe(1);
    expect(await counted(desk)).toEqual({ contacts: 100, tickets: 100, messages: 300, commits: 1, unread: 300 });
  });

  it('120 calls at the same moment are stored by a handful of statements, and each call gets its own result', async () => {
    const desk = await Attendance.of(first);
    const arrived = numbers(desk, 120).map((number) => from(number, `de ${number}`));
    const { statements, result } = await storingStatements(() =>
      Promise.all(arrived.map((message) => inboxOf(desk).message(desk.connectionId, message))),
    );
    expect(statements).toBeLessThanOrEqual(4);
    expect((await counted(desk))?.commits).toBe(statements);
    const rows = await desk.company
      .scope('tickets')
      .sql.rows<{ id: number; body: string }>(sql`select id, body from tickets.message`);
    const bodies = new Map(rows.map(({ id, body }) => [id, body]));
    expect(result.map(({ messageId }) => bodies.get(messageId))).toEqual(arrived.map(({ body }) => body));
  });

  it('A message that arrives alone takes one statement, whatever it carries', async () => {
    const desk = await Attendance.of(first, { userRating: 'enabled' });
    const number = desk.number();
    await desk.arrives(number, 'oi');
    const rich = from(number, 'Vendas', {
      choice: 'queue-1',
      isForwarded: true,
      subject: 'Orçamento',
      email: 'cliente@example.com',
      context: { kind: 'story', id: '7' },
      referral: { source: 'ads', title: 'Anúncio' },
    });
    const { statements, result } = await storingStatements(() => inboxOf(desk).message(desk.connectionId, rich));
    expect(statements).toBe(1);
    expect((await desk.messages(result.ticketId)).at(-1)).toMatchObject({
      body: 'Vendas',
      isForwarded: true,
      subject: 'Orçamento',
      context: { kind: 'story', id: '7' },
      referral: { source: 'ads', title: 'Anúncio' },
    });
  });

  it('Messages of one new person begin one conversation, in the order in which they were received', async () => {
    const desk = await Attendance.of(first);
    const [number, other] = [desk.number(), desk.number()];
    const at = new Date();
    const bodies = ['um', 'dois', 'três', 'quatro'];
    const arrived = bodies.flatMap((body) => [
      from(number, body, { sentAt: at }),
      from(other, `${body} de outro`, { sentAt: at }),
    ]);
    const [one] = values(await inboxOf(desk).messages(desk.connectionId, arrived));
    expect(await counted(desk)).toEqual({ contacts: 2, tickets: 2, messages: 8, commits: 1, unread: 8 });
    expect((await desk.messages(one?.ticketId ?? 0)).map(({ body }) => body)).toEqual(bodies);
  });

  it('Messages stored together leave running conversations, and the events about them, as if they had come one by one', async () => {
    // Delivered events are removed, so each one is copied when it is written.
    await owner.query(
      `create table public.written_event (company_id int, id bigint, payload jsonb);
       create function public.copy_event() returns trigger language plpgsql security definer as $$
         begin insert into public.written_event values (new.company_id, new.id, new.payload); return null; end $$;
       create trigger copy_event after insert on kernel.outbox for each row
         when (new.event = 'tickets.message.received') execute function public.copy_event()`,
    );
    const at = new Date();
    const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1_000);
    const story = async (take: (desk: Attendance, arrived: readonly InboundMessage[]) => Promise<boolean[]>) => {
      const desk = await Attendance.of(first, { userRating: 'enabled' });
      const [one, other, third] = [desk.number(), desk.number(), desk.number()];
      const said = (number: string, body: string, more: Partial<InboundMessage> = {}): InboundMessage =>
        from(number, body, { name: 'Cliente', sentAt: at, ...more });
      for (const number of [one, other, third])
        await inboxOf(desk).message(desk.connectionId, said(number, 'oi', { externalId: `hi-${number}` }));
      const unrouted = `select from tickets.ticket where company_id = $1 and routing <> 'done'`;
      await eventually(async () => (await owner.query(unrouted, [desk.company.id])).rowCount === 0);
      const fresh = await take(desk, [
        said(one, 'primeira', { sentAt: later(10), quotedExternalId: `hi-${one}` }),
        said(other, 'Vendas', { sentAt: later(11), choice: 'queue-1', isForwarded: true, subject: 'Orçamento' }),
        said(one, 'última', { sentAt: later(30), name: 'Cliente com outro nome' }),
        said(one, 'atrasada', { sentAt: later(20) }),
        said(third, 'cita a que vem junto', { sentAt: later(12), quotedExternalId: 'next' }),
        said(third, 'citada', { sentAt: later(11), externalId: `next-${third}` }),
        said(third, 'cita', { sentAt: later(13), quotedExternalId: `next-${third}` }),
        said(other, 'do dia seguinte ao seguinte', { sentAt: later(3 * 86_400) }),
        said(other, 'oi', { externalId: `hi-${other}` }),
      ]);
      const { rows } = await owner.query(
        `select c.name, t.unread, t.last_message, t.last_message_type, t.last_message_ack, l.body as last, t.waiting_since = f.sent_at as waits,
                t.last_at = l.sent_at as at_last,
                (select json_agg(json_build_array(m.body, q.body, m.choice, m.is_forwarded, m.subject, m.ack, m.from_me) order by m.sent_at, m.id)
                   from tickets.message m left join tickets.message q on q.company_id = m.company_id and q.id = m.quoted_id
                  where m.company_id = t.company_id and m.ticket_id = t.id) as messages
           from tickets.ticket t join contacts.contact c on c.company_id = t.company_id and c.id = t.contact_id
           join tickets.message l on l.company_id = t.company_id and l.id = t.last_message_id
           join lateral (select min(m.sent_at) as sent_at from tickets.message m where m.company_id = t.company_id and m.ticket_id = t.id) f on true
          where t.company_id = $1 order by t.id`,
        [desk.company.id],
      );
      const { rows: events } = await owner.query(
        `select m.body, date_trunc('milliseconds', m.sent_at) = (e.payload ->> 'at')::timestamptz as at_sent,
                e.payload - '{ticketId,messageId,connectionId,queueId,at}'::text[] as payload,
                (e.payload ->> 'queueId')::int is not distinct from t.queue_id and (e.payload ->> 'connectionId')::int = t.whatsapp_id as fits
           from public.written_event e
           join tickets.message m on m.company_id = e.company_id and m.id = (e.payload ->> 'messageId')::bigint
           join tickets.ticket t on t.company_id = m.company_id and t.id = m.ticket_id and t.id = (e.payload ->> 'ticketId')::int
          where e.company_id = $1 order by t.id, e.id`,
        [desk.company.id],
      );
      return { fresh, rows, events };
    };
    const together = await story(async (desk, arrived) =>
      values(await inboxOf(desk).messages(desk.connectionId, arrived)).map(({ fresh }) => fresh),
    );
    const alone = await story(async (desk, arrived) => {
      const fresh: boolean[] = [];
      const scope = desk.company.scope('tickets');
      for (const message of arrived)
        fresh.push(
          await scope.tx(async (inner) => (await inner.use(channelInbox).message(desk.connectionId, message)).fresh),
        );
      return fresh;
    });
    expect(together).toEqual(alone);
    expect(together.rows).toHaveLength(3);
    // The three greetings, and every message but the known one.
    expect(together.events).toHaveLength(3 + 8);
  });

  it('A message received twice under one id is stored once, and both calls return it', async () => {
    const desk = await Attendance.of(first);
    const message = from(desk.number(), 'uma vez');
    const answers = values(await inboxOf(desk).messages(desk.connectionId, [message, { ...message }, message]));
    expect(answers.map(({ fresh }) => fresh)).toEqual([true, false, false]);
    expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await counted(desk)).toMatchObject({ messages: 1, unread: 1 });
  });

  it('A message that is refused fails alone: the others are stored, and each failure has its own error', async () => {
    const desk = await Attendance.of(first);
    const arrived = numbers(desk, 60).map((number) => from(number, 'boa'));
    arrived[7] = { ...arrived[7]!, externalId: '' };
    arrived[20] = { ...arrived[20]!, from: { ...arrived[20]!.from, kind: 'Not A Kind' as never } };
    const outcomes = await inboxOf(desk).messages(desk.connectionId, arrived);
    const failed = outcomes.flatMap((outcome, index) =>
      outcome.status === 'rejected' ? [[index, outcome.reason]] : [],
    );
    expect(failed.map(([index]) => index)).toEqual([7, 20]);
    expect(failed[0]?.[1]).toMatchObject({ status: 400, code: 'ERR_VALIDATION' });
    expect(failed[1]?.[1]).toMatchObject({ code: '23514' });
    expect(await counted(desk)).toMatchObject({ messages: 58, unread: 58 });
    const { commits = 0 } = (await counted(desk)) ?? {};
    // Halved until the bad one was alone.
    expect(commits).toBeLessThanOrEqual(8);
  });

  it('Messages for a deleted connection each fail with ERR_NO_WAPP_FOUND', async () => {
    const desk = await Attendance.of(first);
    const outcomes = await inboxOf(desk).messages(
      987_654,
      numbers(desk, 20).map((number) => from(number, 'oi')),
    );
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: { status: 404, code: 'ERR_NO_WAPP_FOUND' } });
    expect(await counted(desk)).toMatchObject({ contacts: 0, messages: 0 });
  });

  it('Messages do not wait for a lock on another conversation; those of the locked one follow in order when it is released', async () => {
    const desk = await Attendance.of(first);
    const [busy, free] = [desk.number(), desk.number()];
    const { ticketId } = await desk.arrives(busy, 'oi');
    const held = await holding(ticketId);
    const order: string[] = [];
    const arrives = async (number: string, body: string) => {
      await inboxOf(desk).message(desk.connectionId, from(number, body));
      order.push(body);
    };
    const late = inboxOf(desk).messages(desk.connectionId, [from(busy, 'b1'), from(free, 'f1'), from(busy, 'b2')]);
    const later = arrives(busy, 'b3');
    await eventually(async () => ((await counted(desk))?.messages ?? 0) === 2);
    for (const body of ['f2', 'f3']) await arrives(free, body);
    expect(order).toEqual(['f2', 'f3']);
    await held.release();
    await Promise.all([late, later]);
    expect((await desk.messages(ticketId)).map(({ body }) => body)).toEqual(['oi', 'b1', 'b2', 'b3']);
    const ids = (await desk.messages(ticketId)).map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });

  it('Messages of the same people at two servers at once, in opposite order, are each stored once', async () => {
    const desk = await Attendance.of(first);
    const people = numbers(desk, 60);
    const batch = people.flatMap((number) => [from(number, 'a'), from(number, 'b')]);
    const own = people.map((number) => from(number, 'c'));
    const [one, other] = await Promise.all([
      inboxOf(desk).messages(desk.connectionId, batch),
      inboxOf(desk, second).messages(desk.connectionId, [...own, ...batch].toReversed()),
    ]);
    const fresh = [...values(one), ...values(other)].filter((answer) => answer.fresh);
    expect(fresh).toHaveLength(180);
    expect(await counted(desk)).toMatchObject({ contacts: 60, tickets: 60, messages: 180, unread: 180 });
  });

  it('Messages received in a plugin’s transaction are stored and rolled back with it', async () => {
    const desk = await Attendance.of(first);
    const number = desk.number();
    const undone = first.kernel.scope(desk.company.id, 'tickets').tx(async (inner) => {
      expect(await inner.use(channelInbox).message(desk.connectionId, from(number, 'x'))).toMatchObject({
        fresh: true,
      });
      const outcomes = await inner
        .use(channelInbox)
        .messages(desk.connectionId, [
          from(number, 'y'),
          from(number, 'z', { from: { channel: 'test', scope: '', kind: 'Not A Kind' as never, value: number } }),
          from(number, 'w'),
        ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await counted(desk)).toMatchObject({ contacts: 0, messages: 0 });
  });

  it('Messages beyond the limit are refused with ERR_BUSY, which providers repeat, and those within it are stored', async () => {
    const desk = await Attendance.of(first);
    const scope = desk.company.scope('tickets');
    const batches = new Batches({ maxWaiting: 10 });
    const eight = () =>
      batches.store(
        scope,
        numbers(desk, 8).map((number) => arrivedOf(scope, desk.connectionId, from(number, 'oi'))),
      );
    const waiting = eight();
    await expect(eight()).rejects.toMatchObject({ waitMs: 1_000 });
    values(await waiting);
    values(await eight());
    expect(await counted(desk)).toMatchObject({ messages: 16 });
  });

  it('Messages stored together are published one by one, and the conversation as the last one left it', async () => {
    const desk = await Attendance.of(first);
    const number = desk.number();
    const { ticketUuid } = await desk.arrives(number, 'oi');
    const live = await desk.admin.live();
    await live.join({ id: 'tickets.ticket' } as never, { uuid: ticketUuid } as never);
    await inboxOf(desk).messages(desk.connectionId, [from(number, 'um'), from(number, 'dois')]);
    for (const body of ['um', 'dois'])
      await live.receives('message', ({ message }) => (message as { body: string }).body === body);
  });
});
