import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { metricNames } from '../migrations/metrics.ts';
import { checkYesterday } from '../server/check.ts';
import { count, countFormer } from '../server/count.ts';
import { History, type Expected } from './history.ts';
import { eventually, Office, startOffice } from './office.ts';
import { Random } from './random.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startOffice();
});
afterAll(() => host?.close());

interface Stored {
  ticketId: number;
  no: number;
  openedAt: Date;
  openedBy: string;
  acceptedAt: Date | null;
  closedAt: Date | null;
  firstReplyAt: Date | null;
  queueId: number | null;
  userId: number | null;
  waitS: number | null;
  waitOpenS: number | null;
  replyS: number | null;
  replyOpenS: number | null;
  supportS: number | null;
  transfers: number;
  messagesIn: number;
  messagesOut: number;
  rate: number | null;
}

const stored = (office: Office, ticketId?: number): Promise<Stored[]> =>
  office.sql.rows<Stored>(sql`
    select ticket_id as "ticketId", no, opened_at as "openedAt", opened_by as "openedBy", accepted_at as "acceptedAt", closed_at as "closedAt",
           first_reply_at as "firstReplyAt", queue_id as "queueId", user_id as "userId", wait_s as "waitS", wait_open_s as "waitOpenS",
           reply_s as "replyS", reply_open_s as "replyOpenS", support_s as "supportS", transfers, messages_in as "messagesIn",
           messages_out as "messagesOut", rate
      from reports.attendance where ${ticketId === undefined ? sql`true` : sql`ticket_id = ${ticketId}`} order by ticket_id, no`);

const seconds = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : Math.round((to - from) / 1000);
const facts = (one: Expected) => ({
  ticketId: one.ticketId,
  no: one.no,
  openedAt: new Date(one.openedAt),
  openedBy: one.openedBy,
  acceptedAt: one.acceptedAt === null ? null : new Date(one.acceptedAt),
  closedAt: one.closedAt === null ? null : new Date(one.closedAt),
  firstReplyAt: one.firstReplyAt === null ? null : new Date(one.firstReplyAt),
  queueId: one.queueId,
  userId: one.userId,
  waitS: one.openedBy === 'company' ? null : seconds(one.openedAt, one.acceptedAt),
  replyS: seconds(one.firstReplyAt === null ? null : one.replyFrom, one.firstReplyAt),
  supportS: one.acceptedAt === null ? null : seconds(one.acceptedAt, one.closedAt),
  transfers: one.transfers,
  messagesIn: one.messagesIn,
  messagesOut: one.messagesOut,
  rate: one.rate,
});

/** The sums of one basis as the roll-ups hold them, and as the attendances themselves add up. */
const sums = async (office: Office, table: 'hour' | 'day', basis: 'opened' | 'closed', grain = 0) =>
  office.sql.one<Record<string, number>>(
    sql`select ${sql.join(
      metricNames.map((name) => sql`coalesce(sum(${sql.id(name)}), 0)::int as ${sql.id(name)}`),
      sql`, `,
    )} from ${table === 'hour' ? sql`reports.hour` : sql`reports.day`} where basis = ${basis} and grain = ${grain}`,
  );

