import { setTimeout as delay } from 'node:timers/promises';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/testing';
import { performAllDue, performDue, type Due } from '../server/follow-up/due.ts';
import { Office, startOffice } from './office.ts';

/** Conversations whose customer answers in the same moment; the acceptance asks for `KANBAN_RUNS=1000`. */
const runs = Number(process.env['KANBAN_RUNS'] ?? 60);
/** How often a node is killed. */
const kills = Number(process.env['KANBAN_KILLS'] ?? 2);
/** Conversations that are due each time. */
const dueAtOnce = 40;

let first: TestHost;
let second: TestHost;
beforeAll(async () => {
  first = await startOffice();
  second = await startOffice(first);
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

/** An office whose lane2 has a follow-up. */
const withRule = async (more: object): Promise<Office> => {
  const office = await Office.of(first);
  await office.admin.put(`/kanban-boards/${office.kanbanId}`, { followUp: true });
  const rule = { message: 'Ainda por aí?', initialDelay: 2, intervalDelay: 24, action: 'close', targetLane: null };
  const lane = `/kanban-boards/${office.kanbanId}/lanes/lane2`;
  expect((await office.admin.put(lane, { followUpConfig: { ...rule, ...more } })).status).toBe(200);
  return office;
};
const scopeOn = (host: TestHost, office: Office) => host.kernel.scope(office.company.id, 'kanban');

/** Puts conversations into the lane; every second one has had its message, and waits for the action. */
const allDue = async (office: Office, count: number): Promise<number[]> => {
  const ids = await office.many(office.admin, count);
  for (let from = 0; from < ids.length; from += 200)
    await office.admin.post(`/kanban-tickets/${office.kanbanId}/bulk`, {
      ticketIds: ids.slice(from, from + 200),
      targetLaneId: 'lane2',
    });
  await office.sql().run(sql`update kanban.follow_up set step = 1 + ticket_id % 2, due_at = now() - interval '1 minute'
    where ticket_id = any(${ids}::int[])`);
  return ids;
};

it(
  'a customer who answers in the same moment, on either of two nodes, gets one message or none, and is never closed after the answer',
  async () => {
    const office = await withRule({ intervalDelay: 24 });
    // Ids are taken before the lock of the conversation: the order in which messages were stored is recorded under it.
    await first.kernel.database.owner.query(`
    create table public.stored_order (place bigint generated always as identity, message_id bigint);
    grant insert on public.stored_order to public;
    create function public.record_order() returns trigger language plpgsql as $$
      begin insert into public.stored_order (message_id) values (new.id); return null; end $$;
    create trigger record_order after insert on tickets.message for each row execute function public.record_order()`);
    await allDue(office, runs);
    const due = await office.sql().rows<Due>(sql`
    select ticket_id as "ticketId", board_id as "boardId", lane_id as "laneId", base_message_id::float8 as "baseMessageId",
           attempt, step, due_at as "dueAt" from kanban.follow_up order by ticket_id`);
    expect(due).toHaveLength(runs);
    // The time of an answer depends on the machine: what is due starts within it, so that either wins.
    let answerMs = 90;
    const answer = async (ticketId: number, host: TestHost): Promise<void> => {
      const began = performance.now();
      await office.answers(ticketId, 'Estou aqui', host);
      answerMs = Math.max(answerMs, 0.6 * (performance.now() - began));
    };
    const run = async (one: Due): Promise<void> => {
      const host = one.ticketId % 4 < 2 ? first : second;
      const work = [
        () => performDue(scopeOn(first, office), one),
        () => performDue(scopeOn(second, office), one),
        () => answer(one.ticketId, host),
      ];
      const headStart = (((one.ticketId * 7) % 90) / 90) * answerMs;
      const turn = one.ticketId % 3;
      await Promise.all(
        [...work.slice(turn), ...work.slice(0, turn)].map(async (start) => {
          if (start !== work[2]) await delay(headStart);
          await start();
        }),
      );
    };
    for (let from = 0; from < due.length; from += 10) await Promise.all(due.slice(from, from + 10).map(run));
    for (const host of [first, second]) await performAllDue(scopeOn(host, office));
    const { rows: wrong } = await first.kernel.database.owner.query(
      `select t.id, m.* from tickets.ticket t
       cross join lateral (select count(*) filter (where m.from_me) as sent, count(*) filter (where not m.from_me) as answers,
              max(o.place) filter (where m.from_me) as sent_at, min(o.place) filter (where not m.from_me) as answered_at
         from tickets.message m join public.stored_order o on o.message_id = m.id where m.company_id = t.company_id and m.ticket_id = t.id) m
       cross join lateral (select count(*) as acts from tickets.log l
         where l.company_id = t.company_id and l.ticket_id = t.id and l.type = 'kanban.followed-up') l
      where t.company_id = $1 and (m.sent > 1 or l.acts > 1 or m.sent_at > m.answered_at or (l.acts > 0 and m.answers > 0 and t.status = 'closed'))`,
      [office.company.id],
    );
    await first.kernel.database.owner.query('drop trigger record_order on tickets.message');
    expect(wrong).toEqual([]);
    const tally = await office.sql().one<{ messages: number; closings: number; waiting: number }>(sql`
    select (select count(*)::int from tickets.public_message where from_me) as messages,
           (select count(*)::int from tickets.public_log where type = 'kanban.followed-up') as closings,
           (select count(*)::int from kanban.follow_up where due_at <= now()) as waiting`);
    expect(tally?.waiting).toBe(0);
    // Both outcomes must have been tried.
    expect(tally?.messages).toBeGreaterThan(0);
    expect(tally?.messages).toBeLessThan(runs / 2);
    expect(tally?.closings).toBeGreaterThan(0);
    expect(tally?.closings).toBeLessThan(runs / 2);
  },
  60_000 + runs * 200,
);

/** Runs a node as a process of its own that does what is due, and kills it somewhere in the middle of a transaction. */
const killInTheMiddle = async (office: Office, after: number, delay: number): Promise<void> => {
  const child = fork(
    path.join(import.meta.dirname, 'follow-up-worker.ts'),
    [first.databaseUrl, first.dataDir, String(office.company.id)],
    { execArgv: [], env: { ...process.env, NODE_ENV: 'test' } },
  );
  const killed = once(child, 'exit');
  let done = 0;
  child.on('message', (message) => {
    if (message === 'sent') done += 1;
    if (done === after) setTimeout(() => child.kill('SIGKILL'), delay);
  });
  await killed;
};

const completeOnOther = async (office: Office): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) {
    await performAllDue(scopeOn(second, office));
    const left = await office
      .sql()
      .one<{ count: number }>(sql`select count(*)::int as count from kanban.follow_up where due_at <= now()`);
    if (left?.count === 0) return;
    // The database notices only after a moment that the dead node's transaction is over.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

it(
  'a node that is killed at any point leaves each conversation with its message or action whole or not at all, and another node completes them once',
  async () => {
    const office = await withRule({ action: 'move', targetLane: 'lane4' });
    for (let round = 0; round < kills; round += 1) {
      const ids = await allDue(office, dueAtOnce);
      await killInTheMiddle(office, 1 + Math.floor(Math.random() * (dueAtOnce / 2)), Math.random() * 12);
      await completeOnOther(office);
      const { rows: wrong } = await first.kernel.database.owner.query(
        `select i.id, m.*, k.lane_id, k.version from unnest($2::int[]) i(id)
         join kanban.card k on k.company_id = $1 and k.ticket_id = i.id
         cross join lateral (select (select count(*)::int from tickets.message m where m.company_id = $1 and m.ticket_id = i.id) as messages,
             (select count(*)::int from kanban.follow_up_message f where f.company_id = $1 and f.ticket_id = i.id) as counted,
             (select count(*)::int from tickets.log l where l.company_id = $1 and l.ticket_id = i.id and l.type = 'kanban.reminded') as reminded,
             (select count(*)::int from tickets.log l where l.company_id = $1 and l.ticket_id = i.id and l.type = 'kanban.followed-up') as acted) m
        where (i.id % 2 = 0 and (messages, counted, reminded, acted, k.lane_id, k.version) <> (1, 1, 1, 0, 'lane2', 1))
           or (i.id % 2 = 1 and (messages, counted, reminded, acted, k.lane_id, k.version) <> (0, 0, 0, 1, 'lane4', 2))`,
        [office.company.id, ids],
      );
      expect(wrong).toEqual([]);
    }
  },
  60_000 + kills * 20_000,
);
