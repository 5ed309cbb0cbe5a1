import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { Person, type LiveClient, type TestHost } from '@balcao/testing';
import { boardRoom } from '../contract.ts';
import { Office, startOffice } from './office.ts';

/** Moves of each person; the acceptance asks for a minute of them: `KANBAN_MOVES=3000`. */
const movesEach = Number(process.env['KANBAN_MOVES'] ?? 150);
const soon = { timeout: 60_000, interval: 100 };

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

interface Seen {
  laneId: string;
  version: number;
}
interface Moved {
  ticketId: number;
  to: { laneId: string };
  version: number;
}

/** A board as a person sees it who hears of every move: of two messages about a card the newer version counts. */
class Watcher {
  readonly #live: LiveClient;
  readonly #first: ReadonlyMap<number, Seen>;
  constructor(live: LiveClient, fresh: ReadonlyMap<number, Seen>) {
    this.#live = live;
    this.#first = fresh;
  }
  look(): ReadonlyMap<number, Seen> {
    const seen = new Map(this.#first);
    for (const { event, data } of this.#live.received) {
      if (event !== 'moved') continue;
      const { ticketId, to, version } = data as unknown as Moved;
      if (version > (seen.get(ticketId)?.version ?? -1)) seen.set(ticketId, { laneId: to.laneId, version });
    }
    return seen;
  }
}

const sorted = (seen: ReadonlyMap<number, Seen>) => [...seen].toSorted(([one], [other]) => one - other);

it('two people who fight for the same cards over two nodes see the same board in the end, which is that of the database and of a fresh load', async () => {
  const office = await Office.of(first);
  const ids = await office.many(office.admin, 8);
  await office.admin.post(`/kanban-tickets/${office.kanbanId}/bulk`, { ticketIds: ids, targetLaneId: 'lane2' });
  const fresh = async (): Promise<Map<number, Seen>> =>
    new Map(
      (await office.board(office.admin, '?view=all')).lanes.flatMap(({ cards }) =>
        cards.map(({ id, laneId, version }) => [id, { laneId, version }]),
      ),
    );
  const { id, email, password } = await office.company.person('admin', 'Bia');
  const login = await fetch(`${second.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await login.json()) as { token: string };
  const people = [office.admin, new Person(second.url, { id, email, password, token })];
  const watchers: Watcher[] = [];
  for (const person of people) {
    const live = await person.live();
    expect(await live.join(boardRoom, { kanbanId: office.kanbanId })).toEqual({ ok: true });
    watchers.push(new Watcher(live, await fresh()));
  }
  const counts = { won: 0, lost: 0 };
  const lanes = ['lane2', 'lane3', 'lane4', 'lane5'];
  await Promise.all(
    people.map(async (person, me) => {
      for (let turn = 0; turn < movesEach; turn += 1) {
        const ticketId = ids[(turn * (me + 1)) % ids.length] ?? 0;
        const seen = watchers[me]?.look().get(ticketId);
        const targetLaneId = lanes[(turn + me * 2) % lanes.length] ?? 'lane2';
        const before = ids[(turn * 5 + me) % ids.length] ?? null;
        const answer = await office.move(person, ticketId, targetLaneId, {
          version: seen?.version ?? 0,
          beforeTicketId: before === ticketId ? null : before,
        });
        if (answer.status === 200) counts.won += 1;
        else {
          expect([answer.status, answer.body.error]).toEqual([409, 'ERR_CARD_MOVED']);
          counts.lost += 1;
        }
      }
    }),
  );
  const stored = await office
    .sql()
    .rows<{ id: number; laneId: string; version: number }>(
      sql`select ticket_id as id, lane_id as "laneId", version from kanban.card order by ticket_id`,
    );
  const actual = stored.map(({ id: card, ...seen }) => [card, seen]);
  expect(sorted(await fresh())).toEqual(actual);
  for (const watcher of watchers) await vi.waitFor(() => expect(sorted(watcher.look())).toEqual(actual), soon);
  // Each version was made by one move: none was lost, and none counted twice.
  expect(stored.reduce((sum, { version }) => sum + version - 1, 0)).toBe(counts.won);
  expect(counts.lost).toBeGreaterThan(0);
  const present = await office
    .sql()
    .rows<{ lane: string; card: string }>(
      sql`select s.lane_id as lane, k.lane_id as card from kanban.stay s join kanban.card k on k.ticket_id = s.ticket_id where s.left_at is null`,
    );
  expect(present).toHaveLength(ids.length);
  expect(present.filter(({ lane, card }) => lane !== card)).toEqual([]);
}, 120_000);