describe('Attendances', () => {
  it('Conversations that are created, accepted, returned, transferred, closed, reopened and rated in any order give the attendances of an independent recount, with duplicated and late events', async () => {
    const office = await Office.of(host);
    const random = new Random(22);
    const histories: History[] = [];
    for (let one = 0; one < 40; one += 1) {
      const at = Date.parse('2026-03-01T12:00:00Z') + random.int(90 * 86_400) * 1000;
      const history = await History.begin(office, at, await office.contact());
      histories.push(history);
      for (let step = 0; step < 8 + random.int(22); step += 1) {
        await history.step(random);
        // An event may come late, on time, or twice.
        for (let times = random.int(3); times > 0; times -= 1) await count(office.scope, history.ticketId);
      }
    }
    for (const { ticketId } of histories) await count(office.scope, ticketId);
    const expected = histories.flatMap(({ attendances }) => attendances);
    const found = await stored(office);
    expect(found.map(({ waitOpenS: _wait, replyOpenS: _reply, ...rest }) => rest)).toEqual(expected.map(facts));
    expect(expected.length).toBeGreaterThan(90);
    // Without opening hours the company is always open.
    for (const one of found.filter(({ closedAt }) => closedAt)) {
      expect(one.waitOpenS).toBe(one.waitS);
      expect(one.replyOpenS).toBe(one.replyS);
    }
    for (let round = 0; round < 2; round += 1) {
      for (const table of ['hour', 'day'] as const) {
        const opened = await sums(office, table, 'opened');
        for (const grain of [1, 2]) expect(await sums(office, table, 'opened', grain)).toEqual(opened);
        expect(opened).toMatchObject({
          attendances: expected.length,
          closed: expected.filter(({ closedAt }) => closedAt).length,
          unattended: expected.filter(({ closedAt, acceptedAt }) => closedAt && acceptedAt === null).length,
          leads: histories.filter(({ attendances }) => attendances.length > 0).length,
          wait_s: expected.reduce((sum, one) => sum + (facts(one).waitS ?? 0), 0),
          reply_s: expected.reduce((sum, one) => sum + (facts(one).replyS ?? 0), 0),
          support_s: expected.reduce((sum, one) => sum + (facts(one).supportS ?? 0), 0),
          rate1: expected.filter(({ rate }) => rate === 1).length,
          rate3: expected.filter(({ rate }) => rate === 3).length,
        });
        expect((await sums(office, table, 'closed'))?.['attendances']).toBe(opened?.['closed']);
      }
      // Folding changes no sum.
      await office.sql.run(sql`select reports.fold()`);
    }
    expect(await checkYesterday(office.scope)).toBe(0);
  }, 120_000);

  it('A conversation reopened after five days and answered in ten minutes has a first reply of ten minutes', async () => {
    const office = await Office.of(host);
    const [queue = 0] = office.queueIds;
    const marina = office.people[0]?.id ?? 0;
    const history = await History.begin(office, Date.parse('2026-05-04T13:00:00Z'), await office.contact());
    await history.customer(queue);
    await history.later(60).accept(marina, queue);
    await history.later(30).reply(marina);
    await history.later(600).close(marina);
    await history.later(5 * 86_400).customer(queue);
    await history.later(300).accept(marina, queue);
    await history.later(300).reply(marina);
    await count(office.scope, history.ticketId);
    expect(await stored(office, history.ticketId)).toMatchObject([{ replyS: 90 }, { replyS: 600, waitS: 300 }]);
  });

  it('A customer who writes at night waited both ten hours and the minutes after opening, and new opening hours do not change that', async () => {
    const office = await Office.of(host, { scheduleType: 'queue' });
    const week = (startTime: string) =>
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekdayEn) => ({
        weekday: weekdayEn,
        weekdayEn,
        startTime,
        endTime: '18:00',
      }));
    const [queue = 0] = office.queueIds;
    const hours = (from: string) =>
      office.admin.put(`/queue/${queue}`, { name: 'Previdenciário', color: '#4e8ce6', schedules: week(from) });
    expect((await hours('08:00')).status).toBe(200);
    const marina = office.people[0]?.id ?? 0;
    const night = async (): Promise<number> => {
      const history = await History.begin(office, Date.parse('2026-05-05T01:00:00Z'), await office.contact());
      await history.customer(queue);
      history.at = Date.parse('2026-05-05T11:12:00Z');
      await history.accept(marina, queue);
      await history.later(60).reply(marina);
      await history.later(600).close(marina);
      await count(office.scope, history.ticketId);
      return history.ticketId;
    };
    const before = await night();
    const expected = { waitS: 10 * 3600 + 719, waitOpenS: 720, replyS: 10 * 3600 + 779, replyOpenS: 780 };
    expect(await stored(office, before)).toMatchObject([expected]);
    expect((await hours('06:00')).status).toBe(200);
    const after = await night();
    await count(office.scope, before);
    expect(await stored(office, before)).toMatchObject([expected]);
    expect(await stored(office, after)).toMatchObject([{ ...expected, waitOpenS: 720 + 7200, replyOpenS: 780 + 7200 }]);
  });

  it('Live conversations are counted by their events, and a deleted conversation leaves the numbers', async () => {
    const office = await Office.of(host);
    const contactId = await office.contact();
    const [queueId = 0] = office.queueIds;
    const made = await office.admin.post<{ id: number }>('/tickets', {
      contactId,
      whatsappId: office.connectionId,
      queueId,
      status: 'pending',
    });
    expect(made.status).toBe(200);
    const { id } = made.body;
    await office.admin.put(`/tickets/${id}`, { status: 'open' });
    await office.admin.put(`/tickets/${id}`, { status: 'closed', justClose: true });
    await office.admin.put(`/tickets/${id}`, { status: 'open' });
    await eventually(async () => (await stored(office, id)).length === 2);
    expect(await stored(office, id)).toMatchObject([
      { no: 1, openedBy: 'company', userId: office.admin.id, queueId },
      { no: 2, openedBy: 'company', userId: office.admin.id, closedAt: null },
    ]);
    expect((await sums(office, 'hour', 'opened'))?.['attendances']).toBe(2);
    expect((await office.admin.delete(`/tickets/${id}`)).status).toBeLessThan(300);
    await eventually(async () => (await stored(office, id)).length === 0);
    expect(await sums(office, 'day', 'opened')).toMatchObject({ attendances: 0, leads: 0 });
  });

  it('Conversations of before the plugin was on are counted once, and a changed number is found and repaired at night', async () => {
    const office = await Office.of(host);
    const [queue = 0] = office.queueIds;
    const marina = office.people[0]?.id ?? 0;
    const history = await History.begin(office, Date.now() - 2 * 86_400_000, await office.contact());
    await history.customer(queue);
    await history.later(60).accept(marina, queue);
    await history.later(600).close(marina);
    for (let from: number | undefined; ;) {
      const next = await countFormer(from, office.scope);
      if (next === undefined) break;
      from = next;
    }
    expect(await stored(office)).toMatchObject([{ waitS: 60, supportS: 600 }]);
    await office.sql.run(sql`update reports.attendance set wait_s = 5`);
    await office.sql.run(
      sql`update tickets.ticket set updated_at = now() - interval '1 hour' where id = ${history.ticketId}`,
    );
    expect(await checkYesterday(office.scope)).toBe(1);
    expect(await stored(office)).toMatchObject([{ waitS: 60 }]);
    expect(await checkYesterday(office.scope)).toBe(0);
  });
});
